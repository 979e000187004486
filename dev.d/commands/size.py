# SPDX-License-Identifier: Apache-2.0
"""count lines of code by folder, and bytes of what a release installs

usage: ./dev size
"""
import shutil
import subprocess
import tempfile

import line_counts
import tree

STRIP = "llvm-strip-19"


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
    with tempfile.NamedTemporaryFile() as copy:
        ended = subprocess.run([STRIP, path, "-o", copy.name],
                               capture_output=True)
        return len(copy.read()) if ended.returncode == 0 else None


def print_bytes():
    release = tree.BUILD / "release"
    products = sorted([*release.glob("bin/tenon*"),
                       *release.glob("lib/libtenon*.so")])
    for path in products:
        if path.is_file() and not path.is_symlink():
            stripped = stripped_bytes(path)
            print(f"{path.relative_to(tree.ROOT)}: "
                  f"{path.stat().st_size:,} bytes"
                  + (f", {stripped:,} stripped" if stripped else ""))
    if not products:
        print("no release is built (./dev build release)")


def main(arguments):
    print_lines()
    print_bytes()
