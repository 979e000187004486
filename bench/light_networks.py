# SPDX-License-Identifier: Apache-2.0
"""Full-size networks of the ONNX suite with seeded random weights.

The suite's `light` models have the shape of well-known networks and one value
for every weight, so that any mix-up of weights passes. Here every fill is
replaced by random numbers of a scale that keeps activations in range, the
same ones for the same seed on every machine.

usage: light_networks.py NAME OUTPUT.onnx       (resnet50, shufflenet, ...)
"""
import pathlib
import sys

import numpy
import onnx
import onnx.backend.test
from onnx import numpy_helper

FOLDER = pathlib.Path(onnx.backend.test.__file__).parent / "data" / "light"
SEED = 20240229
SPREAD = 0.2        # of scales and variances around 1
OFFSET_SCALE = 0.1  # of biases and means
PASSES_ON = ("Unsqueeze", "Reshape", "Identity")


def names():
    return sorted(path.stem.removeprefix("light_")
                  for path in FOLDER.glob("light_*.onnx"))


def uses_of(graph):
    """{value: (operator, input slot)} through ops that only change shape."""
    uses = {}
    for node in reversed(graph.node):
        for slot, value in enumerate(node.input):
            passed_on = node.op_type in PASSES_ON and slot == 0
            uses[value] = (uses.get(node.output[0], (node.op_type, slot))
                           if passed_on else (node.op_type, slot))
    return uses


def fill(random, use, shape):
    """Random numbers for a weight that `use`, (operator, slot), reads."""
    if use in (("Conv", 1), ("Gemm", 1)):
        fan_in = int(numpy.prod(shape[1:])) if use[0] == "Conv" \
            else shape[-1]
        return random.standard_normal(shape) * numpy.sqrt(2 / fan_in)
    if use in (("BatchNormalization", 1), ("BatchNormalization", 4),
               ("Mul", 0), ("Mul", 1)):
        return random.uniform(1 - SPREAD, 1 + SPREAD, shape)
    return random.standard_normal(shape) * OFFSET_SCALE


def with_random_weights(name, seed=SEED):
    model = onnx.load(FOLDER / f"light_{name}.onnx")
    graph = model.graph
    shapes = {tensor.name: numpy_helper.to_array(tensor)
              for tensor in graph.initializer}
    uses, random = uses_of(graph), numpy.random.default_rng(seed)
    kept = []
    for node in graph.node:
        if node.op_type != "ConstantOfShape":
            kept.append(node)
            continue
        shape = tuple(int(size) for size in shapes[node.input[0]])
        values = fill(random, uses[node.output[0]], shape)
        graph.initializer.append(numpy_helper.from_array(
            values.astype(numpy.float32), node.output[0]))
    del graph.node[:]
    graph.node.extend(kept)
    drop_unused(graph)
    return model


def drop_unused(graph):
    """Removes the initialisers, and their twins among the inputs, that no
    node reads: the shapes of the former fills."""
    read = {value for node in graph.node for value in node.input}
    held = {tensor.name for tensor in graph.initializer}
    for field in (graph.initializer, graph.input):
        kept = [item for item in field
                if item.name in read or item.name not in held]
        del field[:]
        field.extend(kept)


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in names():
        sys.exit(f"{__doc__}\nnetworks: {', '.join(names())}")
    onnx.save(with_random_weights(sys.argv[1]), sys.argv[2])
