# SPDX-License-Identifier: Apache-2.0
"""Where things are in the working tree, and which files are ours."""
import functools
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
CXX_ENDINGS = (".cpp", ".h")


@functools.cache
def files():
    """Tracked files, and new ones that git does not ignore, as strings
    relative to the root, sorted."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others",
         "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True).stdout
    names = {name for name in listed.decode().split("\0") if name}
    return sorted(name for name in names if (ROOT / name).is_file())


def cxx_files():
    return [name for name in files() if name.endswith(CXX_ENDINGS)]


def python_files():
    return [name for name in files() if name.endswith(".py")]


@functools.cache
def text(name):
    """The text of a file, its undecodable bytes replaced."""
    return (ROOT / name).read_text(encoding="utf-8", errors="replace")


def is_binary(name):
    with open(ROOT / name, "rb") as stream:
        return b"\0" in stream.read(8192)


def inside(name, folder):
    return name == folder or name.startswith(folder + "/")
