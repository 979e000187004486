# SPDX-License-Identifier: Apache-2.0
"""Builds examples/ocr against the build folder, as a user would, and the
engines that it takes from the models of the pinned package."""
import difflib
import os
import pathlib
import struct
import subprocess
import sys
import zlib

import numpy

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "dev.d"))

import demo_models  # noqa: E402
import packages  # noqa: E402

BUILD = pathlib.Path(os.environ.get("TENON_BUILD", ROOT / "build/dev"))
FOLDER = BUILD / "test-examples"


def is_sanitized():
    return "TENON_SANITIZE:BOOL=ON" in (BUILD / "CMakeCache.txt").read_text()


def run(*words):
    ended = subprocess.run([str(word) for word in words], text=True,
                           capture_output=True)
    if ended.returncode:
        raise AssertionError(f"{words}: {ended.stdout}{ended.stderr}")
    return ended.stdout


def build_example():
    """The path of the program."""
    folder = FOLDER / "ocr"
    run("cmake", "-G", "Ninja", "-S", ROOT / "examples" / "ocr", "-B", folder,
        f"-DTenon_DIR={BUILD}", "-DCMAKE_CXX_COMPILER=clang++-19")
    run("ninja", "-C", folder)
    return folder / "ocr"


def build_engines():
    """The paths of the three engines, in the order of the program's words."""
    FOLDER.mkdir(exist_ok=True)
    paths = []
    for model in demo_models.MODELS:
        paths.append(FOLDER / f"{model.name}.tenon")
        run(BUILD / "bin" / "tenon", "build", packages.fetch_file(model.file),
            "-o", paths[-1], "--no-verify", "--quiet")
    return paths


def undo_filter(kind, row, above):
    """One row of a picture of one byte a pixel, as PNG's section 9 says."""
    for i in range(len(row)):
        left, corner = (row[i - 1], above[i - 1]) if i else (0, 0)
        estimate = left + above[i] - corner
        nearest = min((left, above[i], corner),
                      key=lambda value: abs(estimate - value))
        row[i] = (row[i] + (0, left, above[i], (left + above[i]) // 2,
                            nearest)[kind]) % 256
    return row


def read_grey_png(path):
    """[height, width] of a PNG of one byte a pixel."""
    data, at, packed = path.read_bytes(), 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", body[:10])
            assert (depth, color) == (8, 0)
        packed += body if kind == b"IDAT" else b""
        at += 12 + length
    plain, above, rows = zlib.decompress(packed), [0] * width, []
    for y in range(height):
        start = y * (width + 1)
        above = undo_filter(plain[start],
                            list(plain[start + 1:start + 1 + width]), above)
        rows.append(above)
    return numpy.array(rows, "uint8")


def write_pgm(path, pixels):
    height, width = pixels.shape
    path.write_bytes(b"P5 %d %d 255\n" % (width, height) + pixels.tobytes())


def likeness(found, expected):
    """From 0 to 1. Spaces do not count: the network is not sure of them."""
    return difflib.SequenceMatcher(None, found.replace(" ", ""),
                                   expected.replace(" ", "")).ratio()
