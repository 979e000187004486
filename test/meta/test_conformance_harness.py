# SPDX-License-Identifier: Apache-2.0
"""The runner of the ONNX suite survives crashes, silence and nonsense."""
import pathlib
import sys
import tempfile
import unittest
import unittest.mock

import planted  # noqa: F401  (makes the harness importable)
import batch
import expected
import report

# Stands in for tenon-conformance: what it does to a test is its name.
PROGRAM = """
import json, os, sys, time
assert sys.argv[1:3] == ["--device", "cpu"], sys.argv
for line in open(sys.argv[-1]):
    test = line.strip()
    name = test.split("/")[-1]
    if name == "aborts":
        print("last words", file=sys.stderr, flush=True)
        os.abort()
    if name == "hangs":
        time.sleep(60)
    if name == "exits":
        sys.exit(3)
    if name == "misused":
        print("what?", file=sys.stderr)
        sys.exit(2)
    if name == "babbles":
        print("not json", flush=True)
    print(json.dumps({"test": test, "status": "failed" if name == "wrong"
                      else "passed", "why": "w"}), flush=True)
"""


def outcomes(tests, seconds=5):
    folder = pathlib.Path("suite")
    return batch.run([sys.executable, "-c", PROGRAM], "cpu", folder, tests,
                     seconds=seconds, workers=1)


class HarnessTest(unittest.TestCase):
    def test_goes_on_after_each_kind_of_death(self):
        tests = ["n/a", "n/aborts", "n/b", "n/exits", "n/wrong", "n/babbles",
                 "n/c"]
        found = outcomes(tests)
        self.assertEqual(
            ["passed", "crashed", "passed", "crashed", "failed", "passed",
             "passed"], [found[test].status for test in tests])
        self.assertEqual("signal 6: last words", found["n/aborts"].why)
        self.assertEqual("exit code 3", found["n/exits"].why)

    def test_ends_a_test_that_hangs(self):
        found = outcomes(["n/a", "n/hangs", "n/b"], seconds=1)
        self.assertEqual("no result in 1 s", found["n/hangs"].why)
        self.assertEqual("passed", found["n/b"].status)

    def test_a_crash_of_the_last_test_ends_the_run(self):
        self.assertEqual("crashed", outcomes(["n/aborts"])["n/aborts"].status)

    def test_wrong_use_stops_everything(self):
        with self.assertRaisesRegex(batch.ProgramUnusable, "what"):
            outcomes(["n/misused", "n/a"])

    def test_a_crash_counts_as_a_failure_in_the_table(self):
        found = {"cpu": outcomes(["n/a", "n/aborts", "n/wrong"])}
        counts = report.count(found, dict.fromkeys(found["cpu"], "Add"))
        self.assertEqual({"passed": 1, "failed": 2}, counts["cpu"]["Add"])
        self.assertIn("| Add | 1 | 2 | 0 |", report.markdown(counts, found, "x"))


class ExpectedListTest(unittest.TestCase):
    def test_lines_name_a_test_and_its_devices(self):
        self.assertEqual(
            {("node/a", "cpu"), ("node/a", "reference"), ("node/b", "cpu")},
            expected.parse(["# note", "node/a cpu reference", "node/b cpu"]))

    def test_the_list_is_written_sorted(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "passing.txt"
            with unittest.mock.patch.object(expected, "FILE", file):
                expected.write({("b", "cpu"), ("a", "reference"),
                                ("a", "cpu")})
                self.assertEqual("a cpu reference\nb cpu\n",
                                 file.read_text())


if __name__ == "__main__":
    unittest.main()
