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
# `Box(int size) : items` before a brace: a member of a constructor's list.
MEMBER = re.compile(r"\)[^():]*(?<!:):(?!:).*[\w>]\s*$", re.DOTALL)
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


class Finder:
    """Walks the braces of one file."""

    def __init__(self, text):
        self.text = text
        self.depth = 0
        self.head_begin = 0       # after the last ';', '{' or '}'
        self.function = None      # (name, depth, first line) we are inside
        self.member_depth = None  # depth of a constructor's member's braces

    def open(self, offset):
        head = self.text[self.head_begin:offset]
        if self.function is None and self.member_depth is None:
            if MEMBER.search(head):
                self.member_depth = self.depth
            elif opens_function(head):
                begin = self.head_begin + len(head) - len(head.lstrip())
                name = NAME.search(head)
                self.function = (name[1] if name else "?", self.depth,
                                 cxx_text.line_of(self.text, begin))
        self.depth += 1

    def close(self, offset):
        """Returns the function that ends here, if one does."""
        self.depth -= 1
        if self.function and self.function[1] == self.depth:
            name, _, first = self.function
            self.function = None
            return name, first, cxx_text.line_of(self.text, offset)
        return None

    def bodies(self):
        for match in re.finditer(r"[{};]", self.text):
            offset = match.start()
            if match[0] == "{":
                self.open(offset)
            elif match[0] == "}":
                ended = self.close(offset)
                if ended:
                    yield ended
            if self.member_depth is None:
                self.head_begin = offset + 1
            elif match[0] == "}" and self.depth == self.member_depth:
                self.member_depth = None


def function_bodies(name):
    """Yields (function name, first line, last line) of each function."""
    text = PREPROCESSOR.sub(lambda match: cxx_text.blank(match[0]),
                            cxx_text.code_only(name))
    yield from Finder(text).bodies()
