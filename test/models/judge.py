# SPDX-License-Identifier: Apache-2.0
"""ONNX Runtime with every optimisation off, in an environment of its own.

usage: judge.py MODEL.onnx

For each line INPUTS.npz on standard input, runs the model and prints the name
of a file with its outputs, beside the inputs. Arrays are named as in the model.
"""
import sys

import numpy
import onnxruntime


def main(path):
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = \
        onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(
        path, options, providers=["CPUExecutionProvider"])
    names = [output.name for output in session.get_outputs()]
    for line in sys.stdin:
        target = line.strip() + ".judged.npz"
        with numpy.load(line.strip()) as inputs:
            outputs = session.run(None, dict(inputs))
        numpy.savez(target, **dict(zip(names, outputs, strict=True)))
        print(target, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
