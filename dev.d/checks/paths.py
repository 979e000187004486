# SPDX-License-Identifier: Apache-2.0
"""Files that Markdown names, as `format/Engine.h`, exist.

A word in capitals, as in `compiler/onnx/ops/NAME.cpp`, stands for any.
"""
import re

import tree
from problem import Problem

SPAN = re.compile(r"`([\w.-]+(?:/[\w.-]+)+/?)`")
MADE_LATER = ("build",)  # what building leaves
PLACEHOLDER = re.compile(r"(^|/)[A-Z]{2,}(/|\.|$)")


def exists(path):
    """Whether there is such a file or folder, or files of that stem."""
    return (tree.ROOT / path).exists() or any(
        (tree.ROOT / (path + ending)).exists()
        for ending in tree.CXX_ENDINGS)


def problems():
    roots = {name.split("/")[0] for name in tree.files() if "/" in name}
    for name in tree.files():
        if not name.endswith(".md"):
            continue
        text = tree.text(name)
        for match in SPAN.finditer(text):
            root = match[1].split("/")[0]
            if root in roots and root not in MADE_LATER and \
                    not PLACEHOLDER.search(match[1]) and \
                    not exists(match[1]):
                yield Problem(name, text.count("\n", 0, match.start()) + 1,
                              f"names '{match[1]}', which is not there")
