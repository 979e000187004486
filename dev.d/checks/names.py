# SPDX-License-Identifier: Apache-2.0
"""Files are named for what is in them; include guards for their path."""
import pathlib
import re

import tree
from problem import Problem

MEANINGLESS = re.compile(r"(Util|Utils|Utilities|Common|Misc|Helper|Helpers)",
                         re.IGNORECASE)
CXX_NAME = re.compile(r"[A-Z][A-Za-z0-9]*")
FOLDER_NAME = re.compile(r"[a-z][a-z0-9-]*")
PUBLIC = "include/tenon"       # a C header is named as C names things
GUARD = re.compile(r"^#ifndef (\w+)\n#define \1\b", re.MULTILINE)


def guard_of(name):
    """What the guard must end with: the folder and the file."""
    path = pathlib.PurePosixPath(name)
    return re.sub(r"\W", "_", f"{path.parent.name}_{path.stem}_h").upper()


def header_problems(name, seen):
    guard = GUARD.search(tree.text(name))
    if not guard:
        yield Problem(name, 0, "has no include guard TENON_..._"
                      + guard_of(name))
        return
    if not guard[1].startswith("TENON_") or \
            not guard[1].endswith(guard_of(name)):
        yield Problem(name, 0, f"include guard '{guard[1]}' should be "
                      f"TENON_..._{guard_of(name)}")
    other = seen.setdefault(guard[1], name)
    if other != name:
        yield Problem(name, 0, f"has the include guard of {other}")


def problems():
    guards = {}
    for name in tree.cxx_files():
        path = pathlib.PurePosixPath(name)
        if MEANINGLESS.fullmatch(path.stem):
            yield Problem(name, 0, "a name that says nothing: name the thing "
                          "it holds")
        public = tree.inside(name, PUBLIC)
        if not public and not CXX_NAME.fullmatch(path.stem):
            yield Problem(name, 0, "C++ files are named UpperCamel")
        for folder in path.parts[:-1]:
            core_op = name.startswith("compiler/ir/graph/ops/")
            if not core_op and not FOLDER_NAME.fullmatch(folder):
                yield Problem(name, 0, f"folder '{folder}' is no lower-case "
                              "word")
        if name.endswith(".h"):
            yield from header_problems(name, guards)
