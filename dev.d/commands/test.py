# SPDX-License-Identifier: Apache-2.0
"""build and run the tests: all, those of a folder, or those that match

usage: ./dev test [--preset PRESET] [test/FOLDER | REGULAR-EXPRESSION]

Installs what is missing, builds PRESET (dev by default), runs CTest, then
the Python suites. Ends with one line 'N passed, N failed' and exits with 1
when a test failed.
"""
import os

import cmake_steps
import suites
import terminal
import tree


def split_arguments(arguments):
    preset, selections = "dev", []
    rest = list(arguments)
    while rest:
        word = rest.pop(0)
        if word == "--preset" and rest:
            preset = rest.pop(0)
        elif word.startswith("-"):
            raise terminal.Failure(f"test does not know '{word}'; see "
                                   "./dev test --help")
        else:
            selections.append(word)
    if len(selections) > 1:
        raise terminal.Failure("test takes one folder or one expression, not "
                               + " ".join(selections))
    return preset, (selections or [None])[0]


def as_folder(selection):
    """`selection` as a path from the root, when it is something in test/."""
    if not selection:
        return None
    path = os.path.relpath(os.path.abspath(selection), tree.ROOT)
    exists = (tree.ROOT / path).exists()
    return path if exists and tree.inside(path, "test") else None


def ctest_selection(path):
    """The tests of test/unit/FOLDER are named FOLDER.*; those of any other
    folder, test/NAME, are named NAME.*."""
    parts = path.split("/")[1:]
    if parts[:1] == ["unit"]:
        parts = parts[1:]
    if parts:
        return rf"^{parts[0]}\."
    if path == "test":
        return None
    folders = sorted(entry.name for entry in (tree.ROOT / path).iterdir())
    return rf"^({'|'.join(folders)})\."


def main(arguments):
    preset, selection = split_arguments(arguments)
    path = as_folder(selection)
    pattern = None if path else selection
    folder = cmake_steps.build(preset)
    total = suites.Counts()
    total.add(suites.run_ctest(
        folder, ctest_selection(path) if path else pattern))
    for suite in suites.python_suites():
        if path and not tree.inside(path, suite) and \
                not tree.inside(suite, path):
            continue
        terminal.say(f"running {suite}")
        total.add(suites.run_python_suite(suite, folder, pattern))
    if not total.passed and not total.failed:
        terminal.complain("no test matched" if selection else "no tests")
    print(total, flush=True)
    return 1 if total.failed or not total.passed else 0
