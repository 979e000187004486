# SPDX-License-Identifier: Apache-2.0
"""Lines of code by folder: neither blank nor only comment."""
import collections

import cxx_text
import tree

# Lines written by hand that the two worlds may have.
BUDGETS = {"compiler": 40_000, "runtime": 8_000}
HASH_COMMENTS = (".py", ".sh", ".cmake", ".toml")


def code_lines(name):
    if name.endswith(tree.CXX_ENDINGS + (".td", ".inc")):
        lines = cxx_text.without_comments(name).splitlines()
        return sum(1 for line in lines if line.strip())
    lines = map(str.strip, tree.text(name).splitlines())
    return sum(1 for line in lines if line and not line.startswith("#"))


def is_code(name):
    return (name.endswith(tree.CXX_ENDINGS + (".td", ".inc") + HASH_COMMENTS)
            or name.endswith("CMakeLists.txt") or name in ("dev", ".ci/run"))


def by_folder():
    """{folder: [files, lines of code]}, every folder with its own files."""
    counts = collections.defaultdict(lambda: [0, 0])
    for name in filter(is_code, tree.files()):
        folder = name.rpartition("/")[0] or "."
        counts[folder][0] += 1
        counts[folder][1] += code_lines(name)
    return counts


def total_of(counts, root):
    return sum(lines for folder, (_, lines) in counts.items()
               if tree.inside(folder, root))
