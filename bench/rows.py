# SPDX-License-Identifier: Apache-2.0
"""The rows of ./dev bench: which model, at which shapes, from where."""
import dataclasses
import pathlib

import kernels
import light_networks
import onnx


@dataclasses.dataclass(frozen=True)
class Row:
    """A network names a model file; its free dimensions are set to `shapes`.
    Kernels and light networks are made here."""

    name: str
    kind: str            # "kernel" or "network"
    source: str          # "kernel", "light", or where the file comes from
    file: str = ""
    shapes: tuple = ()   # ((input, sizes), ...)


def network(name, file, *shapes, source="package"):
    return Row(name, "network", source, file, shapes)


# `package`: in a package of dev.d/packages.toml. `folder`: only in the folder
# given with --models.
NETWORKS = [
    network("mnist", "mnist-8.onnx", source="folder"),
    network("ultraface", "ultraface-rfb-320.onnx", source="folder"),
    network("fastestdet", "fastestdet.onnx", source="folder"),
    network("ppocrv4-det", "ppocrv4-det.onnx", ("x", (1, 3, 640, 640))),
    network("ppocrv4-rec", "ppocrv4-rec.onnx", ("x", (1, 3, 48, 320))),
    network("ppocr-cls", "ppocr-cls.onnx", ("x", (1, 3, 48, 192))),
    network("dtln-1", "dtln-1.onnx", source="folder"),
    network("dtln-2", "dtln-2.onnx", source="folder"),
    network("magika", "magika.onnx", ("bytes", (1, 2048))),
    network("basic-pitch", "basic-pitch.onnx",
            ("serving_default_input_2:0", (1, 43844, 1))),
    network("super-resolution", "super-resolution-10.onnx",
            ("input", (1, 1, 224, 224)), source="folder"),
    network("tinyvad", "tinyvad.onnx", ("log_mel", (1, 1, 32, 16)),
            source="folder"),
    network("silero-vad-sequence", "silero-vad-sequence.onnx",
            ("input", (1, 576))),
    network("opennsfw", "opennsfw.onnx", ("input:0", (1, 224, 224, 3))),
    network("squeezenet-fp16", "squeezenet-fp16.onnx", source="folder"),
] + [Row(name, "network", "light") for name in
     ("resnet50", "shufflenet", "squeezenet", "densenet121", "inception_v1")]

ROWS = [Row(name, "kernel", "kernel") for name in kernels.KERNELS] + NETWORKS


def find_file(row, folder, fetch):
    """The row's model file, or None: only in a folder that was not given."""
    if row.source == "package":
        return fetch(row.file)
    path = pathlib.Path(folder) / row.file if folder else None
    return path if path and path.is_file() else None


def with_shapes(path, shapes):
    """The model with the sizes of its inputs written into it, so that every
    contender sees the same fixed shapes."""
    model = onnx.load(path)
    sizes = dict(shapes)
    for value in model.graph.input:
        if value.name in sizes:
            dims = value.type.tensor_type.shape.dim
            for dim, size in zip(dims, sizes[value.name], strict=True):
                dim.Clear()
                dim.dim_value = size
    for kept in (model.graph.output, model.graph.value_info):
        for value in kept:
            if shapes:
                value.type.tensor_type.ClearField("shape")
    return model


def make_model(row, target, folder, fetch):
    """Writes the row's model to `target`; returns whether there is one."""
    if row.source == "kernel":
        kernels.write(row.name, target)
        return True
    if row.source == "light":
        onnx.save(light_networks.with_random_weights(row.name), target)
        return True
    path = find_file(row, folder, fetch)
    if path is None:
        return False
    onnx.save(with_shapes(path, row.shapes), target)
    return True
