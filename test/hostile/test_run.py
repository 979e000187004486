# SPDX-License-Identifier: Apache-2.0
"""Wrong tensors, indices, sizes, flags and engines, and a disk that is full."""
import os
import unittest

import numpy

from limits import COMPILER, HostileTest
from models import INT64, constant, model, node, value

DEVICES = ("cpu", "reference")


class ArrayTest(HostileTest):
    def save(self, values, dtype="float32", name="x"):
        numpy.save(self.folder / f"{name}.npy",
                   numpy.asarray(values, dtype, order="K"))


@unittest.skipUnless(COMPILER.exists(), "the compiler was not built")
class TensorTest(ArrayTest):
    def setUp(self):
        super().setUp()
        self.write("m.onnx", model([node("Add", ["x", "w"], ["y"])],
                                   [value("x", ("n", 3))],
                                   constants=[constant("w", [1, 2, 3])]))

    def results(self, device="cpu", path="m.onnx", inputs="x"):
        words = [word for name in inputs
                 for word in ("--input", f"{name}={name}.npy")]
        if path.endswith(".onnx"):
            words += ["--device", device]
        self.tenon("run", path, *words, "--output-dir", "out")
        return numpy.load(self.folder / "out/y.npy")

    def test_layouts_that_numpy_writes(self):
        plain = numpy.arange(6, dtype="float32").reshape(2, 3)
        for given in (numpy.asfortranarray(plain), plain.astype(">f4"),
                      numpy.asfortranarray(plain.astype(">f4"))):
            numpy.save(self.folder / "x.npy", given)
            for device in DEVICES:
                numpy.testing.assert_array_equal(plain + [1, 2, 3],
                                                 self.results(device))

    def test_not_a_number_and_infinity_are_computed(self):
        given = [[numpy.nan, numpy.inf, -numpy.inf], [-0.0, 3e38, 1e-45]]
        self.save(given)
        expected = numpy.asarray(given, "float32") + numpy.asarray(
            [1, 2, 3], "float32")
        for device in DEVICES:
            numpy.testing.assert_array_equal(expected, self.results(device))

    def test_tensors_that_do_not_fit(self):
        for given, dtype, says in (
                ([[1, 2, 3]], "float64", "astype('float32')"),
                ([[1, 2, 3]], "int32", "f32"),
                ([1, 2, 3], "float32", "'x'"),
                ([[[1, 2, 3]]], "float32", "'x'"),
                ([[1, 2, 3, 4]], "float32", "3")):
            self.save(given, dtype)
            for device in DEVICES:
                with self.subTest(dtype=dtype, says=says, device=device):
                    self.refused("run", "m.onnx", "--input", "x=x.npy",
                                 "--device", device, "--output-dir", "out",
                                 says=says)

    def test_names_that_are_wrong(self):
        self.save([[1, 2, 3]])
        for device in DEVICES:
            self.refused("run", "m.onnx", "--input", "X=x.npy", "--device",
                         device, says=["'X'", "'x'"])
            self.refused("run", "m.onnx", "--device", device, says="'x'")
        self.refused("run", "m.onnx", "--random", "--shape", "X=2x3",
                     says="'X'")

    def test_files_that_lie(self):
        whole = self.folder / "x.npy"
        self.save([[1, 2, 3]])
        good = whole.read_bytes()
        huge = good.replace(b"(1, 3)", b"(99999999999, 3)")
        for content in (good[:20], good[:-1], good + b"\0", huge, b"",
                        good.replace(b"<f4", b"|O8"),
                        good.replace(b"(1, 3)", b"(-1,3)")):
            whole.write_bytes(content)
            with self.subTest(content=content[:140]):
                self.refused("run", "m.onnx", "--input", "x=x.npy",
                             says="x.npy")

    def test_batch_of_nothing(self):
        self.save(numpy.zeros((0, 3)))
        for device in DEVICES:
            self.assertEqual((0, 3), self.results(device).shape)

    def test_shapes_that_do_not_fit(self):
        for shape, says in (("x=2x4", "3"), ("x=2", "dimensions"),
                            ("x=2x3x1", "dimensions"), ("z=2x3", "'z'")):
            with self.subTest(shape=shape):
                self.refused("build", "m.onnx", "-o", "e", "--shape", shape,
                             says=says)

    def test_sizes_that_cannot_be(self):
        self.refused("run", "m.onnx", "--random", "--shape",
                     f"x={2 ** 62}x3", says="x", code=None)
        self.refused("run", "m.onnx", "--random", "--shape",
                     f"x={2 ** 38}x3", says="TENON_", code=4)

    def test_a_full_disk(self):
        numpy.save(self.folder / "x.npy", numpy.ones((5000, 3), "float32"))
        self.refused("build", "m.onnx", "-o", "e", code=4, file_bytes=1000,
                     says="WRITE_FAILED")
        self.refused("run", "m.onnx", "--input", "x=x.npy", "--output-dir",
                     "out", code=4, file_bytes=1000, says="WRITE_FAILED")
        (self.folder / "e").write_bytes(b"old")
        self.refused("build", "m.onnx", "-o", "e", code=4, file_bytes=1000,
                     says="WRITE_FAILED")
        self.assertEqual(b"old", (self.folder / "e").read_bytes())

    def test_a_folder_that_cannot_be_written(self):
        (self.folder / "file").write_text("")
        for target in ("file/e", "gone/e", "/proc/e"):
            self.refused("build", "m.onnx", "-o", target, code=4,
                         says="WRITE_FAILED")
        for target in ("file", "/proc/out"):
            self.refused("run", "m.onnx", "--random", "--output-dir", target,
                         code=4, says="WRITE_FAILED")


