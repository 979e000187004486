# SPDX-License-Identifier: Apache-2.0
"""install what building and testing need

usage: ./dev setup

Installs the Debian packages of dev.d/apt.txt that are missing and makes
build/venv with the Python packages of dev.d/requirements.txt, each pinned by
version and hash. Does nothing, in well under a second, when all is there.
"""
import setup_steps


def main(arguments):
    setup_steps.everything()
