# SPDX-License-Identifier: Apache-2.0
"""Commands on models: check, build, run, verify, explain, and what they say
of files that are wrong."""
import os
import unittest

import numpy
import onnx
from onnx import TensorProto, helper

from program import BUILD, CommandTest

FLOAT = TensorProto.FLOAT


def model(nodes, shape=("n", 3), outputs=("y",), opset=17, **constants):
    """x [shape] f32 through `nodes`, each (operator, inputs, output)."""
    graph = helper.make_graph(
        [helper.make_node(operator, inputs, [output], name=f"node_{output}",
                          **attributes)
         for operator, inputs, output, attributes in nodes],
        "test", [helper.make_tensor_value_info("x", FLOAT, shape)],
        [helper.make_tensor_value_info(name, FLOAT, None)
         for name in outputs],
        [onnx.numpy_helper.from_array(numpy.asarray(value, "float32"), name)
         for name, value in constants.items()])
    return helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)


@unittest.skipUnless((BUILD / "lib/libtenon-compiler.so").exists(),
                     "the compiler was not built")
class ModelTest(CommandTest):
    def setUp(self):
        super().setUp()
        # y = relu(x * s) + 1
        self.write("good.onnx", model(
            [("Mul", ["x", "s"], "m", {}), ("Relu", ["m"], "r", {}),
             ("Add", ["r", "one"], "y", {})], s=[1, 2, 3], one=[1]))

    def write(self, name, proto):
        (self.folder / name).write_bytes(proto.SerializeToString())

    def save(self, name, values):
        numpy.save(self.folder / name, numpy.asarray(values, "float32"))

    def result(self, folder="out"):
        return numpy.load(self.folder / folder / "y.npy").tolist()


