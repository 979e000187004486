# SPDX-License-Identifier: Apache-2.0
"""The tests of the ONNX backend suite: where they are, what each is about.

A test is a folder with model.onnx and test_data_set_*/; its name is
"KIND/FOLDER", as in "node/test_abs". The wheel of onnx carries a suite.
"""
import functools
import pathlib
import re

KINDS = ("node", "simple", "pytorch-converted", "pytorch-operator")
EXPANDED = re.compile(r"_expanded(_function)?(_ver\d+)?$")


def default_folder():
    import onnx.backend.test
    return pathlib.Path(onnx.backend.test.__file__).parent / "data"


def tests(folder):
    """The names of all tests below a suite's folder, sorted."""
    return sorted(f"{kind}/{path.parent.name}" for kind in KINDS
                  for path in (folder / kind).glob("*/model.onnx"))


def qualified(domain, name):
    return name if domain in ("", "ai.onnx") else f"{domain}.{name}"


def nodes(folder, test):
    import onnx
    path = folder / test / "model.onnx"
    if not path.is_file():
        return []
    return onnx.load(path, load_external_data=False).graph.node


@functools.cache
def operator_spellings():
    """Operators by their names in lower case without underscores."""
    import onnx
    return {schema.name.lower(): qualified(schema.domain, schema.name)
            for schema in onnx.defs.get_all_schemas()}


def operator_by_name(test):
    """The operator whose name begins a node test's name: `test_` and then,
    some words long, the operator in snake case; the longest one wins."""
    words = test.split("/")[1].removeprefix("test_").removeprefix(
        "ai_onnx_ml_").split("_")
    for count in range(len(words), 0, -1):
        found = operator_spellings().get("".join(words[:count]))
        if found:
            return found
    return "(several operators)"


def operator_of(folder, test):
    """The operator that a test is about. A node test is about its only node;
    its "expanded" form, which spells the operator by others, about the same;
    the other kinds are whole graphs."""
    kind, name = test.split("/")
    if kind != "node":
        return f"(graphs of {kind})"
    for candidate in (test, f"{kind}/{EXPANDED.sub('', name)}"):
        found = nodes(folder, candidate)
        if len(found) == 1:
            return qualified(found[0].domain, found[0].op_type)
    return operator_by_name(test)
