# SPDX-License-Identifier: Apache-2.0
"""What ./dev says while it works.

Long commands write to a log file; a person sees one moving line, a log of a
build machine a line now and then, and, when a command fails, the end of its
output and where the rest is.
"""
import os
import re
import subprocess
import sys
import time

import tree

SECONDS_BETWEEN_LINES = 20  # where standard error is no terminal
SECONDS_BETWEEN_UPDATES = 0.2
LINES_SHOWN_ON_FAILURE = 60
LINE_WIDTH = 79
NINJA_STEP = re.compile(r"^\[(\d+)/(\d+)\]")


class Failure(Exception):
    """Something a person must look at; its text says what and what to do."""


def say(text):
    print("==> " + text, file=sys.stderr, flush=True)


def complain(text):
    print("dev: " + text, file=sys.stderr, flush=True)


class Progress:
    """One line that moves on a terminal, one line now and then elsewhere."""

    def __init__(self, title):
        self.title = title
        self.begin = time.monotonic()
        self.shown = self.begin
        self.moving = sys.stderr.isatty()

    def update(self, detail):
        now = time.monotonic()
        wait = (SECONDS_BETWEEN_UPDATES if self.moving
                else SECONDS_BETWEEN_LINES)
        if now - self.shown < wait:
            return
        self.shown = now
        line = f"==> {self.title} ({now - self.begin:.0f} s): {detail}"
        sys.stderr.write(("\r\033[K" if self.moving else "")
                         + line[:LINE_WIDTH]
                         + ("" if self.moving else "\n"))
        sys.stderr.flush()

    def end(self, text):
        if self.moving:
            sys.stderr.write("\r\033[K")
        seconds = time.monotonic() - self.begin
        say(f"{self.title}: {text} ({seconds:.0f} s)")


def last_lines(path, count=LINES_SHOWN_ON_FAILURE):
    with open(path, encoding="utf-8", errors="replace") as stream:
        return "".join(stream.readlines()[-count:])


def describe(line):
    """What a line of a tool's output says about how far it is."""
    step = NINJA_STEP.match(line)
    if step:
        return f"{step[1]} of {step[2]}"
    return line.strip()


def run_logged(title, command, log, environment=None, cwd=None):
    """Runs `command`, its output in build/logs/`log`; fails with its end."""
    path = tree.BUILD / "logs" / log
    path.parent.mkdir(parents=True, exist_ok=True)
    progress = Progress(title)
    with open(path, "w", encoding="utf-8") as stream:
        process = subprocess.Popen(
            [str(word) for word in command], cwd=cwd or tree.ROOT,
            env={**os.environ, **(environment or {})}, text=True,
            errors="replace", stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        for line in process.stdout:
            stream.write(line)
            if line.strip():
                progress.update(describe(line))
        process.wait()
    if process.returncode:
        progress.end("failed")
        sys.stderr.write(last_lines(path))
        raise Failure(f"'{command[0]}' ended with {process.returncode} while "
                      f"{title}; all it said: {path.relative_to(tree.ROOT)}")
    progress.end("done")
