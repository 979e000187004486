# SPDX-License-Identifier: Apache-2.0
"""Models of one kernel each, written with the onnx package.

Each function returns a model; KERNELS names them all. Layer norm and GELU are
spelt in pieces, as exporters write them.
"""
import math

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

OPSET = 17
IR_VERSION = 8
SEED = 7
EPSILON = 1e-5


class Graph:
    """One input `x`, one output `y`, nodes in between."""

    def __init__(self, name, *shape):
        self.name, self.nodes, self.weights = name, [], []
        self.inputs = [helper.make_tensor_value_info(
            "x", TensorProto.FLOAT, shape)]
        self.random = numpy.random.default_rng(SEED)

    def input(self, name, *shape):
        self.inputs.append(helper.make_tensor_value_info(
            name, TensorProto.FLOAT, shape))
        return name

    def weight(self, *shape):
        values = self.random.standard_normal(shape) / math.sqrt(shape[-1])
        return self.constant(values.astype(numpy.float32))

    def constant(self, values):
        name = f"w{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(
            numpy.asarray(values), name))
        return name

    def scalar(self, value):
        return self.constant(numpy.float32(value))

    def add(self, op, *inputs, **attributes):
        name = f"t{len(self.nodes)}"
        self.nodes.append(helper.make_node(op, inputs, [name], **attributes))
        return name

    def model(self, *shape):
        self.nodes[-1].output[0] = "y"
        result = helper.make_tensor_value_info("y", TensorProto.FLOAT, shape)
        graph = helper.make_graph(self.nodes, self.name, self.inputs,
                                  [result], self.weights)
        return helper.make_model(
            graph, ir_version=IR_VERSION,
            opset_imports=[helper.make_opsetid("", OPSET)])


def matmul(m, k, n, batch=()):
    graph = Graph("matmul", *batch, m, k)
    other = graph.input("b", *batch, k, n) if batch else graph.weight(k, n)
    graph.add("MatMul", "x", other)
    return graph.model(*batch, m, n)


def convolution(kernel, channels, filters, size, stride=1, group=1):
    graph = Graph("convolution", 1, channels, size, size)
    weight = graph.weight(filters, channels // group, kernel, kernel)
    graph.add("Conv", "x", weight, kernel_shape=[kernel] * 2,
              pads=[kernel // 2] * 4, strides=[stride] * 2, group=group)
    out = (size - 1) // stride + 1
    return graph.model(1, filters, out, out)


def softmax(rows, columns):
    graph = Graph("softmax", rows, columns)
    graph.add("Softmax", "x", axis=-1)
    return graph.model(rows, columns)


def layer_norm(rows, columns):
    graph = Graph("layer_norm", rows, columns)
    mean = graph.add("ReduceMean", "x", axes=[-1])
    centred = graph.add("Sub", "x", mean)
    square = graph.add("Pow", centred, graph.scalar(2))
    variance = graph.add("ReduceMean", square, axes=[-1])
    deviation = graph.add("Sqrt", graph.add("Add", variance,
                                            graph.scalar(EPSILON)))
    normal = graph.add("Div", centred, deviation)
    scaled = graph.add("Mul", normal, graph.weight(columns))
    graph.add("Add", scaled, graph.weight(columns))
    return graph.model(rows, columns)


def gelu(rows, columns):
    graph = Graph("gelu", rows, columns)
    error = graph.add("Erf", graph.add("Div", "x",
                                       graph.scalar(math.sqrt(2))))
    gate = graph.add("Mul", "x", graph.add("Add", error, graph.scalar(1)))
    graph.add("Mul", gate, graph.scalar(0.5))
    return graph.model(rows, columns)


def transpose(*shape):
    graph = Graph("transpose", *shape)
    order = [1, 0, *range(2, len(shape))]
    graph.add("Transpose", "x", perm=order)
    return graph.model(*(shape[axis] for axis in order))


def relu(count):
    graph = Graph("relu", count)
    graph.add("Relu", "x")
    return graph.model(count)


KERNELS = {
    "matmul-256x256x256": lambda: matmul(256, 256, 256),
    "matmul-1024x1024x1024": lambda: matmul(1024, 1024, 1024),
    "matmul-2048x2048x2048": lambda: matmul(2048, 2048, 2048),
    "matmul-384x768x3072": lambda: matmul(384, 768, 3072),
    "matmul-12x384x64x384": lambda: matmul(384, 64, 384, batch=(12,)),
    "matmul-255x257x129": lambda: matmul(255, 257, 129),
    "depthwise3x3-128-56": lambda: convolution(3, 128, 128, 56, group=128),
    "conv1x1-256-64-56": lambda: convolution(1, 256, 64, 56),
    "conv3x3-64-64-56": lambda: convolution(3, 64, 64, 56),
    "softmax-512x4096": lambda: softmax(512, 4096),
    "layernorm-384x768": lambda: layer_norm(384, 768),
    "gelu-384x3072": lambda: gelu(384, 3072),
    "transpose-1024x1024x4": lambda: transpose(1024, 1024, 4),
    "relu-1": lambda: relu(1),
}


def write(name, path):
    onnx.save(KERNELS[name](), path)
