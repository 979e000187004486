# SPDX-License-Identifier: Apache-2.0
"""clang-tidy 19 finds nothing in the C++ files that changed.

Slow, so only `./dev check --tidy` runs it; needs a built build/dev, whose
compile commands and precompiled header it reads.
"""
import concurrent.futures
import json
import re
import subprocess

import cmake_steps
import git_history
import terminal
import tree
from problem import Problem

ON_REQUEST = True
CLANG_TIDY = "clang-tidy-19"
FINDING = re.compile(r"^(/.*?):(\d+):\d+: (?:warning|error): (.*)$")


def compiled_files(folder):
    commands = json.loads((folder / "compile_commands.json").read_text())
    return {entry["file"] for entry in commands}


def findings(path, folder):
    ended = subprocess.run([CLANG_TIDY, "--quiet", "-p", folder, path],
                           cwd=tree.ROOT, capture_output=True, text=True)
    matches = map(FINDING.match, ended.stdout.splitlines())
    return [match.groups() for match in matches if match]


def problems():
    folder = tree.BUILD / "dev"
    if not (folder / "compile_commands.json").is_file():
        raise terminal.Failure("--tidy needs a build: run ./dev build first")
    known = compiled_files(folder)
    paths = [str(tree.ROOT / name) for name in git_history.changed_files()
             if str(tree.ROOT / name) in known]
    seen = set()
    with concurrent.futures.ThreadPoolExecutor(cmake_steps.cores()) as pool:
        for found in pool.map(lambda path: findings(path, folder), paths):
            for path, line, text in found:
                if path.startswith(str(tree.ROOT)) and \
                        (path, line, text) not in seen:
                    seen.add((path, line, text))
                    yield Problem(path[len(str(tree.ROOT)) + 1:], int(line),
                                  text)
