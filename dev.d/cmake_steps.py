# SPDX-License-Identifier: Apache-2.0
"""Configures and builds one preset of CMakePresets.json in build/<preset>."""
import json
import os

import setup_steps
import terminal
import tree

# Told to every build, so that a clone in another folder, or on another day,
# finds what an earlier one compiled.
CCACHE = {
    "CCACHE_BASEDIR": str(tree.ROOT),
    "CCACHE_NOHASHDIR": "1",
    "CCACHE_PCH_EXTSUM": "1",
    "CCACHE_SLOPPINESS": "pch_defines,time_macros,include_file_mtime,"
                         "include_file_ctime",
}
MOST_JOBS = 16


def presets():
    described = json.loads(tree.text("CMakePresets.json"))
    return [preset["name"] for preset in described["configurePresets"]
            if not preset.get("hidden")]


def cores():
    return min(len(os.sched_getaffinity(0)), MOST_JOBS)


def configure(preset):
    folder = tree.BUILD / preset
    if (folder / "build.ninja").is_file():
        return folder  # ninja reruns CMake itself when a CMake file changed
    terminal.run_logged(f"configuring {preset}",
                        ["cmake", "--preset", preset],
                        f"configure-{preset}.log", CCACHE)
    return folder


def build(preset, targets=()):
    """Builds `targets` (all of them when empty); returns the build folder."""
    if preset not in presets():
        raise terminal.Failure(f"no preset '{preset}'; there are: "
                               + ", ".join(presets()))
    setup_steps.everything()
    folder = configure(preset)
    terminal.run_logged(f"building {preset}",
                        ["ninja", "-C", folder, f"-j{cores()}", *targets],
                        f"build-{preset}.log", CCACHE)
    return folder
