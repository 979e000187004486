# SPDX-License-Identifier: Apache-2.0
"""The conformance table: how many tests of each operator pass, by device."""
import collections

STATUSES = ("passed", "failed", "unsupported")
SCHEMA_VERSION = 1


def count(outcomes, operators):
    """{device: {operator: Counter of statuses}}; a crash is a failure."""
    counts = {}
    for device, found in outcomes.items():
        counts[device] = collections.defaultdict(collections.Counter)
        for test, outcome in found.items():
            status = ("failed" if outcome.status == "crashed"
                      else outcome.status)
            counts[device][operators[test]][status] += 1
    return counts


def total(by_operator):
    return sum(by_operator.values(), collections.Counter())


def cells(counter):
    return [str(counter[status]) for status in STATUSES]


def all_operators(counts):
    names = {name for by_operator in counts.values() for name in by_operator}
    return sorted(names, key=lambda name: (name.startswith("("), name))


def rows(counts):
    """Header, totals, then one row for each operator."""
    header = ["operator"]
    for device in counts:
        header += [f"{device}: {word}" for word in
                   ("passed", "failed", "not supported")]
    sums = ["**all**"]
    for device in counts:
        sums += cells(total(counts[device]))
    yield header
    yield sums
    for name in all_operators(counts):
        yield [name] + [cell for device in counts
                        for cell in cells(counts[device][name])]


def count_given(outcomes):
    """How many tests passed with inputs that were known when compiling."""
    return sum(1 for outcome in outcomes.values()
               if outcome.status == "passed" and outcome.given)


def markdown(counts, outcomes, suite):
    given = ", ".join(f"{count_given(found)} on {device}"
                      for device, found in outcomes.items())
    lines = [
        "# Conformance", "",
        "Every test of the ONNX backend suite (node, simple,",
        "pytorch-converted, pytorch-operator), by the operator it is about;",
        f"data: {suite}. A test counts as passed when every output agrees",
        "within rtol 1e-3 and atol 1e-7; not supported counts as not passed.",
        "Some models take as inputs what a compiler must know, such as the",
        "shape of a Reshape; those inputs are then given their values, which",
        f"happened in this many tests that passed: {given}.",
        "Made by `./dev conformance --write`.", ""]
    table = list(rows(counts))
    lines.append("| " + " | ".join(table[0]) + " |")
    lines.append("|---" + "|--:" * (len(table[0]) - 1) + "|")
    lines += ["| " + " | ".join(row) + " |" for row in table[1:]]
    return "\n".join(lines) + "\n"


def text(counts):
    table = list(rows(counts))
    table[1][0] = "all"
    widths = [max(len(row[column]) for row in table)
              for column in range(len(table[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) if column == 0 else cell.rjust(width)
                  for column, (cell, width) in enumerate(zip(row, widths)))
        for row in table)


def as_json(counts, outcomes, operators):
    return {
        "version": SCHEMA_VERSION,
        "totals": {device: dict(total(by_operator))
                   for device, by_operator in counts.items()},
        "tests": [{"test": test, "operator": operators[test],
                   "device": device, "status": outcome.status,
                   "why": outcome.why, "given": list(outcome.given)}
                  for device, found in outcomes.items()
                  for test, outcome in sorted(found.items())]}