@unittest.skipUnless(COMPILER.exists(), "the compiler was not built")
class IndexTest(ArrayTest):
    """Indices in the data, good and bad, for each operator that follows
    them."""

    OPERATORS = {
        "Gather": (["x", "i"], (2,), {"axis": 1}),
        "GatherElements": (["x", "i"], (1, 2), {"axis": 1}),
        "GatherND": (["x", "i"], (1, 2), {}),
    }

    def write_operator(self, name):
        operands, dims, attributes = self.OPERATORS[name]
        self.write("m.onnx", model(
            [node(name, operands, ["y"], **attributes)],
            [value("x", (4, 3)), value("i", dims, INT64)]))
        self.save(numpy.arange(12).reshape(4, 3))
        return dims

    def test_indices_out_of_range(self):
        for name in self.OPERATORS:
            dims = self.write_operator(name)
            words = ("--input", "x=x.npy", "--input", "i=i.npy")
            self.save(numpy.full(dims, -1), "int64", "i")
            for device in DEVICES:
                self.tenon("run", "m.onnx", *words, "--device", device)
            for bad in (4, -5, 2 ** 62, -2 ** 63):
                self.save(numpy.full(dims, bad), "int64", "i")
                for device in DEVICES:
                    with self.subTest(operator=name, index=bad,
                                      device=device):
                        self.refused("run", "m.onnx", *words, "--device",
                                     device, "--output-dir", "out",
                                     says="guilty")

    def test_an_index_in_the_model(self):
        self.write("m.onnx", model([node("Gather", ["x", "i"], ["y"])],
                                   constants=[constant("i", [5], "int64")]))
        self.refused("run", "m.onnx", "--random", says="guilty")


@unittest.skipUnless(COMPILER.exists(), "the compiler was not built")
class NothingTest(HostileTest):
    def test_operators_on_no_elements(self):
        weights = numpy.ones((2, 3, 1, 1))
        for operator, operands, attributes in (
                ("Relu", ["x"], {}), ("Conv", ["x", "w"], {}),
                ("Softmax", ["x"], {}), ("MaxPool", ["x"], {
                    "kernel_shape": [1, 1]}),
                ("GlobalAveragePool", ["x"], {}),
                ("ReduceSum", ["x"], {}), ("Concat", ["x", "x"], {"axis": 0}),
                ("Transpose", ["x"], {}), ("MatMul", ["x", "x"], {})):
            self.write("m.onnx", model(
                [node(operator, operands, ["y"], **attributes)],
                [value("x", ("n", 3, 2, 2))],
                constants=[constant("w", weights)] if "w" in operands else []))
            numpy.save(self.folder / "x.npy",
                       numpy.zeros((0, 3, 2, 2), "float32"))
            shapes = set()
            for device in DEVICES:
                with self.subTest(operator=operator, device=device):
                    self.tenon("run", "m.onnx", "--input", "x=x.npy",
                               "--device", device, "--output-dir", device)
                    shapes.add(numpy.load(
                        self.folder / device / "y.npy").shape)
            self.assertEqual(1, len(shapes), operator)


class EngineTest(HostileTest):
    def test_damage(self):
        whole = (self.folder / "add.tenon").read_bytes()
        places = numpy.random.default_rng(3).integers(len(whole), size=40)
        for place in [0, 8, 12, 24, len(whole) - 1, *map(int, places)]:
            flipped = bytearray(whole)
            flipped[place] ^= 1 << place % 8
            (self.folder / "bad").write_bytes(flipped)
            with self.subTest(place=place):
                ended = self.refused("run", "bad", "--random", says="bad",
                                     code=None)
                self.assertIn(ended.code, (1, 2))
        for length in (*range(0, 130, 13), *map(int, places)):
            (self.folder / "bad").write_bytes(whole[:length])
            with self.subTest(length=length):
                self.refused("inspect", "bad", says="bad")

    def test_a_newer_format(self):
        newer = bytearray((self.folder / "add.tenon").read_bytes())
        newer[12:16] = (1000).to_bytes(4, "little")  # the oldest reader
        (self.folder / "newer").write_bytes(newer)
        for command in (["run", "newer", "--random"], ["inspect", "newer"],
                        ["bench", "newer"]):
            self.refused(*command, code=2, says=["newer", "update"])

    def test_a_full_disk(self):
        numpy.save(self.folder / "x.npy", numpy.ones(5000, "float32"))
        self.refused("run", "add.tenon", "--input", "x=x.npy", "--output-dir",
                     "out", code=4, file_bytes=1000, says="WRITE_FAILED")

    def test_links_and_devices(self):
        os.symlink("loop", self.folder / "loop")
        for path in ("loop", "/dev/null", "."):
            self.refused("run", path, "--random", says=path)


if __name__ == "__main__":
    unittest.main()
