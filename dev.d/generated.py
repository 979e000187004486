# SPDX-License-Identifier: Apache-2.0
"""Tables in Markdown that are made from the tree itself.

A page asks for one between two marks, each a line of its own:

    <!-- generated: NAME -->
    ...
    <!-- end -->

and `./dev docs` fills it by the function NAME of GENERATORS.
"""
import importlib
import re

import tree
from checks import layers

BLOCK = re.compile(r"^<!-- generated: ([\w-]+) -->\n(.*?)^<!-- end -->$",
                   re.MULTILINE | re.DOTALL)
CORE_OP = re.compile(r"^def \w+ : \w+<(?:TenonDialect, )?\"(\w+)\".*?"
                     r"let summary = \"([^\"]*)\"",
                     re.MULTILINE | re.DOTALL)
PIPELINE_ENTRY = re.compile(r"^    \{\"([\w-]+)\",\s+((?:\"[^\"]*\"\s*)+),",
                            re.MULTILINE)
STRING = re.compile(r"\"([^\"]*)\"")


def layer_table():
    """Who may include whom."""
    rows = ["| folder | may include | libraries | |", "|---|---|---|---|"]
    for folder, rule in layers.table()["layers"].items():
        may = ", ".join(f"`{name}`" for name in rule["may"]) or "–"
        libraries = ", ".join(rule["libraries"]) or "–"
        rows.append(f"| `{folder}` | {may} | {libraries} | {rule['note']} |")
    return "\n".join(rows) + "\n"


def command_table():
    """The commands of ./dev."""
    main = importlib.import_module("main")
    rows = ["| command | what it does |", "|---|---|"]
    for name in main.command_names():
        summary = main.load(name).__doc__.strip().splitlines()[0]
        rows.append(f"| `./dev {name}` | {summary} |")
    return "\n".join(rows) + "\n"


def check_table():
    """The rules of ./dev check."""
    check = importlib.import_module("commands.check")
    rows = ["| check | rule |", "|---|---|"]
    for name in check.check_names():
        paragraph = check.load(name).__doc__.strip().split("\n\n")[0]
        rows.append(f"| `{name}` | {' '.join(paragraph.split())} |")
    return "\n".join(rows) + "\n"


def core_op_table():
    """The ops of the graph IR, from their definitions."""
    rows = ["| op | what it is |", "|---|---|"]
    for name in tree.files():
        if tree.inside(name, "compiler/ir/graph/ops") and \
                name.endswith(".td"):
            for mnemonic, summary in CORE_OP.findall(tree.text(name)):
                rows.append(f"| `tenon.{mnemonic}` | {summary} |")
    return "\n".join(rows) + "\n"


def pass_table():
    """The passes of the compiler in their order, each with its reason."""
    rows = ["| pass | why it is there, and there |", "|---|---|"]
    for name, reason in PIPELINE_ENTRY.findall(
            tree.text("compiler/driver/Pipeline.cpp")):
        rows.append(f"| `{name}` | {''.join(STRING.findall(reason))} |")
    return "\n".join(rows) + "\n"


GENERATORS = {"layers": layer_table, "commands": command_table,
              "checks": check_table, "core-ops": core_op_table,
              "passes": pass_table}


def refreshed(text):
    """`text` with every block filled anew; unknown names as they are."""
    def fill(match):
        if match[1] not in GENERATORS:
            return match[0]
        return (f"<!-- generated: {match[1]} -->\n"
                f"{GENERATORS[match[1]]()}<!-- end -->")
    return BLOCK.sub(fill, text)


def pages():
    return [name for name in tree.files() if name.endswith(".md")]


def unknown_names(text):
    return [match[1] for match in BLOCK.finditer(text)
            if match[1] not in GENERATORS]
