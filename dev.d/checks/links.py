# SPDX-License-Identifier: Apache-2.0
"""Links in Markdown lead to files, and headings, that exist."""
import pathlib
import re

import tree
from problem import Problem

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
FENCE = re.compile(r"^(```|~~~).*?^\1\s*$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]*`")
HEADING = re.compile(r"^#+\s+(.*?)\s*$", re.MULTILINE)
EXTERNAL = re.compile(r"[a-z]+:")


def blank(match):
    return re.sub(r"[^\n]", " ", match[0])


def anchors(name):
    """Headings as the usual Markdown viewers spell them in links."""
    text = FENCE.sub(blank, tree.text(name))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
            for heading in HEADING.findall(text)}


def complaint(name, target):
    path, _, anchor = target.partition("#")
    where = pathlib.Path(name).parent / path if path else pathlib.Path(name)
    resolved = (tree.ROOT / where).resolve()
    if not resolved.is_relative_to(tree.ROOT) or not resolved.exists():
        return f"link to '{target}': there is no such file"
    relative = str(resolved.relative_to(tree.ROOT))
    if anchor and relative.endswith(".md") and \
            anchor not in anchors(relative):
        return f"link to '{target}': {relative} has no such heading"
    return None


def problems():
    for name in tree.files():
        if not name.endswith(".md"):
            continue
        text = CODE.sub(blank, FENCE.sub(blank, tree.text(name)))
        for match in LINK.finditer(text):
            if EXTERNAL.match(match[1]):
                continue
            wrong = complaint(name, match[1])
            if wrong:
                yield Problem(name, text.count("\n", 0, match.start()) + 1,
                              wrong)
