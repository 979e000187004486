# SPDX-License-Identifier: Apache-2.0
"""Finds the function bodies of a C++ file by its braces.

No parser: comments and literals are blanked, then each opening brace is
classified by the text before it. A brace inside a function belongs to that
function, so lambdas and local types count with what surrounds them.
"""
import re

import cxx_text

SCOPE = re.compile(r"\b(namespace|class|struct|union|enum)\b|extern\s*$")
NAME = re.compile(r"([~\w]+|operator\s*\S+?)\s*\(")
PREPROCESSOR = re.compile(r"^[ \t]*#(?:[^\n\\]|\\\n|\\.)*", re.MULTILINE)


def opens_function(before):
    """Whether the text between the last ';', '{' or '}' and a brace is the
    head of a function, and not of a scope or an initialiser."""
    head = before.strip()
    if "(" not in head:
        return False
    scope = SCOPE.search(head)
    if scope and scope.start() < head.index("("):
        # `struct Result make() {` returns one; `struct alignas(8) Box {` not.
        return bool(re.search(r"\w+\s+\w+\s*\(", head)) and \
            not re.match(r"(class|struct|union)\s+alignas", head)
    return not re.search(r"=\s*$", head)


def function_bodies(name):
    """Yields (function name, first line, last line) of each function."""
    text = PREPROCESSOR.sub(lambda match: cxx_text.blank(match[0]),
                            cxx_text.code_only(name))
    depth, begin, head_begin = 0, None, 0
    body_depth, function = None, ""
    for offset, letter in enumerate(text):
        if letter == "{":
            before = text[head_begin:offset]
            if body_depth is None and opens_function(before):
                found = NAME.search(before)
                body_depth, function = depth, found[1] if found else "?"
                begin = cxx_text.line_of(text, head_begin + len(before)
                                         - len(before.lstrip()))
            depth += 1
        elif letter == "}":
            depth -= 1
            if depth == body_depth:
                yield function, begin, cxx_text.line_of(text, offset)
                body_depth = None
        if letter in ";{}" and body_depth is None:
            head_begin = offset + 1
