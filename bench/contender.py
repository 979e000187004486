# SPDX-License-Identifier: Apache-2.0
"""One peer with one model in a process of its own, measured on request.

usage: contender.py onnxruntime|openvino MODEL.onnx THREADS [SHAPES]

SHAPES is JSON, {input name: [size, ...]}, for inputs of open dimensions.

Prints one line of JSON when ready, {"create_ms", "first_ms"}; then, for each
line SECONDS on standard input, runs the model for that long and prints
{"min_ms", "median_ms", "iterations"}. Inputs and outputs stay where they are
between calls, as in a program that cares.
"""
import json
import statistics
import sys
import time

import numpy
import onnx

SEED = 11
WARM_UP_RUNS = 3
LARGEST_INTEGER = 256


def random_inputs(path, shapes=None):
    """Seeded inputs: normal numbers; integers below 256; ones for the rest."""
    graph = onnx.load(path).graph
    weights = {tensor.name for tensor in graph.initializer}
    random = numpy.random.default_rng(SEED)
    inputs = {}
    for value in graph.input:
        if value.name in weights:
            continue
        kind = value.type.tensor_type
        shape = (shapes or {}).get(
            value.name, [dim.dim_value for dim in kind.shape.dim])
        dtype = onnx.helper.tensor_dtype_to_np_dtype(kind.elem_type)
        values = (random.standard_normal(shape) if dtype.kind == "f" else
                  random.integers(0, LARGEST_INTEGER, shape))
        inputs[value.name] = numpy.asarray(values).astype(dtype)
    return inputs


def onnxruntime_call(path, threads, inputs):
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(
        path, options, providers=["CPUExecutionProvider"])
    binding = session.io_binding()
    for name, values in inputs.items():
        binding.bind_cpu_input(name, values)
    for output in session.get_outputs():
        binding.bind_output(output.name)
    return lambda: session.run_with_iobinding(binding)


def openvino_call(path, threads, inputs):
    import openvino
    model = openvino.Core().compile_model(path, "CPU", {
        "INFERENCE_NUM_THREADS": threads, "NUM_STREAMS": 1,
        "PERFORMANCE_HINT": "LATENCY", "INFERENCE_PRECISION_HINT": "f32"})
    request = model.create_infer_request()
    for name, values in inputs.items():
        request.set_tensor(name, openvino.Tensor(values))
    return request.infer


PEERS = {"onnxruntime": onnxruntime_call, "openvino": openvino_call}


def milliseconds(begin):
    return (time.perf_counter_ns() - begin) / 1e6


def measure(call, seconds):
    for _ in range(WARM_UP_RUNS):
        call()
    times = []
    end = time.perf_counter() + seconds
    while not times or time.perf_counter() < end:
        begin = time.perf_counter_ns()
        call()
        times.append(milliseconds(begin))
    return {"min_ms": min(times), "median_ms": statistics.median(times),
            "iterations": len(times)}


def main(peer, path, threads, shapes="{}"):
    inputs = random_inputs(path, json.loads(shapes))
    begin = time.perf_counter_ns()
    call = PEERS[peer](path, int(threads), inputs)
    created = milliseconds(begin)
    begin = time.perf_counter_ns()
    call()
    print(json.dumps({"create_ms": created,
                      "first_ms": milliseconds(begin)}), flush=True)
    for line in sys.stdin:
        print(json.dumps(measure(call, float(line))), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
