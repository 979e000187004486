// SPDX-License-Identifier: Apache-2.0
// How help is laid out: flags on the left, their descriptions wrapped beside
// them, within 80 columns.
#ifndef TENON_TOOLS_TENON_HELPTEXT_H
#define TENON_TOOLS_TENON_HELPTEXT_H

#include <CLI/CLI.hpp>

#include <memory>

namespace tenon::cli {

std::shared_ptr<CLI::FormatterBase> makeHelpFormatter();

} // namespace tenon::cli

#endif // TENON_TOOLS_TENON_HELPTEXT_H
