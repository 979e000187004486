# SPDX-License-Identifier: Apache-2.0
"""Each source says its licence in one line, first (or under `#!`)."""
import tree
from problem import Problem

ENDINGS = tree.CXX_ENDINGS + (".td", ".inc", ".py", ".sh", ".mlir")
ALSO = ("dev", ".ci/run")
LINE = "SPDX-License-Identifier: Apache-2.0"


def problems():
    for name in tree.files():
        if not name.endswith(ENDINGS) and name not in ALSO:
            continue
        lines = tree.text(name).splitlines()
        first = lines[1:2] if lines and lines[0].startswith("#!") else lines
        if not first or LINE not in first[0]:
            yield Problem(name, 1, f"its first line lacks '{LINE}'")
