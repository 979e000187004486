# SPDX-License-Identifier: Apache-2.0
"""What the history of a file says; empty in a tree without history."""
import subprocess

import tree


def removed_lines(name):
    """Every line that some commit, or the working tree, took out of a file."""
    shown = []
    for command in (["log", "-p", "--no-color", "--format=", "-U0"],
                    ["diff", "--no-color", "-U0", "HEAD"]):
        ended = subprocess.run(["git", *command, "--", name], cwd=tree.ROOT,
                               capture_output=True, text=True,
                               errors="replace")
        shown += ended.stdout.splitlines()
    return [line[1:] for line in shown
            if line.startswith("-") and not line.startswith("---")]


def changed_files():
    """Files that differ from where this branch left the main one; of the
    last commit where there is no other branch to compare with."""
    base = subprocess.run(["git", "merge-base", "HEAD", "origin/main"],
                          cwd=tree.ROOT, capture_output=True, text=True)
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=tree.ROOT,
                          capture_output=True, text=True).stdout.strip()
    start = base.stdout.strip() if base.returncode == 0 else ""
    if start in ("", head):
        start = "HEAD~1"
    listed = subprocess.run(["git", "diff", "--name-only", start],
                            cwd=tree.ROOT, capture_output=True, text=True)
    loose = subprocess.run(["git", "ls-files", "--others",
                            "--exclude-standard"], cwd=tree.ROOT,
                           capture_output=True, text=True)
    return sorted(set(listed.stdout.split()) | set(loose.stdout.split()))
