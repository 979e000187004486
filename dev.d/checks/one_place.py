# SPDX-License-Identifier: Apache-2.0
"""No stage after import names a core op; what ops mean they say themselves.

A core op is a folder of compiler/ir/graph/ops. Passes that must know one (the
choice of a layout knows `window`) are listed with their reason in
dev.d/one-place.txt.
"""
import re

import cxx_text
import tree
from problem import Problem

OPS = "compiler/ir/graph/ops/"
# The IR itself, and import, whose work is to spell models in core ops.
FREE = ("compiler/ir/graph", "compiler/onnx")
# What holds the graph together and computes nothing: any stage may name it.
STRUCTURE = ("Constant", "Kernel", "Yield")
ALLOWED = "dev.d/one-place.txt"


def core_ops():
    return sorted({name[len(OPS):].split("/")[0] for name in tree.files()
                   if name.startswith(OPS)} - set(STRUCTURE))


def allowed_pairs():
    """{(file, op)} of lines `FILE OP[,OP...] reason`."""
    pairs = set()
    for line in tree.text(ALLOWED).splitlines():
        if line and not line.startswith("#"):
            name, ops, _reason = line.split(None, 2)
            pairs |= {(name, op) for op in ops.split(",")}
    return pairs


def uses(name, ops):
    """Yields (op, line): `FooOp`, unless of another namespace than tenon
    (arith::ConstantOp), and the op's name in the IR's text."""
    words = "|".join(ops)
    in_text = "|".join(re.sub(r"(?<!^)([A-Z])", r"_\1", op).lower()
                       for op in ops)
    pattern = re.compile(rf"(?:(?<!::)|(?<=tenon::))\b({words})Op\b"
                         rf"|\"tenon\.({in_text})\"")
    text = cxx_text.without_comments(name)
    for match in pattern.finditer(text):
        op = match[1] or match[2].title().replace("_", "")
        yield op, cxx_text.line_of(text, match.start())


def problems():
    ops, allowed, used = core_ops(), allowed_pairs(), set()
    for name in tree.cxx_files() if ops else ():
        if not tree.inside(name, "compiler") or \
                any(tree.inside(name, folder) for folder in FREE):
            continue
        for op, line in uses(name, ops):
            first = (name, op) not in used
            used.add((name, op))
            if first and (name, op) not in allowed:
                yield Problem(name, line, f"names the core op {op}: ask "
                              f"TensorBody, or list it in {ALLOWED} with "
                              "the reason")
    for name, op in sorted(allowed - used):
        yield Problem(ALLOWED, 0, f"{name} does not name {op} any more: "
                      "remove it")
