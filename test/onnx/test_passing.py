# SPDX-License-Identifier: Apache-2.0
"""The tests of the ONNX suite that test/onnx/passing.txt names still pass.

Each of them counts as a test of its own.
"""
import os
import pathlib
import unittest

import batch
import expected
import suite

EXTRA = {"passed": 0, "failed": 0, "skipped": 0}
PROGRAM = pathlib.Path(os.environ.get("TENON_BUILD", "")) / "bin" / \
    "tenon-conformance"


class PassingTests(unittest.TestCase):
    def run_device(self, device, wanted):
        folder = suite.default_folder()
        here = set(suite.tests(folder))
        names = sorted(test for test, where in wanted
                       if where == device and test in here)
        outcomes = batch.run([PROGRAM], device, folder, names)
        broken = [outcome for outcome in outcomes.values()
                  if outcome.status != "passed"]
        EXTRA["passed"] += len(outcomes) - len(broken)
        EXTRA["failed"] += len(broken)
        for outcome in broken:
            print(f"{device} {outcome.test}: {outcome.status}: {outcome.why}")
        return broken

    def test_every_listed_test_passes(self):
        wanted = expected.read()
        if not wanted:
            self.skipTest("passing.txt names no test yet")
        self.assertTrue(PROGRAM.is_file(), f"{PROGRAM} was not built")
        for device in sorted({device for _, device in wanted}):
            with self.subTest(device=device):
                self.assertEqual([], self.run_device(device, wanted))


if __name__ == "__main__":
    unittest.main()
