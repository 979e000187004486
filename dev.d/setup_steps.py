# SPDX-License-Identifier: Apache-2.0
"""Installs what is missing: Debian packages, Python environments.

Each step first asks whether there is anything to do, so that every command
may call it.
"""
import hashlib
import os
import shutil
import subprocess
import sys

import terminal
import tree

APT_LOCK_SECONDS = 300


def wanted_apt_packages():
    lines = tree.text("dev.d/apt.txt").splitlines()
    return [name for line in lines if not line.startswith("#")
            for name in line.split()]


def missing_apt_packages():
    if not shutil.which("dpkg-query"):
        return []  # not a Debian: the build says what it lacks
    shown = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Package} ${db:Status-Status}\n",
         *wanted_apt_packages()], capture_output=True, text=True).stdout
    present = {line.split()[0] for line in shown.splitlines()
               if line.endswith(" installed")}
    return [name for name in wanted_apt_packages() if name not in present]


def apt_command():
    if os.geteuid() == 0:
        return ["apt-get"]
    if shutil.which("sudo"):
        return ["sudo", "-E", "apt-get"]
    return None


def install_apt_packages():
    missing = missing_apt_packages()
    if not missing:
        return
    apt = apt_command()
    if not apt:
        raise terminal.Failure(
            "packages are missing and only root may install them: "
            "apt-get install " + " ".join(missing))
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    wait = ["-q", "-o", f"DPkg::Lock::Timeout={APT_LOCK_SECONDS}"]
    terminal.run_logged("updating the package lists", [*apt, *wait, "update"],
                        "apt-update.log", quiet)
    terminal.run_logged(
        f"installing {len(missing)} Debian package(s)",
        [*apt, *wait, "install", "-y", "--no-install-recommends", *missing],
        "apt-install.log", quiet)


def python_of(environment):
    return tree.BUILD / environment / "bin" / "python"


def make_environment(environment, requirements):
    """A Python environment build/`environment` with exactly the packages of
    the file `requirements`, made anew when that file changed."""
    folder = tree.BUILD / environment
    wanted = hashlib.sha256(
        tree.text(requirements).encode() + sys.version.encode()).hexdigest()
    stamp = folder / "made-from"
    if stamp.is_file() and stamp.read_text() == wanted:
        return python_of(environment)
    shutil.rmtree(folder, ignore_errors=True)
    terminal.run_logged(f"making build/{environment}",
                        [sys.executable, "-m", "venv", folder],
                        f"{environment}.log")
    terminal.run_logged(
        f"installing the packages of {requirements}",
        [python_of(environment), "-m", "pip", "install", "--no-input",
         "--disable-pip-version-check", "--only-binary=:all:",
         "--require-hashes", "-r", tree.ROOT / requirements],
        f"{environment}-packages.log")
    stamp.write_text(wanted)
    return python_of(environment)


def test_environment():
    return make_environment("venv", "dev.d/requirements.txt")


def everything():
    install_apt_packages()
    test_environment()
