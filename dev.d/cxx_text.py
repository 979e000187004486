# SPDX-License-Identifier: Apache-2.0
"""C++ text as the checks look at it: comments and literals blanked, lines
kept, so that line numbers stay true."""
import functools
import re

import tree

RAW_STRING = r'R"(?P<mark>[^()\\\s]{0,16})\((?:.|\n)*?\)(?P=mark)"'
PIECE = re.compile(
    r"(?P<comment>//[^\n]*|/\*(?:.|\n)*?\*/)"
    r"|(?P<text>" + RAW_STRING + r"|\"(?:\\.|[^\"\\\n])*\""
    r"|(?<![\w'])'(?:\\.|[^'\\\n])+')")


def blank(piece):
    return re.sub(r"[^\n]", " ", piece)


@functools.cache
def without_comments(name):
    return PIECE.sub(
        lambda match: blank(match[0]) if match["comment"] else match[0],
        tree.text(name))


@functools.cache
def code_only(name):
    """Comments blanked, and string and character literals emptied."""
    return PIECE.sub(lambda match: blank(match[0]), tree.text(name))


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1
