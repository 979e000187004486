# SPDX-License-Identifier: Apache-2.0
"""docs/json.md lists the keys that --json prints, no more and no less."""
import pathlib
import re
import unittest

from onnx import TensorProto, helper

from program import CommandTest

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "json.md"
SECTION = re.compile(r"^## (\w+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^\| `([^`]+)` \|(.*)\|$", re.MULTILINE)
NAMED_BY_USER = ("memory.sizes", "properties", "against")
COMMANDS = {
    "error": [["run", "gone.tenon"]],
    "check": [["check", "odd.onnx"], ["check", "m.onnx"]],
    "build": [["build", "m.onnx", "-o", "m.tenon"]],
    "run": [["run", "m.onnx", "--random", "--output-dir", "out"]],
    "bench": [["bench", "m.onnx", "--iters", "1", "--per-kernel"]],
    "verify": [["verify", "m.onnx"]],
    "explain": [["explain", "m.onnx"]],
    "inspect": [["inspect", "m.onnx"]],
    "devices": [["devices"]],
}


def documented():
    """{section: {key: what it says}}."""
    return {name: dict(ROW.findall(text))
            for name, text in SECTION.findall(PAGE.read_text())}


def keys_of(value, known, path=""):
    """Paths of the leaves of a document; a path that the page describes as a
    whole, in `known`, is a leaf."""
    if path in known or not isinstance(value, (dict, list)):
        return {path}
    if isinstance(value, list):
        return {path + "[]" for item in value} if path + "[]" in known else {
            key for item in value for key in keys_of(item, known,
                                                     path + "[]")}
    return {key for name, item in value.items() for key in keys_of(
        item, known,
        (path + "." if path else "")
        + ("*" if path in NAMED_BY_USER else name))}


class JsonTest(CommandTest):
    def setUp(self):
        super().setUp()
        for name, operator in ("m.onnx", "Exp"), ("odd.onnx", "Odd"):
            self.write(name, operator)

    def write(self, name, operator):
        graph = helper.make_graph(
            [helper.make_node("Relu", ["x"], ["r"], name="r"),
             helper.make_node("ReduceSum", ["r"], ["s"], name="s"),
             helper.make_node(operator, ["s"], ["y"], name="y")], "test",
            [helper.make_tensor_value_info("x", TensorProto.FLOAT, ("n", 3))],
            [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)])
        model = helper.make_model(
            graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
        helper.set_model_props(model, {"author": "us"})
        (self.folder / name).write_bytes(model.SerializeToString())

    def test_each_command_prints_what_the_page_says(self):
        pages = documented()
        self.assertEqual(set(COMMANDS), set(pages))
        for name, runs in COMMANDS.items():
            with self.subTest(command=name):
                found = {key for words in runs for key in keys_of(
                    self.tenon(*words, "--json", code=None).json,
                    pages[name])}
                self.assertEqual(set(), found - set(pages[name]))
                groups = {key.split(".")[0].split("[")[0]
                          for key, text in pages[name].items()
                          if "maybe" in text}
                missing = {key for key in set(pages[name]) - found
                           if key.split(".")[0].split("[")[0] not in groups}
                self.assertEqual(set(), missing)


if __name__ == "__main__":
    unittest.main()
