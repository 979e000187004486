# SPDX-License-Identifier: Apache-2.0
"""Runs one command of ./dev.

A command is a file in commands/: its first docstring line is its line in
`./dev help`, the whole docstring its own help, and `main(arguments)` does it.
Nothing is registered anywhere else.
"""
import importlib
import sys

import terminal
import tree

# The order in which a newcomer meets them; the rest follow by name.
USUAL_ORDER = ["setup", "build", "test", "check", "fix", "new"]


def command_names():
    found = {path.stem for path in (tree.ROOT / "dev.d/commands").glob("*.py")}
    first = [name for name in USUAL_ORDER if name in found]
    return first + sorted(found - set(first))


def load(name):
    return importlib.import_module("commands." + name)


def print_overview():
    print("usage: ./dev COMMAND [ARGUMENT...]      ./dev COMMAND --help\n")
    for name in command_names():
        summary = load(name).__doc__.strip().splitlines()[0]
        print(f"  {name:<12} {summary}")
    print("\nA fresh Debian 12 with git is enough: commands that need packages"
          "\ninstall them first (as root, or through sudo).")


def main(arguments):
    if not arguments or arguments[0] in ("help", "-h", "--help"):
        if arguments[1:] and arguments[1] in command_names():
            print(load(arguments[1]).__doc__.strip())
        else:
            print_overview()
        return 0
    name, rest = arguments[0], arguments[1:]
    if name not in command_names():
        terminal.complain(f"no command '{name}'; there are: "
                          + ", ".join(command_names()))
        return 1
    if any(word in ("-h", "--help") for word in rest):
        print(load(name).__doc__.strip())
        return 0
    try:
        return load(name).main(rest) or 0
    except terminal.Failure as failure:
        terminal.complain(str(failure))
        return 1
    except KeyboardInterrupt:
        terminal.complain("interrupted")
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
