# SPDX-License-Identifier: Apache-2.0
"""The memory of a run is known before it: what is measured beside weights and
start-up is what was planned, and a limit is kept before anything is taken."""
import json
import os
import subprocess
import unittest

from runner import BUILD, PROGRAM, ModelTest, package_file

SHARE = 0.1          # of the plan that the measurement may be off
CANNOT_MEASURE = 77  # exit code of measure-memory
MIB = 1 << 20

# Sizes at which a run takes megabytes: pages of 4 KiB are noise then.
SIZES = {"ppocrv4-det.onnx": "1x3x640x640",
         "ppocrv4-rec.onnx": "6x3x48x320",
         "basic-pitch.onnx": "2x43844x1",
         "opennsfw.onnx": "1x224x224x3"}


class MemoryTest(ModelTest):
    def test_what_is_measured_was_planned(self):
        for name, size in SIZES.items():
            with self.subTest(name=name):
                engine = self.build(package_file(name))
                ended = subprocess.run(
                    [BUILD / "bin" / "measure-memory", engine, size],
                    capture_output=True, text=True)
                if ended.returncode == CANNOT_MEASURE:
                    self.skipTest(ended.stderr)
                self.assertEqual(0, ended.returncode, ended.stderr)
                memory = json.loads(ended.stdout)
                self.assertLess(MIB, memory["planned"])
                self.assertLess(
                    abs(memory["measured"] - memory["planned"]),
                    SHARE * memory["planned"], memory)

    def peak_of(self, *words):
        """Exit code, standard error and peak memory of a command."""
        with open(self.folder / "said", "w+b") as said:
            process = subprocess.Popen([PROGRAM, *words], stderr=said,
                                       stdout=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            said.seek(0)
            return (process.returncode, said.read().decode(),
                    usage.ru_maxrss * 1024)

    def test_a_limit_is_kept_before_anything_is_allocated(self):
        engine = self.build(package_file("ppocrv4-det.onnx"))
        run = ("run", engine, "--random", "--shape", "x=1x3x1472x1472")
        code, said, least = self.peak_of("inspect", engine)
        self.assertEqual(0, code, said)
        code, said, peak = self.peak_of(*run, "--memory-limit", "40M")
        self.assertEqual(4, code, said)
        self.assertIn("limit", said)
        inputs = 3 * 1472 * 1472 * 4
        self.assertLess(peak, least + 2 * inputs + 8 * MIB)
        # It would have taken far more.
        code, said, peak = self.peak_of(*run)
        self.assertEqual(0, code, said)
        self.assertLess(least + 2 * inputs + 48 * MIB, peak)


if __name__ == "__main__":
    unittest.main()
