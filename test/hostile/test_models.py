# SPDX-License-Identifier: Apache-2.0
"""Wrong models, given to every command that reads one."""
import os
import unittest

import numpy
from onnx import TensorProto

import models
from limits import COMPILER, HostileTest
from models import constant, model, node, value


@unittest.skipUnless(COMPILER.exists(), "the compiler was not built")
class WrongModelTest(HostileTest):
    def test_each_is_refused_and_says_why(self):
        for name, (content, code, says) in models.REFUSED.items():
            self.write("m.onnx", content)
            with self.subTest(model=name):
                self.refused("build", "m.onnx", "-o", "e", code=code,
                             says=[*says, "m.onnx: "])
                if code != models.TOO_LARGE:  # which `check` predicts
                    self.refused("check", "m.onnx", code=code, says=says)

    def test_every_command_refuses(self):
        for name in ("cycle", "unknown_operator", "initializer_too_short",
                     "shapes_that_do_not_broadcast", "text", "format_too_new"):
            content, code, says = models.REFUSED[name]
            self.write("m.onnx", content)
            for command in (["run", "m.onnx", "--random"],
                            ["run", "m.onnx", "--random", "--device",
                             "reference"],
                            ["verify", "m.onnx"], ["bench", "m.onnx"],
                            ["inspect", "m.onnx"], ["explain", "m.onnx"]):
                with self.subTest(model=name, command=command[0]):
                    self.refused(*command, code=code, says=says)

    def test_the_report_names_node_and_next_step(self):
        for name in ("too_few_operands", "unknown_attribute",
                     "reshape_with_two_open_sizes", "unknown_operator"):
            content, code, _ = models.REFUSED[name]
            self.write("m.onnx", content)
            problem, = self.tenon("check", "m.onnx", "--json",
                                  code=code).json["problems"]
            with self.subTest(model=name):
                self.assertEqual("guilty", problem["node"])
                self.assertTrue(problem["op"] and problem["what"] and
                                problem["hint"])

    def test_tensors_too_large_to_run(self):
        for name in ("constant_of_a_trillion_elements",
                     "padding_to_a_trillion_elements"):
            self.write("m.onnx", models.REFUSED[name][0])
            for device in ("cpu", "reference"):
                self.refused("run", "m.onnx", "--random", "--device", device,
                             code=4, says="1000000" if "const" in name
                             else "2000003")
        self.tenon("build", "m.onnx", "-o", "e", "--no-verify")
        self.refused("run", "e", "--random", code=4, says="bytes")

    def test_paths_that_are_no_files(self):
        (self.folder / "folder").mkdir()
        os.symlink("loop", self.folder / "loop")
        os.mkfifo(self.folder / "pipe")
        for path in ("gone.onnx", "folder", "loop", "pipe"):
            for command in (["build", path, "-o", "e"], ["check", path],
                            ["inspect", path], ["run", path, "--random"]):
                with self.subTest(path=path, command=command[0]):
                    self.refused(*command, says=path)


