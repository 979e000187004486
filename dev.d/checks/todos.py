# SPDX-License-Identifier: Apache-2.0
"""Each to-do names the issue that it waits for, as in `TODO(#12): ...`."""
import re

import tree
from problem import Problem

ENDINGS = tree.CXX_ENDINGS + (".td", ".inc", ".py", ".sh", ".mlir", ".txt",
                              ".cmake", ".md")
MARK = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
NUMBERED = re.compile(r"TODO\(#\d+\): ")
SELF = "dev.d/checks/todos.py"


def problems():
    for name in tree.files():
        if not name.endswith(ENDINGS) or name == SELF:
            continue
        for number, line in enumerate(tree.text(name).splitlines(), 1):
            if MARK.search(line) and not NUMBERED.search(line):
                yield Problem(name, number, "a to-do without an issue; write "
                              "it as 'T" "ODO(#12): ...'")
