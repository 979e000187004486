# SPDX-License-Identifier: Apache-2.0
"""Runs the unittest files of one folder and writes how many passed.

usage: run_unittest.py FOLDER REPORT [SELECTION]

SELECTION is a regular expression on a test's full name. A test file may hold
a dictionary EXTRA with the keys passed, failed and skipped for what it counts
beside its own methods (the ONNX suite does). Failures and the reasons of
skips are printed; a good run prints nothing.
"""
import io
import json
import os
import re
import sys
import unittest


def all_tests(suite):
    for item in suite:
        if isinstance(item, unittest.TestSuite):
            yield from all_tests(item)
        else:
            yield item


def is_chosen(test, selection):
    could_not_load = type(test).__module__ == "unittest.loader"
    return (not selection or could_not_load
            or re.search(selection, test.id()))


def whole_test(test):
    """The test method that a failed subTest belongs to."""
    return getattr(test, "test_case", test).id()


def count(result, modules):
    broken = {whole_test(test) for test, _ in
              result.failures + result.errors}
    failed = len(broken) + len(result.unexpectedSuccesses)
    skipped = len(result.skipped)
    counts = {"passed": max(0, result.testsRun - failed - skipped),
              "failed": failed, "skipped": skipped}
    for module in modules:
        for key, number in getattr(module, "EXTRA", {}).items():
            counts[key] += number
    return counts


def main(folder, report, selection=""):
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    found = unittest.defaultTestLoader.discover(folder, pattern="test_*.py",
                                                top_level_dir=folder)
    chosen = [test for test in all_tests(found) if is_chosen(test, selection)]
    modules = {sys.modules[type(test).__module__] for test in chosen}
    account = io.StringIO()
    result = unittest.TextTestRunner(stream=account, verbosity=0).run(
        unittest.TestSuite(chosen))
    if not result.wasSuccessful():
        print(account.getvalue())
    for test, reason in result.skipped:
        print(f"skipped {test.id()}: {reason}")
    with open(report, "w", encoding="utf-8") as stream:
        json.dump(count(result, modules), stream)


if __name__ == "__main__":
    main(*sys.argv[1:])
