# SPDX-License-Identifier: Apache-2.0
"""Thousands of damaged models, in the one process of sweep-model."""
import json
import pathlib
import subprocess
import sys
import unittest

import numpy

from limits import (
    BUILD, COMPILER, PEAK_KIB, SANITIZED, HostileTest)
from models import constant, model, node, value

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "onnx"))
import suite  # noqa: E402

SWEEP = BUILD / "bin" / "sweep-model"
SLOWEST_MS = 20_000 if SANITIZED else 2_000  # of a machine that is busy
random = numpy.random.default_rng(11)


def weights(name, *shape, dtype="float32"):
    return constant(name, random.normal(size=shape), dtype)


def digits():
    """A small network for pictures, as exporters write it."""
    return model(
        [node("Conv", ["x", "w1", "b1"], ["c1"], "conv1", pads=[2] * 4),
         node("Relu", ["c1"], ["r1"], "relu1"),
         node("MaxPool", ["r1"], ["p1"], "pool1", kernel_shape=[2, 2],
              strides=[2, 2]),
         node("Conv", ["p1", "w2"], ["c2"], "conv2", auto_pad=b"SAME_UPPER"),
         node("Shape", ["c2"], ["s"], "shape"),
         node("Gather", ["s", "zero"], ["n"], "batch"),
         node("Concat", ["n", "rest"], ["to"], "sizes", axis=0),
         node("Reshape", ["c2", "to"], ["f"], "flat"),
         node("Gemm", ["f", "w3", "b3"], ["g"], "gemm", transB=1),
         node("Softmax", ["g"], ["y"], "softmax", axis=1)],
        [value("x", ("n", 1, 12, 12))], [value("y", ("n", 10))],
        [weights("w1", 4, 1, 5, 5), weights("b1", 4), weights("w2", 8, 4, 3, 3),
         weights("w3", 10, 288), weights("b3", 10),
         constant("zero", [0], "int64"), constant("rest", [-1], "int64")])


def speech():
    """A recurrent network over steps, with its state fed in."""
    return model(
        [node("LSTM", ["x", "w", "r", "b", "", "h", "c"], ["s", "hn"], "lstm",
              hidden_size=6),
         node("Squeeze", ["s", "one"], ["q"], "squeeze"),
         node("MatMul", ["q", "o"], ["m"], "product"),
         node("Sigmoid", ["m"], ["y"], "sigmoid")],
        [value("x", ("t", 1, 5)), value("h", (1, 1, 6)), value("c", (1, 1, 6))],
        [value("y", None), value("hn", None)],
        [weights("w", 1, 24, 5), weights("r", 1, 24, 6), weights("b", 1, 48),
         weights("o", 6, 2), constant("one", [1], "int64")])


def halves():
    """A layer norm in pieces and a resize, in half precision."""
    half = 10  # TensorProto.FLOAT16
    return model(
        [node("ReduceMean", ["x"], ["mean"], "mean", axes=[-1]),
         node("Sub", ["x", "mean"], ["d"], "centre"),
         node("Mul", ["d", "d"], ["dd"], "square"),
         node("ReduceMean", ["dd"], ["var"], "variance", axes=[-1]),
         node("Add", ["var", "e"], ["ve"], "epsilon"),
         node("Sqrt", ["ve"], ["sd"], "deviation"),
         node("Div", ["d", "sd"], ["z"], "scale"),
         node("Resize", ["z", "", "k"], ["y"], "resize", mode=b"linear")],
        [value("x", (1, 2, "h", 8), half)], [value("y", None, half)],
        [constant("e", [1e-3], "float16"),
         constant("k", [1, 1, 2, 2], "float32")])


@unittest.skipUnless(COMPILER.exists(), "the compiler was not built")
class SweepTest(HostileTest):
    def sweep(self, damage, stage, path, count, seed=1):
        scratch = self.folder / "damaged.onnx"
        ended = subprocess.run(
            [SWEEP, damage, stage, path, scratch, str(count), str(seed)],
            capture_output=True, text=True, stdin=subprocess.DEVNULL)
        self.assertEqual(0, ended.returncode,
                         f"{path}: {damage} seed {seed}: {ended.stderr}")
        report = json.loads(ended.stdout)
        self.assertLess(report["slowest_ms"], SLOWEST_MS, report)
        if PEAK_KIB:
            self.assertLess(report["peak_kib"], PEAK_KIB)
        return report

    def models(self):
        for make in (digits, speech, halves):
            self.write(f"{make.__name__}.onnx", make())
            yield self.folder / f"{make.__name__}.onnx"

    def test_every_truncation(self):
        for path in self.models():
            report = self.sweep("truncate", "check", path, 0)
            self.assertEqual(path.stat().st_size, report["cases"])
            # A file may end between two of its fields and still be a model.
            self.assertLess(report["statuses"].get("TENON_OK", 0), 8)

    def test_flipped_bytes(self):
        for path in self.models():
            report = self.sweep("flip", "check", path, 700)
            self.assertLess(0, report["statuses"]["TENON_INVALID_ARGUMENT"])

    def test_changed_fields(self):
        for path in self.models():
            report = self.sweep("mutate", "check", path, 700)
            self.assertLess(0, report["statuses"]["TENON_OK"])
            self.assertLess(0, report["statuses"]["TENON_INVALID_ARGUMENT"])

    def test_changed_fields_of_what_is_built(self):
        for path in self.models():
            self.sweep("mutate", "compile", path, 12)

    def test_changed_fields_of_each_operator(self):
        folder, seen = suite.default_folder(), set()
        for test in suite.tests(folder):
            operator = suite.operator_of(folder, test)
            path = folder / test / "model.onnx"
            if operator not in seen and path.stat().st_size < 1 << 16:
                seen.add(operator)
                self.sweep("mutate", "check", path, 12)
        self.assertLess(100, len(seen))


if __name__ == "__main__":
    unittest.main()
