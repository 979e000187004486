# SPDX-License-Identifier: Apache-2.0
"""No file names a machine: no home folder, no checkout path, no host of a
package registry. They differ on the next machine."""
import os
import pathlib
import re
import subprocess

import tree
from problem import Problem

HOME = re.compile(r"/(home|Users)/\w+/")
SHARED_FOLDERS = ("/", "/tmp", "/var/tmp", "/usr/src")
HOST = re.compile(r"https?://([^/\s]+)")
APT_SOURCES = ("/etc/apt/sources.list", "/etc/apt/sources.list.d")


def configured_text():
    """What configures this machine's package registries."""
    try:
        yield subprocess.run(["pip", "config", "list"], capture_output=True,
                             text=True, timeout=30).stdout
    except (OSError, subprocess.TimeoutExpired):
        pass
    for place in map(pathlib.Path, APT_SOURCES):
        files = place.iterdir() if place.is_dir() else [place]
        for path in files:
            if path.is_file():
                yield path.read_text(errors="replace")


def registry_hosts():
    hosts = {"pypi" + ".org", "deb.debian" + ".org",
             "files.pythonhosted" + ".org"}
    for text in configured_text():
        hosts.update(HOST.findall(text))
    return hosts


def machine_folders():
    candidates = [str(tree.ROOT.parent), os.path.expanduser("~")]
    return {folder + "/" for folder in candidates
            if folder not in SHARED_FOLDERS}


def problems():
    wanted = registry_hosts() | machine_folders()
    for name in tree.files():
        if tree.is_binary(name):
            continue
        for number, line in enumerate(tree.text(name).splitlines(), 1):
            found = [place for place in wanted if place in line]
            home = HOME.search(line)
            if home:
                found.append(home[0])
            for place in found:
                yield Problem(name, number, f"names '{place}': use relative "
                              "paths and package names")
