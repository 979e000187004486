# SPDX-License-Identifier: Apache-2.0
"""run the ONNX backend suite and print what passes, by operator

usage: ./dev conformance [--suite DIR] [--device reference|cpu|both]
                         [--only EXPRESSION] [--why] [--json] [--write]
                         [--preset PRESET]

--suite DIR  a folder with node/, simple/, pytorch-converted/ and
             pytorch-operator/; the suite of the pinned onnx wheel otherwise
--only       tests whose name, as node/test_abs, matches
--why        also says why each other test did not pass
--write      writes docs/conformance.md, and adds what passes to
             test/onnx/passing.txt: those tests must pass from then on
"""
import subprocess

import cmake_steps
import setup_steps
import terminal
import tree

PROGRAM = "tenon-conformance"


def main(arguments):
    arguments, preset = list(arguments), "dev"
    if "--preset" in arguments:
        place = arguments.index("--preset")
        preset = (arguments[place + 1:] or [""])[0]
        del arguments[place:place + 2]
    folder = cmake_steps.build(preset, [PROGRAM])
    program = folder / "bin" / PROGRAM
    if not program.is_file():
        raise terminal.Failure(f"the build made no {program.name}")
    return subprocess.run(
        [setup_steps.test_environment(), "-B",
         tree.ROOT / "test/onnx/conformance.py", "--program", program,
         *arguments]).returncode
