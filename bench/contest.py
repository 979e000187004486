# SPDX-License-Identifier: Apache-2.0
"""Measures Tenon and its peers on one model, taking turns.

Turns, because a machine's speed drifts: each contender runs a while, then the
next, several times round. The least time is the steadiest figure; the median
is the middle of the turns' medians.
"""
import dataclasses
import json
import statistics
import subprocess

import contender

SECONDS_TO_START = 600


@dataclasses.dataclass
class Figures:
    """Times in ms; `facts` is what else a contender says of itself."""

    least: float = 0.0
    median: float = 0.0
    facts: dict = dataclasses.field(default_factory=dict)
    error: str = ""


class Peer:
    def __init__(self, python, name, model, threads):
        self.name, self.turns = name, []
        self.process = subprocess.Popen(
            [python, "-B", contender.__file__, name, model, str(threads)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        self.facts = self.read()

    def read(self):
        line = self.process.stdout.readline()
        if not line:
            words = self.process.stderr.read().strip().splitlines()
            raise RuntimeError(words[-1] if words else "ended early")
        return json.loads(line)

    def turn(self, seconds):
        self.process.stdin.write(f"{seconds}\n")
        self.process.stdin.flush()
        said = self.read()
        self.turns.append((said["min_ms"], said["median_ms"]))

    def end(self):
        self.process.stdin.close()
        self.process.wait()


class Tenon:
    """The command `tenon`: one engine, then a `tenon bench` each turn."""

    name = "tenon"

    def __init__(self, program, model, threads):
        self.program, self.threads, self.turns = program, threads, []
        self.engine = model.with_suffix(".tenon")
        self.facts = self.say("build", model, "-o", self.engine)
        self.facts.pop("version", None)

    def say(self, *words):
        ended = subprocess.run(
            [self.program, *map(str, words), "--json"], text=True,
            capture_output=True, timeout=SECONDS_TO_START)
        if ended.returncode:
            lines = ended.stderr.strip().splitlines()
            raise RuntimeError(f"exit code {ended.returncode}"
                               + (f": {lines[0]}" if lines else ""))
        return json.loads(ended.stdout)

    def turn(self, seconds):
        said = self.say("bench", self.engine, "--duration", seconds,
                        "--threads", self.threads)
        latency = said.pop("latency_ms")
        self.turns.append((latency["min"], latency["median"]))
        self.facts.update(said)

    def end(self):
        self.engine.unlink(missing_ok=True)


def start(makers):
    """Starts each contender; {name: contender or Figures with an error}."""
    started = {}
    for name, make in makers.items():
        try:
            started[name] = make()
        except (RuntimeError, OSError, ValueError, KeyError,
                subprocess.TimeoutExpired) as error:
            started[name] = Figures(error=str(error))
    return started


def run(makers, rounds, seconds):
    """{name: Figures} of contenders made by `makers`, {name: function}."""
    started = start(makers)
    for _ in range(rounds):
        for name, one in started.items():
            if isinstance(one, Figures):
                continue
            try:
                one.turn(seconds)
            except (RuntimeError, OSError, ValueError, KeyError,
                    subprocess.TimeoutExpired) as error:
                started[name] = Figures(error=str(error))
    return {name: one if isinstance(one, Figures) else finish(one)
            for name, one in started.items()}


def finish(one):
    one.end()
    return Figures(min(least for least, _ in one.turns),
                   statistics.median(median for _, median in one.turns),
                   one.facts)
