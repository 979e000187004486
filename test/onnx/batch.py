# SPDX-License-Identifier: Apache-2.0
"""Runs many tests of the suite through one process of tenon-conformance.

The contract of that program (test/onnx/Conformance.cpp):

    tenon-conformance --device reference|cpu [--rtol R] [--atol A] LISTFILE

LISTFILE names one test folder a line. For each, in order and flushed at once,
it prints one line of JSON:

    {"test": FOLDER, "status": "passed" | "failed" | "unsupported",
     "why": TEXT, "given": [INPUT...]}

`given` lists inputs that had to be known when compiling and were taken from
the test's data; it may be missing. "unsupported" is a model that is valid and refused; a wrong result, or a model
wrongly called bad, is "failed". It exits with 0 after the last line, with 2
for wrong use. Whatever else ends it, or a silence of HANG_SECONDS, is a crash
of the first test without a line; a new process goes on after that test.
"""
import collections
import concurrent.futures
import dataclasses
import json
import os
import selectors
import subprocess
import tempfile

HANG_SECONDS = 60
WRONG_USE = 2
READ_BYTES = 1 << 16
RTOL, ATOL = 1e-3, 1e-7  # what ONNX's own runner allows
TESTS_A_PROCESS = 100    # small enough to share out evenly
STDERR_KEPT = 300        # characters of a crash's last words


class ProgramUnusable(Exception):
    """The program does not understand us, or does not start."""


@dataclasses.dataclass(frozen=True)
class Outcome:
    test: str
    status: str  # passed, failed, unsupported or crashed
    why: str = ""
    given: tuple = ()  # inputs that were known when compiling


def lines_until_silence(process, seconds):
    """Yields lines of standard output; returns whether it fell silent."""
    waiting = b""
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while selector.select(seconds):
            read = os.read(process.stdout.fileno(), READ_BYTES)
            if not read:
                return False
            *whole, waiting = (waiting + read).split(b"\n")
            yield from whole
    return True


def read_outcome(line, test, folder):
    """The outcome that a line states, when it is one for `test`."""
    try:
        said = json.loads(line)
        if said["test"] == str(folder / test):
            return Outcome(test, said["status"], said.get("why", ""),
                           tuple(said.get("given", ())))
    except (ValueError, KeyError, TypeError):
        pass
    return None


def last_words(stream):
    stream.seek(0)
    text = stream.read().decode(errors="replace").strip()
    return text[-STDERR_KEPT:].replace("\n", " | ")


def describe_end(code, silent, seconds, words):
    if silent:
        return f"no result in {seconds} s"
    how = f"signal {-code}" if code < 0 else f"exit code {code}"
    return f"{how}: {words}" if words else how


def run_once(command, folder, pending, seconds):
    """Runs one process over the deque `pending`, taking from it what was
    answered and, if the process died early, the test that killed it."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listing, \
            tempfile.TemporaryFile() as errors:
        listing.write("".join(f"{folder / test}\n" for test in pending))
        listing.flush()
        process = subprocess.Popen([*command, listing.name],
                                   stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=errors)
        silent = yield from answers(process, folder, pending, seconds)
        if silent:
            process.kill()
        process.stdout.close()
        code = process.wait()
        words = last_words(errors)
    if code == WRONG_USE and not silent:
        raise ProgramUnusable(words)
    if pending:
        yield Outcome(pending.popleft(), "crashed",
                      describe_end(code, silent, seconds, words))


def answers(process, folder, pending, seconds):
    lines = lines_until_silence(process, seconds)
    while pending:
        try:
            line = next(lines)
        except StopIteration as end:
            return bool(end.value)
        outcome = read_outcome(line, pending[0], folder)
        if outcome:
            pending.popleft()
            yield outcome
    return False


def run_share(command, folder, tests, seconds):
    pending = collections.deque(tests)
    outcomes = []
    while pending:
        outcomes += run_once(command, folder, pending, seconds)
    return outcomes


def run(program, device, folder, tests, *, rtol=RTOL, atol=ATOL,
        seconds=HANG_SECONDS, workers=None, on_progress=lambda done: None):
    """The outcomes of `tests`, by name. Shares of the list run side by side,
    one process on each core."""
    command = [*program, "--device", device, "--rtol", str(rtol),
               "--atol", str(atol)]
    shares = [tests[start:start + TESTS_A_PROCESS]
              for start in range(0, len(tests), TESTS_A_PROCESS)]
    outcomes = {}
    workers = workers or len(os.sched_getaffinity(0))
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        running = [pool.submit(run_share, command, folder, share, seconds)
                   for share in shares]
        for done in concurrent.futures.as_completed(running):
            for outcome in done.result():
                outcomes[outcome.test] = outcome
            on_progress(len(outcomes))
    return outcomes