class GoodModelTest(ModelTest):
    def test_check(self):
        report = self.tenon("check", "good.onnx", "--json").json
        self.assertEqual("ok", report["status"])
        self.assertEqual([], report["problems"])
        self.assertLess(0, report["predicted"]["kernels"])
        self.assertLess(0, report["predicted"]["build_ms"])
        self.assertLess(0, report["memory"]["planned_peak_bytes"])
        self.assertIn("supported", self.tenon("check", "good.onnx").out)

    def test_build_reports_and_the_engine_runs(self):
        report = self.tenon("build", "good.onnx", "-o", "good.tenon",
                            "--json").json
        self.assertEqual(1, report["version"])
        self.assertLess(0, report["build_ms"])
        self.assertEqual((self.folder / "good.tenon").stat().st_size,
                         report["engine_bytes"])
        self.assertLess(0, report["verify"]["checked"])
        self.assertEqual(0, report["verify"]["mismatches"])
        self.assertEqual({"planned_peak_bytes", "weights_bytes", "sizes"},
                         set(report["memory"]))
        self.assertEqual({"n": 1}, report["memory"]["sizes"])
        self.save("in.npy", [[1, -1, 2]])
        self.tenon("run", "good.tenon", "--input", "x=in.npy",
                   "--output-dir", "out")
        self.assertEqual([[2, 1, 7]], self.result())

    def test_the_prediction_is_what_is_built(self):
        words = ("good.onnx", "--shape", "x=5x3", "--json")
        predicted = self.tenon("check", *words).json["memory"]
        self.assertEqual(predicted, self.tenon(
            "build", *words, "-o", "good.tenon").json["memory"])
        planned = self.tenon("inspect", "good.tenon",
                             "--json").json["variants"][0]["memory"]
        self.assertEqual(predicted["planned_peak_bytes"],
                         planned["planned_peak_bytes"])

    def test_the_same_model_gives_the_same_bytes(self):
        for name in ("a", "b"):
            self.tenon("build", "good.onnx", "-o", name)
        self.assertEqual((self.folder / "a").read_bytes(),
                         (self.folder / "b").read_bytes())

    def test_a_model_runs_without_an_engine(self):
        self.save("in.npy", [[1, -1, 2], [3, 4, 5]])
        for device in ("cpu", "reference"):
            self.tenon("run", "good.onnx", "--input", "x=in.npy",
                       "--device", device, "--output-dir", device)
            self.assertEqual([[2, 1, 7], [4, 9, 16]], self.result(device))

    def test_verify(self):
        report = self.tenon("verify", "good.onnx", "--json").json
        self.assertTrue(report["matches"])
        self.assertEqual(["y"], [output["name"] for output
                                 in report["sets"][0]["outputs"]])
        report = self.tenon("verify", "good.onnx", "--all", "--json").json
        names = [output["name"] for output in report["sets"][0]["outputs"]]
        self.assertEqual({"y", "node_m", "node_r"}, set(names))
        self.tenon("build", "good.onnx", "-o", "good.tenon")
        self.tenon("verify", "good.tenon", "--model", "good.onnx")
        self.assertIn("0 mismatches", self.tenon("verify", "good.tenon").out)

    def test_an_engine_of_another_model_differs(self):
        self.write("other.onnx", model([("Neg", ["x"], "y", {})]))
        self.tenon("build", "good.onnx", "-o", "good.tenon")
        ended = self.tenon("verify", "good.tenon", "--model", "other.onnx",
                           code=3)
        self.assertIn("DIFFERENT", ended.out)

    def test_explain_and_inspect(self):
        self.assertIn("node_y", self.tenon("explain", "good.onnx").out)
        report = self.tenon("explain", "good.onnx", "--shape", "x=4x3",
                            "--json").json
        kernel = report["variants"][0]["kernels"][0]
        for key in ("class", "schedule", "nodes"):
            self.assertTrue(kernel[key])
        self.assertLessEqual(2 * 4 * 12, kernel["bytes_at_optimum"])
        report = self.tenon("inspect", "good.onnx", "--json").json
        self.assertEqual(3, report["inputs"][0]["dims"][1])

    def test_dumps(self):
        self.tenon("build", "good.onnx", "-o", "good.tenon", "--dump-at",
                   "all", "--dump-dir", "dumps")
        self.assertTrue([name for name in self.files()
                         if name.endswith(".mlir")])
        report = self.tenon("build", "good.onnx", "-o", "good.tenon",
                            "--json").json
        passes = report["passes"] + report["targets"][0]["passes"]
        for entry in passes:
            self.assertTrue([name for name in self.files()
                             if name.endswith(f"_{entry['name']}.mlir")])
        self.assertLess(2, len(passes))

    def test_an_unknown_stage_is_refused(self):
        self.refused("build", "good.onnx", "-o", "other.tenon", "--dump-at",
                     "fuse", says=["'fuse'", "form-kernels", "asm"])

    def test_dimensions_called_by_one_name_have_one_size(self):
        self.write("square.onnx", model([("Relu", ["x"], "y", {})],
                                        shape=("n", "n")))
        says = "'n'"
        self.refused("build", "square.onnx", "-o", "e.tenon", "--shape",
                     "x=2x3", says=says)
        self.tenon("build", "square.onnx", "-o", "square.tenon")
        self.refused("bench", "square.tenon", "--shape", "x=2x3", says=says)

    def test_sizes_not_given_are_some_that_the_model_accepts(self):
        self.write("narrow.onnx", model([("Add", ["x", "w"], "y", {})],
                                        shape=("n", "h"), w=[1] * 32))
        self.tenon("build", "narrow.onnx", "-o", "narrow.tenon")
        for command in ("run", "bench", "verify"):
            self.tenon(command, "narrow.onnx", "--random")
        self.assertIn("x [1, 32]",
                      self.tenon("bench", "narrow.tenon", "--iters", "1").out)
        planned = self.tenon("inspect", "narrow.tenon", "--json").json
        self.assertEqual(128, planned["variants"][0]["memory"][
            "planned_peak_bytes"])

    def test_dimensions_without_a_name_are_independent(self):
        # Exporters write -1, "?" and nothing for them.
        for open_dim in (-1, "?", None):
            self.write("open.onnx", model([("Relu", ["x"], "y", {})],
                                          shape=(open_dim, open_dim)))
            self.save("in.npy", [[1, -2, 3]])
            self.tenon("run", "open.onnx", "--input", "x=in.npy",
                       "--output-dir", "out")
            self.assertEqual([[1, 0, 3]], self.result())

    def test_properties_of_the_model_stay_with_the_engine(self):
        proto = model([("Relu", ["x"], "y", {})])
        onnx.helper.set_model_props(proto, {"character": "a\nb" * 9000,
                                            "author": "us"})
        self.write("labelled.onnx", proto)
        report = self.tenon("inspect", "labelled.onnx", "--json").json
        self.assertEqual({"character": "a\nb" * 9000, "author": "us"},
                         report["properties"])
        self.assertIn("author", self.tenon("inspect", "labelled.onnx").out)

    def test_sizes_are_chosen_by_shape(self):
        self.tenon("build", "good.onnx", "-o", "fixed.tenon", "--shape",
                   "x=2x3")
        self.save("in.npy", [[1, 2, 3]])
        self.refused("run", "fixed.tenon", "--input", "x=in.npy",
                     says=["'x'", "2"])
        self.tenon("build", "good.onnx", "-o", "range.tenon", "--shape",
                   "x=2..8:4x?")
        self.refused("run", "range.tenon", "--input", "x=in.npy", says="2")
        dims = self.tenon("inspect", "range.tenon",
                          "--json").json["inputs"][0]["dims"]
        self.assertEqual({"name": "n", "min": 2, "max": 8, "optimum": 4},
                         dims[0])


