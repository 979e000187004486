# SPDX-License-Identifier: Apache-2.0
"""Prints graph IR, as --dump-at gives it, short enough for a page.

usage: tenon build MODEL ... --dump-at STAGE 2>&1 | python3 docs/shorten_ir.py

Left out are locations, the numbers of constants, the types of operands and
attributes that say nothing (strides and dilations of 1, one group). A tensor
type is written with its sizes in place: f32[n, 16].
"""
import re
import sys
import textwrap

COLUMNS = 78
INDENT = re.compile(r" *")
NOTHING_SAID = re.compile(
    r"(?:dilations|input_dilations|strides) = \[1(?:, 1)*\](?:, )?"
    r"|groups = 1 : i64(?:, )?|(?<=\{)channels_last = false(?:, )?")
STEPS = (
    (re.compile(r" loc\((?:unknown|#\w+|\"[^\"]*\")\)"), ""),
    (re.compile(r"dense<(?:\"[^\"]*\"|\[[^>]*\])>"), "dense<...>"),
    (re.compile(r"array<i64: ([^>]*)>"), r"[\1]"),
    (re.compile(r"#tenon\.index<([^>]*)>"), r"<\1>"),
    (re.compile(r"#tenon\.weight<"), "weight<"),
    (re.compile(r"\{tenon\.name = (\"[^\"]*\")\}"), r"\1"),
    (re.compile(r", tenon\.name = (\"[^\"]*\")"), r" \1"),
    (re.compile(r" : \([^()]*\) -> "), " : "),
    (re.compile(r"(dense<[^>]*>)(?: : .*)? -> "), r"\1 : "),
    (re.compile(r"(weight<\d+>) -> "), r"\1 : "),
)


def tensor(match):
    """One tensor type; its sizes are those of the encoding, if any."""
    *sizes, element = match[1].split("x")
    if match[2]:
        sizes = re.findall(r"\"([^\"]*)\"", match[2])
    return f"{element}[{', '.join(sizes)}]"


def shorten(line):
    line = re.sub(r"tensor<([^,>]*)(, #tenon\.dims<[^>]*>)?>", tensor, line)
    for pattern, replacement in STEPS:
        line = pattern.sub(replacement, line)
    line = NOTHING_SAID.sub("", line)
    return re.sub(r"\"(\d+)\"", r"\1", line).replace(", }", "}")


def is_kept(line):
    return line.strip() and not line.startswith(("#loc", "// after", "}"))


def main():
    for line in sys.stdin:
        line = shorten(line.rstrip())
        if not is_kept(line):
            continue
        indent = INDENT.match(line)[0]
        print(textwrap.fill(line.strip(), COLUMNS, initial_indent=indent,
                            subsequent_indent=indent + "    ",
                            break_long_words=False, break_on_hyphens=False))


if __name__ == "__main__":
    main()
