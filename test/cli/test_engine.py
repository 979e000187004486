# SPDX-License-Identifier: Apache-2.0
"""`bench`, `verify`, `inspect`, `explain` and `devices` on engines."""
import unittest

import numpy
import onnx

from program import CommandTest


class BenchTest(CommandTest):
    def test_figures(self):
        report = self.tenon("bench", "chain.tenon", "--duration", "0.05",
                            "--warmup", "3", "--threads", "1", "--per-kernel",
                            "--json").json
        latency = report["latency_ms"]
        self.assertLess(0, latency["min"])
        self.assertLessEqual(latency["min"], latency["p10"])
        self.assertLessEqual(latency["p10"], latency["median"])
        self.assertLessEqual(latency["median"], latency["p90"])
        self.assertLess(0, report["iterations"])
        self.assertEqual(3, report["warmup"])
        self.assertEqual(1, report["threads"])
        self.assertEqual(4, len(report["kernels"]))
        self.assertEqual("node0", report["kernels"][0]["nodes"])
        self.assertEqual(["x"], [one["name"] for one in report["inputs"]])

    def test_number_of_runs(self):
        report = self.tenon("bench", "add.tenon", "--iters", "1",
                            "--json").json
        self.assertEqual(1, report["iterations"])

    def test_table(self):
        said = self.tenon("bench", "add.tenon", "--duration", "0.01",
                          "--per-kernel").out
        for word in ("median", "threads", "GFLOP/s", "addConstant"):
            self.assertIn(word, said)

    def test_peers_need_the_model(self):
        self.refused("bench", "add.tenon", "--duration", "0.01", "--against",
                     "onnxruntime", says="engine")


class VerifyTest(CommandTest):
    def write_set(self, given, expected):
        folder = self.folder / "set"
        folder.mkdir(exist_ok=True)
        for name, values in (("input_0", given), ("output_0", expected)):
            tensor = onnx.numpy_helper.from_array(
                numpy.asarray(values, "float32"), "")
            (folder / f"{name}.pb").write_bytes(tensor.SerializeToString())

    def test_a_good_set(self):
        self.write_set([1, 2], [2, 3])
        report = self.tenon("verify", "add.tenon", "--test-set", "set",
                            "--json").json
        self.assertTrue(report["matches"])
        self.assertEqual(0, report["sets"][0]["outputs"][0]["mismatches"])

    def test_a_difference_is_exit_code_3(self):
        self.write_set([1, 2, 3], [2, 3, 4.5])
        ended = self.tenon("verify", "add.tenon", "--test-set", "set", code=3)
        self.assertIn("[2]: 4, expected 4.5", ended.out)
        report = self.tenon("verify", "add.tenon", "--test-set", "set",
                            "--json", code=3).json
        output = report["sets"][0]["outputs"][0]
        self.assertEqual("y", report["first_wrong"])
        self.assertEqual(1, output["mismatches"])
        self.assertAlmostEqual(0.5, output["max_abs_error"])
        self.assertAlmostEqual(0.2, output["max_error_of_range"])

    def test_tolerances(self):
        self.write_set([1, 2, 3], [2, 3, 4.5])
        self.tenon("verify", "add.tenon", "--test-set", "set", "--atol", "0.5")
        self.tenon("verify", "add.tenon", "--test-set", "set", "--rtol", "0.2")
        self.tenon("verify", "add.tenon", "--test-set", "set", "--atol",
                   "0.4", "--rtol", "0", code=3)

    def test_another_shape_is_a_difference(self):
        self.write_set([1, 2], [2, 3, 4])
        ended = self.tenon("verify", "add.tenon", "--test-set", "set", code=3)
        self.assertIn("f32[2], expected f32[3]", ended.out)

    def test_nothing_to_compare_with(self):
        self.refused("verify", "add.tenon", says=["--model", "--test-set"])
        self.refused("verify", "add.tenon", "--test-set", "gone", says="gone")
        self.refused("verify", "add.tenon", "--all", says="--all")
        self.refused("verify", "add.tenon", "--model", "add.tenon",
                     says="is an engine")


class InspectTest(CommandTest):
    def test_everything_is_there(self):
        report = self.tenon("inspect", "chain.tenon", "--json").json
        self.assertEqual(1, report["version"])
        self.assertEqual("x", report["inputs"][0]["name"])
        kinds = [section["kind"] for section in report["sections"]]
        for kind in ("metadata", "program", "code", "constants"):
            self.assertIn(kind, kinds)
        variant = report["variants"][0]
        self.assertEqual(4, len(variant["program"]["steps"]))
        memory = variant["memory"]
        self.assertEqual(memory["planned_peak_bytes"],
                         memory["arena_bytes"] + memory["output_bytes"])

    def test_table(self):
        said = self.tenon("inspect", "chain.tenon").out
        for text in ("Sections:", "Steps:", "Buffers:", "n*4", "node3"):
            self.assertIn(text, said)

    def test_no_explanation(self):
        self.refused("explain", "add.tenon", says="no explanation")


class DevicesTest(CommandTest):
    def test_facts(self):
        report = self.tenon("devices", "--json").json
        device = report["devices"][0]
        self.assertEqual("cpu", device["device"])
        self.assertLess(0, device["usable_cpus"])
        self.assertIsNone(device["peaks"])
        self.assertIn("not probed yet", self.tenon("devices").out)

    def test_a_cache_that_is_no_cache(self):
        self.tenon("devices", "--json", env={"XDG_CACHE_HOME": "/dev/null"})
        self.tenon("devices", "--json", env={"XDG_CACHE_HOME": "relative"})


if __name__ == "__main__":
    unittest.main()
