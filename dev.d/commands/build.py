# SPDX-License-Identifier: Apache-2.0
"""build one preset: dev (default), asan or release

usage: ./dev build [PRESET] [TARGET...]

Installs what is missing, then builds into build/PRESET; `release` leaves the
command at build/release/bin/tenon. The compiler's output is in
build/logs/build-PRESET.log.
"""
import cmake_steps
import terminal


def main(arguments):
    preset, targets = (arguments or ["dev"])[0], arguments[1:]
    folder = cmake_steps.build(preset, targets)
    command = folder / "bin" / "tenon"
    if command.is_file():
        terminal.say(f"the command: {command}")
