# SPDX-License-Identifier: Apache-2.0
"""The tree keeps its promises: passes have tests, lists are true."""
import pathlib
import re
import unittest

import planted  # noqa: F401
import expected
import git_history
import tree
from checks import layers

PIPELINE = "compiler/driver/Pipeline.cpp"
PASS_HEADER = re.compile(
    r'#include "(compiler/(?:transform|fuse|plan|codegen)/(\w+))\.h"')


def passes():
    """The passes of the pipeline, by the headers that it includes."""
    if PIPELINE not in tree.files():
        return []
    return [match[2] for match in PASS_HEADER.finditer(tree.text(PIPELINE))]


def test_stems():
    return {re.sub(r"Test$", "", pathlib.PurePosixPath(name).stem)
            for name in tree.files() if tree.inside(name, "test")}


class TreeTest(unittest.TestCase):
    def test_every_pass_has_a_test_of_its_name(self):
        tested = test_stems()
        self.assertEqual([], [name for name in passes()
                              if name not in tested])

    def test_a_test_folder_mirrors_a_folder(self):
        """test/unit/FOLDER tests a folder of that name."""
        folders = {part for name in tree.files()
                   if not tree.inside(name, "test")
                   for part in name.split("/")[:-1]}
        units = {name.split("/")[2] for name in tree.files()
                 if name.startswith("test/unit/") and name.count("/") > 2}
        self.assertEqual(set(), {unit for unit in units if unit not in folders
                                 and unit.replace("-", "") not in
                                 {name.replace("-", "") for name in folders}})

    def test_folders_of_the_layer_table_exist_when_one_names_them(self):
        rules = layers.table()["layers"]
        for folder, rule in rules.items():
            for entry in rule["may"]:
                known = entry in rules or any(
                    tree.inside(other, entry[:-2]) for other in rules
                    if entry.endswith("/*"))
                self.assertTrue(known, f"{folder} may include '{entry}', "
                                "which is no layer")

    def test_every_command_explains_itself(self):
        for name in tree.files():
            if name.startswith("dev.d/commands/"):
                command = pathlib.PurePosixPath(name).stem
                self.assertIn(f"usage: ./dev {command}", tree.text(name))

    def test_the_list_of_passing_onnx_tests_only_grows(self):
        name = "test/onnx/passing.txt"
        lost = expected.parse(git_history.removed_lines(name)) - \
            expected.read()
        self.assertEqual(set(), lost)

    def test_the_list_of_passing_onnx_tests_is_sorted(self):
        if expected.FILE.is_file():
            lines = expected.FILE.read_text().splitlines()
            self.assertEqual(sorted(set(lines)), lines)


if __name__ == "__main__":
    unittest.main()
