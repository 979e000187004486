// SPDX-License-Identifier: Apache-2.0
// Compiles the precompiled header; holds no code.
