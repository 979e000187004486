# SPDX-License-Identifier: Apache-2.0
"""count lines of code by folder, and bytes of what a release installs

usage: ./dev size
"""
import pathlib
import shutil
import subprocess
import tempfile

import line_counts
import tree

STRIP = "llvm-strip-19"
# The command, the runtime, the compiler.
INSTALLED = ["bin/tenon", "lib/libtenon.so", "lib/libtenon-compiler.so"]


def print_lines():
    counts = line_counts.by_folder()
    print(f"{'folder':<28}{'files':>7}{'lines of code':>15}")
    for folder in sorted(counts):
        files, lines = counts[folder]
        print(f"{folder:<28}{files:>7}{lines:>15,}")
    for root, budget in line_counts.BUDGETS.items():
        lines = line_counts.total_of(counts, root)
        print(f"{root}: {lines:,} of {budget:,} lines "
              f"({100 * lines / budget:.0f}%)")


def stripped_bytes(path):
    if not shutil.which(STRIP):
        return None
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "stripped"
        ended = subprocess.run([STRIP, path, "-o", copy],
                               capture_output=True)
        return copy.stat().st_size if ended.returncode == 0 else None


def print_bytes():
    release = tree.BUILD / "release"
    products = [path for path in INSTALLED if (release / path).is_file()]
    for name in products:
        path = release / name
        stripped = stripped_bytes(path)
        print(f"{path.relative_to(tree.ROOT)}: {path.stat().st_size:,} bytes"
              + (f", {stripped:,} stripped" if stripped else ""))
    if not products:
        print("no release is built (./dev build release)")


def main(arguments):
    print_lines()
    print_bytes()
