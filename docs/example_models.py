# SPDX-License-Identifier: Apache-2.0
"""Writes the tiny models that the pages of this folder show.

usage: build/venv/bin/python docs/example_models.py FOLDER
"""
import pathlib
import sys

import numpy
from onnx import TensorProto, helper, numpy_helper

OPSET = 17


def random(*shape):
    """Weights, the same in every run."""
    values = numpy.random.default_rng(sum(shape)).standard_normal(shape)
    return values.astype("float32")


def model(nodes, shape, constants):
    """x [shape] f32 through `nodes`, each (operator, inputs, output,
    attributes), to the output y."""
    graph = helper.make_graph(
        [helper.make_node(operator, inputs, [output], name=output,
                          **attributes)
         for operator, inputs, output, attributes in nodes],
        "example",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
        [numpy_helper.from_array(numpy.asarray(value), name)
         for name, value in constants.items()])
    return helper.make_model(
        graph, ir_version=8,
        opset_imports=[helper.make_opsetid("", OPSET)])


def dense():
    """One layer, for any batch n."""
    return model([("MatMul", ["x", "w"], "product", {}),
                  ("Add", ["product", "b"], "sum", {}),
                  ("Relu", ["sum"], "y", {})],
                 ("n", 8), {"w": random(8, 16), "b": random(16)})


def softmax():
    return model([("Softmax", ["x"], "y", {})], ("n", 64), {})


def convolution():
    """A convolution with its normalisation at inference, then another."""
    return model([("Conv", ["x", "w"], "convolved", {"pads": [1, 1, 1, 1]}),
                  ("BatchNormalization",
                   ["convolved", "scale", "bias", "mean", "variance"],
                   "normalized", {}),
                  ("Relu", ["normalized"], "relu", {}),
                  ("Conv", ["relu", "v"], "y", {})],
                 (1, 3, 8, 8),
                 {"w": random(16, 3, 3, 3), "scale": random(16),
                  "bias": random(16), "mean": random(16),
                  "variance": abs(random(16)), "v": random(8, 16, 1, 1)})


def flatten():
    """Shape arithmetic as exporters write it: [n, c, 4] to [n, c * 4], by
    way of Shape, Gather, Mul and Concat."""
    return model([("Shape", ["x"], "shape", {}),
                  ("Gather", ["shape", "zero"], "batch", {}),
                  ("Gather", ["shape", "one"], "channels", {}),
                  ("Mul", ["channels", "four"], "columns", {}),
                  ("Concat", ["batch", "columns"], "wanted", {"axis": 0}),
                  ("Reshape", ["x", "wanted"], "flat", {}),
                  ("Neg", ["flat"], "y", {})],
                 ("n", "c", 4), {"zero": [0], "one": [1], "four": [4]})


def main(folder):
    for make in (dense, softmax, convolution, flatten):
        path = pathlib.Path(folder) / f"{make.__name__}.onnx"
        path.write_bytes(make().SerializeToString())


if __name__ == "__main__":
    main(sys.argv[1])