@unittest.skipUnless(COMPILER.exists(), "the compiler was not built")
class ExternalDataTest(HostileTest):
    def write_model(self, location, offset=None, length=None):
        tensor = TensorProto(name="w", data_type=TensorProto.FLOAT, dims=[3],
                             data_location=TensorProto.EXTERNAL)
        for key, text in (("location", location), ("offset", offset),
                          ("length", length)):
            if text is not None:
                tensor.external_data.add(key=key, value=str(text))
        self.write("m.onnx", model([node("Add", ["x", "w"], ["y"])],
                                   constants=[tensor]))

    def test_a_file_beside_the_model_is_read(self):
        (self.folder / "w.bin").write_bytes(bytes(12))
        self.write_model("w.bin")
        self.tenon("run", "m.onnx", "--random")

    def test_ways_out_of_the_folder(self):
        outside = self.folder / "outside"
        outside.mkdir()
        (outside / "w.bin").write_bytes(bytes(12))
        inside = self.folder / "inside"
        inside.mkdir()
        os.symlink("../outside/w.bin", inside / "link.bin")
        os.symlink("../outside", inside / "linked")
        os.link(outside / "w.bin", inside / "hard.bin")
        os.mkfifo(inside / "pipe.bin")
        for location in ("../outside/w.bin", str(outside / "w.bin"),
                         "link.bin", "linked/w.bin", "hard.bin", "pipe.bin",
                         "a/../../outside/w.bin", "gone.bin", "", ".", "/",
                         "w.bin\0", "/dev/zero", "/proc/self/mem"):
            self.write_model(location)
            os.rename(self.folder / "m.onnx", inside / "m.onnx")
            with self.subTest(location=location):
                self.refused("build", "inside/m.onnx", "-o", "e",
                             says=["'w'", "onnx.external-data"])

    def test_beyond_the_end_of_the_file(self):
        (self.folder / "w.bin").write_bytes(bytes(12))
        for offset, length in ((4, 12), (1 << 62, 12), (-4, 12), (0, 1 << 62),
                               (0, 8), (0, -1), ("x", 12), (13, None)):
            self.write_model("w.bin", offset, length)
            with self.subTest(offset=offset, length=length):
                self.refused("build", "m.onnx", "-o", "e", says="'w'")


@unittest.skipUnless(COMPILER.exists(), "the compiler was not built")
class BombTest(HostileTest):
    """Models that a few hundred bytes or nodes make costly for a compiler
    that walks without counting."""

    def chain(self, operator, count, width, shape=(2, 3), **attributes):
        names = ["x", *(f"v{i}" for i in range(1, count)), "y"]
        self.write("m.onnx", model(
            [node(operator, [before] * width, [after], f"n{i}", **attributes)
             for i, (before, after) in enumerate(zip(names, names[1:]))],
            [value("x", shape)]))

    def within_limits(self, *words, code=0):
        ended = self.tenon(*words, code=code)
        self.assertLess(ended.seconds, 2, words)
        return ended

    def test_values_that_double_at_each_node(self):
        self.chain("Add", 60, 2)
        self.within_limits("build", "m.onnx", "-o", "e")
        numpy.save(self.folder / "x.npy", numpy.ones((2, 3), "float32"))
        self.tenon("run", "e", "--input", "x=x.npy", "--output-dir", "out")
        self.assertEqual(2.0 ** 60,
                         numpy.load(self.folder / "out/y.npy")[1, 2])

    def test_sizes_that_double_at_each_node(self):
        self.chain("Concat", 36, 2, axis=0)
        self.within_limits("check", "m.onnx")
        ended = self.tenon("build", "m.onnx", "-o", "e", code=4)
        self.assertIn("no-verify", ended.err)
        self.assertLess(ended.seconds, 30)  # six kernels of many branches

    def test_sums_of_a_trillion_elements(self):
        self.write("m.onnx", model(
            [node("ConstantOfShape", ["s"], ["c"]),
             node("ReduceSum", ["c"], ["e"], "sum", keepdims=0),
             node("Add", ["x", "e"], ["y"], "last")],
            constants=[constant("s", [10 ** 6, 10 ** 6], "int64")]))
        self.refused("build", "m.onnx", "-o", "e", code=4,
                     says=["sum", "1000000000000 operations"])

    def test_a_window_of_two_billion_taps(self):
        self.write("m.onnx", model(
            [node("MaxPool", ["x"], ["y"], "pool", kernel_shape=[2 ** 31 - 1],
                  pads=[2 ** 30, 2 ** 30])], [value("x", (1, 1, 8))]))
        self.refused("build", "m.onnx", "-o", "e", code=4,
                     says=["pool", "no-verify"])

    def test_sixteen_dimensions_of_one_size(self):
        self.write("m.onnx", model(
            [node("Reshape", ["x", "s"], ["y"])], [value("x", ("a",) * 16)],
            constants=[constant("s", [-1], "int64")]))
        self.within_limits("build", "m.onnx", "-o", "e")


if __name__ == "__main__":
    unittest.main()
