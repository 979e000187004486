# SPDX-License-Identifier: Apache-2.0
"""Files and functions stay small enough to read.

A table of data is exempt from the limit on functions when the line above it
(or its first lines) says `declarative table`. What is over a limit today is
listed in dev.d/oversize.txt, whose numbers may only fall.
"""
import ast
import re

import cxx_functions
import git_history
import tree
from problem import Problem

FILE_LIMIT = 800
FILE_DISCUSS = 400
FUNCTION_LIMIT = 80
INCLUDES_DISCUSS = 12
EXEMPT = "declarative table"
EXCEPTIONS = "dev.d/oversize.txt"
ENDINGS = tree.CXX_ENDINGS + (".py", ".td", ".cmake", ".sh")


def exceptions():
    """{(file, function or ''): lines} as the exception file has them."""
    found = {}
    for line in tree.text(EXCEPTIONS).splitlines():
        if line and not line.startswith("#"):
            place, lines = line.split()[:2]
            name, _, function = place.partition(":")
            found[name, function] = int(lines)
    return found


def python_functions(name):
    for node in ast.walk(ast.parse(tree.text(name))):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.name, node.lineno, node.end_lineno


def functions(name):
    return (python_functions(name) if name.endswith(".py")
            else cxx_functions.function_bodies(name))


def is_exempt(name, first):
    lines = tree.text(name).splitlines()
    return any(EXEMPT in line for line in lines[max(0, first - 4):first + 2])


def judge(place, line, lines, limit, allowed):
    """A problem when `lines` is over the limit and over, or under, what the
    exception file grants `place`."""
    name, function = place
    what = f"function '{function}'" if function else "file"
    granted = allowed.pop(place, None)
    if granted is None and lines > limit:
        yield Problem(name, line, f"{what} has {lines} lines; at most {limit}"
                      ": split it by thing")
    elif granted is not None and lines > granted:
        yield Problem(name, line, f"{what} grew to {lines} lines; "
                      f"{EXCEPTIONS} grants {granted}")
    elif granted is not None and lines < granted:
        yield Problem(name, line, f"{what} shrank to {lines} lines: lower "
                      f"its number in {EXCEPTIONS}"
                      + (" (or remove it)" if lines <= limit else ""))


def file_problems(name, allowed):
    lines = tree.text(name).count("\n")
    granted = (name, "") in allowed
    yield from judge((name, ""), 0, lines, FILE_LIMIT, allowed)
    if FILE_DISCUSS < lines <= FILE_LIMIT and not granted:
        yield Problem(name, 0, f"{lines} lines: more than {FILE_DISCUSS} "
                      "wants a reason", warning=True)
    includes = len(re.findall(r"^#include", tree.text(name), re.MULTILINE))
    if includes > INCLUDES_DISCUSS and not name.endswith("Pch.h"):
        yield Problem(name, 0, f"{includes} includes: more than "
                      f"{INCLUDES_DISCUSS} wants a reason", warning=True)
    if name.endswith(tree.CXX_ENDINGS + (".py",)):
        for function, first, last in functions(name):
            if not is_exempt(name, first):
                yield from judge((name, function), first, last - first + 1,
                                 FUNCTION_LIMIT, allowed)


def problems():
    allowed = exceptions()
    for name in tree.files():
        if name.endswith(ENDINGS) or name in ("dev", ".ci/run"):
            yield from file_problems(name, allowed)
    for name, function in allowed:
        yield Problem(EXCEPTIONS, 0, f"'{name}:{function}' is not there any "
                      "more: remove its line")
    yield from rising_numbers()


def rising_numbers():
    """Numbers that are higher than they once were."""
    now = exceptions()
    for line in git_history.removed_lines(EXCEPTIONS):
        if line and not line.startswith("#"):
            place, lines = line.split()[:2]
            name, _, function = place.partition(":")
            if now.get((name, function), 0) > int(lines):
                yield Problem(EXCEPTIONS, 0, f"'{place}' was {lines} once "
                              "and may only fall")
