# SPDX-License-Identifier: Apache-2.0
"""check the rules of the tree: layers, sizes, format, names, links

usage: ./dev check [--tidy] [CHECK...]

Each check is a file in dev.d/checks/ that says its rule in its first line.
Warnings fail nothing. --tidy adds clang-tidy on the changed files.
"""
import importlib

import setup_steps
import terminal
import tree


def check_names():
    return sorted(path.stem for path in
                  (tree.ROOT / "dev.d/checks").glob("*.py"))


def load(name):
    return importlib.import_module("checks." + name)


def chosen(arguments):
    tidy = "--tidy" in arguments
    names = [word for word in arguments if word != "--tidy"]
    for name in names:
        if name not in check_names():
            raise terminal.Failure(f"no check '{name}'; there are: "
                                   + ", ".join(check_names()))
    return names or [name for name in check_names()
                     if tidy or not getattr(load(name), "ON_REQUEST", False)]


def main(arguments):
    setup_steps.install_apt_packages()
    failed = 0
    for name in chosen(arguments):
        module = load(name)
        found = list(module.problems())
        errors = [problem for problem in found if not problem.warning]
        if errors:
            failed += 1
            rule = module.__doc__.strip().split("\n\n")[0].replace("\n", " ")
            print(f"{name}: {rule}")
        for problem in found:
            print(f"  {problem}")
    total = len(chosen(arguments))
    print(f"check: {total - failed} of {total} rules hold"
          + (f", {failed} broken (above)" if failed else ""), flush=True)
    return 1 if failed else 0
