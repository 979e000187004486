# SPDX-License-Identifier: Apache-2.0
"""The kinds of tests that `./dev test` runs, and how each is counted.

CTest knows the programs that CMake built. Python suites are the folders below
test/ that hold test_*.py files in unittest's form; they run in build/venv.
"""
import dataclasses
import json
import os
import re
import subprocess
import xml.etree.ElementTree

import cmake_steps
import setup_steps
import terminal
import tree

SECONDS_A_TEST = 600  # then it hangs
CTEST_STEP = re.compile(r"\s*(\d+)/(\d+) Test\s+#")
CTEST_GOOD = re.compile(r"\s*(Start\s+\d+:|\d+/\d+ Test .* Passed)")


@dataclasses.dataclass
class Counts:
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def add(self, other):
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped

    def __str__(self):
        line = f"{self.passed} passed, {self.failed} failed"
        return line + (f", {self.skipped} skipped" if self.skipped else "")


def count_junit(path):
    counts = Counts()
    for case in xml.etree.ElementTree.parse(path).getroot().iter("testcase"):
        status = case.get("status")
        if status == "run":
            counts.passed += 1
        elif status in ("disabled", "notrun"):
            counts.skipped += 1
        else:
            counts.failed += 1
    return counts


def run_ctest(folder, selection):
    """Runs the tests of a build folder whose names match `selection`."""
    report = folder / "ctest.xml"
    report.unlink(missing_ok=True)
    command = ["ctest", f"-j{cmake_steps.cores()}", "--output-on-failure",
               "--timeout", str(SECONDS_A_TEST),
               "--output-junit", str(report), "--no-tests=ignore"]
    if selection:
        command += ["-R", selection]
    code, account = follow_ctest(command, folder)
    if code:
        print(account, flush=True)
    if not report.is_file():
        if code == 0:
            return Counts()
        raise terminal.Failure(f"ctest ended with {code} before it ran a "
                               "test")
    return count_junit(report)


def follow_ctest(command, folder):
    """Runs CTest and shows how far it is; returns its exit code and what it
    said, less the lines about starts and passes."""
    progress, account = terminal.Progress("running the C++ tests"), []
    process = subprocess.Popen(command, cwd=folder, text=True,
                               errors="replace", stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT)
    for line in process.stdout:
        step = CTEST_STEP.match(line)
        if step:
            progress.update(f"{step[1]} of {step[2]}")
        if not CTEST_GOOD.match(line):
            account.append(line)
    code = process.wait()
    progress.end("failed" if code else "done")
    return code, "".join(account)


def python_suites():
    folders = {os.path.dirname(name) for name in tree.files()
               if name.startswith("test/")
               and os.path.basename(name).startswith("test_")
               and name.endswith(".py")}
    return sorted(folders)


def run_python_suite(suite, folder, selection):
    """Runs one folder of test_*.py files in a process of its own."""
    report = tree.BUILD / "logs" / (suite.replace("/", "-") + ".json")
    report.parent.mkdir(parents=True, exist_ok=True)
    report.unlink(missing_ok=True)
    ended = subprocess.run(
        [setup_steps.test_environment(), "-B",
         tree.ROOT / "dev.d" / "run_unittest.py", tree.ROOT / suite, report,
         selection or ""],
        stdin=subprocess.DEVNULL,
        env={**os.environ, "TENON_BUILD": str(folder)})
    if not report.is_file():
        raise terminal.Failure(f"{suite} ended with {ended.returncode} before "
                               "it could report")
    return Counts(**json.loads(report.read_text()))
