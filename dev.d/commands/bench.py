# SPDX-License-Identifier: Apache-2.0
"""measure Tenon and its peers, taking turns, row by row

usage: ./dev bench [--only EXPRESSION] [--threads 2,1] [--rounds N]
                   [--seconds S] [--models DIR] [--peers-only] [--list]
                   [--json]

Builds release, makes build/peers with ONNX Runtime and OpenVINO (pinned in
dev.d/requirements-peers.txt) and runs kernels and networks. Each contender
runs S seconds in turn, N times round; a row gives the least time, the median,
how many times as fast Tenon is, and how far from the machine's limit.
--models names a folder with the networks that no package carries.
"""
import os
import subprocess

import cmake_steps
import setup_steps
import terminal
import tree

PEERS = "dev.d/requirements-peers.txt"


def main(arguments):
    arguments = list(arguments)
    peers_only = "--peers-only" in arguments
    if peers_only:
        arguments.remove("--peers-only")
    setup_steps.everything()
    python = setup_steps.make_environment("peers", PEERS)
    words = [python, "-B", tree.ROOT / "bench/bench.py", "--python", python,
             "--work", tree.BUILD / "bench"]
    if not peers_only and "--list" not in arguments:
        program = cmake_steps.build("release") / "bin" / "tenon"
        if not program.is_file():
            raise terminal.Failure("the release build made no bin/tenon")
        words += ["--program", program]
    # bench.py fetches models the way ./dev does.
    return subprocess.run(
        [*words, *arguments],
        env={**os.environ, "PYTHONPATH": str(tree.ROOT / "dev.d")}).returncode
