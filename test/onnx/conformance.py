# SPDX-License-Identifier: Apache-2.0
"""Runs the ONNX backend suite; `./dev conformance` is the way in.

Exits with 1 when a test that test/onnx/passing.txt names does not pass.
"""
import argparse
import json
import pathlib
import re
import sys

import batch
import expected
import report
import suite

DEVICES = ("reference", "cpu")
PAGE = pathlib.Path(__file__).parents[2] / "docs" / "conformance.md"


def parse(arguments):
    parser = argparse.ArgumentParser(prog="./dev conformance")
    parser.add_argument("--program", required=True, type=pathlib.Path)
    parser.add_argument("--suite", type=pathlib.Path)
    parser.add_argument("--device", choices=DEVICES + ("both",),
                        default="both")
    parser.add_argument("--only", default="")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--why", action="store_true")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    if options.write and (options.only or options.device != "both"):
        parser.error("--write needs the whole suite on both devices")
    return options


def run_device(options, folder, device, names):
    def show(done):
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{device}: {done} of {len(names)} tests\033[K")
    try:
        outcomes = batch.run([options.program], device, folder, names,
                             on_progress=show)
    except batch.ProgramUnusable as wrong:
        sys.exit(f"{options.program.name} refuses: {wrong}")
    if sys.stderr.isatty():
        sys.stderr.write("\r\033[K")
    return outcomes


def regressions(outcomes, must_pass):
    """Outcomes of tests that must pass and did not."""
    return [(device, outcome) for device, found in outcomes.items()
            for test, outcome in sorted(found.items())
            if (test, device) in must_pass and outcome.status != "passed"]


def write_results(outcomes, counts, folder, default):
    data = f"the suite of onnx {onnx_version()}" if default else folder.name
    PAGE.write_text(report.markdown(counts, outcomes, data))
    passed = {(test, device) for device, found in outcomes.items()
              for test, outcome in found.items()
              if outcome.status == "passed"}
    expected.write(expected.read() | passed)


def onnx_version():
    import onnx
    return onnx.__version__


def show(options, outcomes, counts, operators):
    if options.json:
        json.dump(report.as_json(counts, outcomes, operators), sys.stdout,
                  indent=1)
        print()
        return
    print(report.text(counts))
    if options.why:
        for device, found in outcomes.items():
            for test, outcome in sorted(found.items()):
                if outcome.status != "passed":
                    print(f"{device} {test}: {outcome.status}: "
                          f"{outcome.why}")


def main(arguments):
    options = parse(arguments)
    folder = (options.suite or suite.default_folder()).resolve()
    names = [test for test in suite.tests(folder)
             if re.search(options.only, test)]
    if not names:
        sys.exit(f"no test of {folder} matches '{options.only}'")
    devices = DEVICES if options.device == "both" else (options.device,)
    outcomes = {device: run_device(options, folder, device, names)
                for device in devices}
    operators = {test: suite.operator_of(folder, test) for test in names}
    counts = report.count(outcomes, operators)
    show(options, outcomes, counts, operators)
    if options.write:
        write_results(outcomes, counts, folder, options.suite is None)
    broken = regressions(outcomes, expected.read())
    for device, outcome in broken:
        print(f"must pass, but {outcome.status}: {outcome.test} on {device}: "
              f"{outcome.why}", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
