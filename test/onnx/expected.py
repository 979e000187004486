# SPDX-License-Identifier: Apache-2.0
"""test/onnx/passing.txt: which tests must pass, and where.

A line is a test's name and the devices it must pass on, as in

    node/test_abs cpu reference

Sorted; a (test, device) that was ever in it stays, so the list only grows.
"""
import pathlib

FILE = pathlib.Path(__file__).parent / "passing.txt"


def parse(lines):
    """{(test, device)} of lines of the file."""
    return {(words[0], device) for words in map(str.split, lines)
            for device in words[1:] if not words[0].startswith("#")}


def read():
    return parse(FILE.read_text().splitlines()) if FILE.is_file() else set()


def write(pairs):
    devices = {}
    for test, device in pairs:
        devices.setdefault(test, set()).add(device)
    FILE.write_text("".join(
        f"{test} {' '.join(sorted(devices[test]))}\n"
        for test in sorted(devices)))
