# SPDX-License-Identifier: Apache-2.0
"""Runs a model on a device of Tenon's, or lets ONNX Runtime run it, and
compares: the error of an output is a share of the range of its values."""
import atexit
import contextlib
import functools
import json
import os
import pathlib
import platform
import subprocess
import sys
import tempfile
import unittest

import numpy

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "dev.d"), str(ROOT / "test" / "examples")]
import packages  # noqa: E402
import reader  # noqa: E402
import setup_steps  # noqa: E402

BUILD = pathlib.Path(os.environ.get("TENON_BUILD", "build/dev")).resolve()
PROGRAM = BUILD / "bin" / "tenon"
SHARED = ROOT.parent / "shared" / "models"
LARGEST_ERROR = {"float32": 1e-4, "float16": 5e-3}


def package_file(name):
    return packages.fetch_file(name)


def shared_file(name):
    """A model that no package carries; tests of it skip where it is not."""
    path = SHARED / name
    if not path.exists():
        raise unittest.SkipTest(f"no {name}: no package carries it, and there "
                                "is no folder ../shared/models")
    return path



@functools.cache
def engine_folder():
    scratch = tempfile.TemporaryDirectory()
    atexit.register(scratch.cleanup)
    return pathlib.Path(scratch.name)


@functools.cache
def build(model):
    """The engine of a model, one for all sizes, and what its build reported;
    each is built once, with every kernel verified."""
    engine = engine_folder() / (model.stem + ".tenon")
    ended = subprocess.run([PROGRAM, "build", model, "-o", engine, "--json"],
                           capture_output=True, text=True)
    if ended.returncode:
        raise AssertionError(f"{model.name}: {ended.stderr}{ended.stdout}")
    return engine, json.loads(ended.stdout)


def page():
    """A photographed page of text, grey, as rows of numbers from 0 to 255."""
    return reader.read_grey_png(packages.fetch_file("page.png"))


class ModelTest(unittest.TestCase):
    """Each test has `self.folder` to itself."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def tenon(self, *words, code=0):
        ended = subprocess.run([PROGRAM, *words], capture_output=True,
                               text=True, stdin=subprocess.DEVNULL,
                               cwd=self.folder)
        self.assertEqual(code, ended.returncode, ended.stderr + ended.stdout)
        return ended.stdout

    def build(self, model):
        engine, report = build(model)
        self.assertTrue(report["verify"]["ran"])
        self.assertLess(report["verify"]["unjudged"],
                        report["verify"]["checked"])
        return engine

    def run_model(self, model, inputs, device="cpu"):
        words = []
        for number, (name, values) in enumerate(inputs.items()):
            numpy.save(self.folder / f"in{number}.npy", values)
            words += ["--input", f"{name}=in{number}.npy"]
        out = self.folder / "out"
        report = json.loads(self.tenon("run", model, *words, "--output-dir",
                                       out, "--device", device, "--json"))
        return {output["name"]: numpy.load(out / output["file"])
                for output in report["outputs"]}

    def assert_close(self, expected, found, what):
        self.assertEqual(set(expected), set(found), what)
        for name, wanted in expected.items():
            self.assertEqual(wanted.shape, found[name].shape, what)
            self.assertEqual(wanted.dtype, found[name].dtype, what)
            error = error_of(wanted, found[name])
            self.assertLessEqual(error, LARGEST_ERROR[str(wanted.dtype)],
                                 f"{what}: '{name}'")

    @contextlib.contextmanager
    def judge(self, model):
        """A function from inputs to what ONNX Runtime makes of them."""
        if platform.machine() != "x86_64":
            self.skipTest("the judge is pinned for x86-64 only")
        python = setup_steps.make_environment("judge",
                                              "dev.d/requirements-judge.txt")
        with subprocess.Popen(
                [python, "-B", ROOT / "test/models/judge.py", model],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                text=True) as process:
            def outputs(inputs):
                path = self.folder / "inputs.npz"
                numpy.savez(path, **inputs)
                process.stdin.write(f"{path}\n")
                process.stdin.flush()
                with numpy.load(process.stdout.readline().strip()) as judged:
                    return dict(judged)
            yield outputs
            process.stdin.close()


def error_of(expected, found):
    """The largest difference, as a share of the range of what is expected."""
    expected = expected.astype("float64")
    if not expected.size:
        return 0
    extent = numpy.ptp(expected) or numpy.abs(expected).max() or 1
    return float(numpy.abs(found.astype("float64") - expected).max() / extent)
