# SPDX-License-Identifier: Apache-2.0
"""format the C++ sources with clang-format

usage: ./dev fix [FILE...]
"""
import os
import subprocess

import setup_steps
import terminal
import tree
from checks import format as formatting


def main(arguments):
    setup_steps.install_apt_packages()
    names = [os.path.relpath(os.path.abspath(word), tree.ROOT)
             for word in arguments] or tree.cxx_files()
    for batch in formatting.batches(names):
        ended = subprocess.run([formatting.CLANG_FORMAT, "-i", *batch],
                               cwd=tree.ROOT, text=True, capture_output=True)
        if ended.returncode:
            raise terminal.Failure(ended.stderr.strip())
    terminal.say(f"formatted {len(names)} file(s)")
