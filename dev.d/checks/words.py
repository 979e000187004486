# SPDX-License-Identifier: Apache-2.0
"""Words that dev.d/layers.toml keeps to some folders stay there."""
import re

import cxx_text
import tree
from checks import layers
from problem import Problem

ENDINGS = tree.CXX_ENDINGS + (".td", ".inc")


def applies(rule, name):
    return (name.endswith(ENDINGS)
            and any(tree.inside(name, folder) for folder in rule["where"])
            and not any(tree.inside(name, folder) for folder in rule["only"]))


def problems():
    for rule in layers.table()["words"]:
        pattern = re.compile(rule["pattern"])
        for name in tree.files():
            if not applies(rule, name):
                continue
            text = (tree.text(name) if rule["comments"]
                    else cxx_text.code_only(name))
            for match in pattern.finditer(text):
                yield Problem(
                    name, cxx_text.line_of(text, match.start()),
                    f"'{match[0]}' is {rule['what']}, which only "
                    + ", ".join(rule["only"]) + " may name")
