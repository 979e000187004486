# SPDX-License-Identifier: Apache-2.0
"""C++ is formatted as clang-format 19 formats it; `./dev fix` does it.

Other text has no trailing spaces, no tabs and ends in one newline.
"""
import concurrent.futures
import re
import subprocess

import cmake_steps
import tree
from problem import Problem

CLANG_FORMAT = "clang-format-19"
FILES_A_RUN = 24
WARNING = re.compile(r"^(.*?):(\d+):\d+: error: ")
TEXT_ENDINGS = (".py", ".td", ".cmake", ".md", ".toml", ".txt", ".sh",
                ".json", ".mlir")


def batches(names):
    return [names[start:start + FILES_A_RUN]
            for start in range(0, len(names), FILES_A_RUN)]


def unformatted(names):
    """(file, line) of the first difference in each file."""
    ended = subprocess.run(
        [CLANG_FORMAT, "--dry-run", "--Werror", "--ferror-limit=1", *names],
        cwd=tree.ROOT, capture_output=True, text=True)
    matches = map(WARNING.match, ended.stderr.splitlines())
    return [(match[1], int(match[2])) for match in matches if match]


def cxx_problems():
    with concurrent.futures.ThreadPoolExecutor(cmake_steps.cores()) as pool:
        for found in pool.map(unformatted, batches(tree.cxx_files())):
            for name, line in found:
                yield Problem(name, line, "not as clang-format writes it; "
                              "run ./dev fix")


def text_problems(name):
    text = tree.text(name)
    for number, line in enumerate(text.split("\n"), 1):
        if line != line.rstrip():
            yield Problem(name, number, "spaces at the end of the line")
        elif "\t" in line:
            yield Problem(name, number, "a tab")
    if text and (not text.endswith("\n") or text.endswith("\n\n")):
        yield Problem(name, 0, "does not end in one newline")


def problems():
    yield from cxx_problems()
    for name in tree.files():
        if name.endswith(TEXT_ENDINGS):
            yield from text_problems(name)
