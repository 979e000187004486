# SPDX-License-Identifier: Apache-2.0
"""The three models of `./dev demo`: compiled when something they are made
from changed, measured each time."""
import dataclasses
import hashlib
import json
import pathlib
import subprocess

import packages
import terminal


@dataclasses.dataclass(frozen=True)
class Model:
    file: str   # in dev.d/packages.toml
    shape: str  # of its input, for measuring

    @property
    def name(self):
        return self.file.removesuffix(".onnx")


# In the order in which examples/ocr takes them: the one that finds lines, the
# one that tells which are upside down, the one that reads them. Measured on a
# page, a line, and a line. The engines serve all sizes.
MODELS = [Model("ppocrv4-det.onnx", "1x3x736x1472"),
          Model("ppocr-cls.onnx", "1x3x48x192"),
          Model("ppocrv4-rec.onnx", "1x3x48x320")]
INPUT = "x"  # all three call it so
BENCH_SECONDS = 1


@dataclasses.dataclass
class Engine:
    model: Model
    path: pathlib.Path
    report: dict  # of `tenon build`


def ask(command, *words):
    """The JSON document of a subcommand; its progress and errors show."""
    ended = subprocess.run([str(word) for word in (command, *words, "--json")],
                           stdout=subprocess.PIPE, text=True)
    if ended.returncode:
        raise terminal.Failure(f"tenon {' '.join(map(str, words))} ended with "
                               f"{ended.returncode}")
    return json.loads(ended.stdout)


def facts_of(device):
    """What an engine for this machine depends on."""
    return [device["model"], device["features"]]


def stamp_of(command, model_path, device):
    """Changes when the engine would."""
    compiler = command.parent.parent / "lib" / "libtenon-compiler.so"
    parts = [packages.sha256_of(model_path), packages.sha256_of(compiler),
             facts_of(device)]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def compile_one(command, model, folder, device):
    source = packages.fetch_file(model.file)
    path = folder / f"{model.name}.tenon"
    notes = folder / f"{model.name}.json"
    stamp = stamp_of(command, source, device)
    if path.is_file() and notes.is_file():
        known = json.loads(notes.read_text())
        if known["stamp"] == stamp:
            return Engine(model, path, known["report"])
    terminal.say(f"compiling {model.file}")
    report = ask(command, "build", source, "-o", path)
    notes.write_text(json.dumps({"stamp": stamp, "report": report}))
    return Engine(model, path, report)


def device_of(command):
    """This machine, its peaks measured once."""
    device = ask(command, "devices")["devices"][0]
    if not device["peaks"]:
        terminal.say("measuring the peaks of this machine, once")
        device = ask(command, "devices", "--probe")["devices"][0]
    return device


def compile_all(command, folder):
    folder.mkdir(parents=True, exist_ok=True)
    device = device_of(command)
    return [compile_one(command, model, folder, device) for model in MODELS]


def verdict_text(verify):
    if not verify["ran"]:
        return "not verified"
    if verify["mismatches"]:
        return f"{verify['mismatches']:,} of {verify['checked']:,} differ"
    return f"{verify['checked']:,} elements, all right"


def row_of(command, engine):
    measured = ask(command, "bench", engine.path, "--shape",
                   f"{INPUT}={engine.model.shape}",
                   "--duration", BENCH_SECONDS)
    return [engine.model.name, f"{engine.report['build_ms'] / 1000:.1f} s",
            f"{engine.report['engine_bytes'] / (1 << 20):.1f} MiB",
            engine.model.shape, f"{measured['latency_ms']['min']:.2f} ms",
            f"{measured['percent_of_limit']:.0f}%",
            verdict_text(engine.report["verify"])]


def describe(command, engines):
    """A table: what each engine took, is, and does."""
    terminal.say("measuring the engines")
    rows = [["model", "build", "engine", "at", "latency", "of roofline",
             "verified"]]
    rows += [row_of(command, engine) for engine in engines]
    widths = [max(map(len, column)) for column in zip(*rows)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths))
             for row in rows]
    return "\n".join(line.rstrip() for line in lines) + "\n"