class WrongUseTest(ModelTest):
    def test_shapes_that_do_not_fit(self):
        for shape, says in {"x=2x4": "3", "x=2": "dimensions",
                            "z=2x3": "'z'"}.items():
            with self.subTest(shape=shape):
                self.refused("build", "good.onnx", "-o", "e", "--shape",
                             shape, says=says)

    def test_unknown_target(self):
        self.refused("build", "good.onnx", "-o", "e", "--target", "z80",
                     says=["z80", "x86-64-v3"])

    def test_code_for_no_cpu_is_built_and_does_not_run(self):
        self.tenon("build", "good.onnx", "-o", "null.tenon", "--target",
                   "null")
        self.tenon("inspect", "null.tenon")
        self.refused("run", "null.tenon", "--random", says="null", code=2)

    def test_engines_that_cannot_be_written(self):
        for path in ("/proc/e", "gone/e", "."):
            with self.subTest(path=path):
                self.refused("build", "good.onnx", "-o", path, code=4,
                             says="WRITE_FAILED")
        self.refused("build", "good.onnx", "-o", "/dev/full", code=4,
                     says="WRITE_FAILED")

    def test_an_engine_is_not_built_again(self):
        self.refused("build", "add.tenon", "-o", "e", says="engine already")
        self.refused("check", "add.tenon", says="engine")


class WrongModelTest(ModelTest):
    def test_unsupported_nodes_are_all_listed(self):
        self.write("odd.onnx", model(
            [("Frobnicate", ["x"], "a", {}), ("Relu", ["a"], "b", {}),
             ("Foo", ["x"], "y", {})]))
        report = self.tenon("check", "odd.onnx", "--json", code=2).json
        self.assertEqual(["Frobnicate", "Foo"],
                         [problem["op"] for problem in report["problems"]])
        self.assertEqual(["node_a", "node_y"],
                         [problem["node"] for problem in report["problems"]])
        said = self.tenon("check", "odd.onnx", code=2).out
        self.assertIn("Frobnicate", said)
        for command in (["run", "odd.onnx", "--random"],
                        ["build", "odd.onnx", "-o", "e"],
                        ["run", "odd.onnx", "--random", "--device",
                         "reference"]):
            self.refused(*command, code=2, says=["Frobnicate", "node_y"])

    def test_names_do_not_steer_the_terminal(self):
        evil = "\x1b[2J\nnode"
        self.write("odd.onnx", model([("Foo", ["x"], evil, {}),
                                      ("Relu", [evil], "y", {})]))
        ended = self.tenon("check", "odd.onnx", code=2)
        self.assertNotIn("\x1b", ended.out + ended.err)
        self.assertEqual(4, len(ended.out.splitlines()))

    def test_files_that_are_no_models(self):
        (self.folder / "text").write_text("hello, world\n")
        (self.folder / "empty").write_bytes(b"")
        os.symlink("nowhere", self.folder / "broken")
        os.mkfifo(self.folder / "pipe")
        for path in ("gone.onnx", "text", "empty", ".", "broken", "pipe",
                     "/dev/zero", "/proc/self/mem"):
            for command in (["check", path], ["build", path, "-o", "e"],
                            ["run", path, "--random"],
                            ["verify", path, "--random"]):
                with self.subTest(path=path, command=command[0]):
                    self.refused(*command, says=path)

    def test_truncated_models(self):
        whole = (self.folder / "good.onnx").read_bytes()
        for length in range(0, len(whole), 7):
            (self.folder / "cut.onnx").write_bytes(whole[:length])
            with self.subTest(length=length):
                self.refused("check", "cut.onnx", says="cut.onnx")

    def test_shapes_that_contradict(self):
        self.write("bad.onnx", model([("Add", ["x", "c"], "y", {})],
                                     c=numpy.zeros((1, 4))))
        self.refused("build", "bad.onnx", "-o", "e", says="node_y")

    def test_memory_limit_of_the_reference(self):
        self.refused("run", "good.onnx", "--random", "--shape", "x=100000x3",
                     "--device", "reference", "--memory-limit", "1K", code=4,
                     says=["node_m", "does not fit"])


if __name__ == "__main__":
    unittest.main()
