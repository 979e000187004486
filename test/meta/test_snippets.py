# SPDX-License-Identifier: Apache-2.0
"""Shell snippets of the documentation, fenced as ```sh tenon-test, work.

Those of one page run in order, by bash with -euo pipefail, in one scratch
folder that shows the repository's files and keeps what the snippets write;
`tenon` and the other programs of the build are on the path.
"""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import planted  # noqa: F401
import tree

FENCE = re.compile(r"^```sh tenon-test\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SECONDS = 600


def pages():
    return [name for name in tree.files() if name.endswith(".md")
            and FENCE.search(tree.text(name))]


def run_page(name, scratch):
    for entry in tree.ROOT.iterdir():
        if not entry.name.startswith("."):
            (scratch / entry.name).symlink_to(entry)
    build = os.environ.get("TENON_BUILD", "")
    script = "set -euxo pipefail\n" + "".join(
        match[1] for match in FENCE.finditer(tree.text(name)))
    return subprocess.run(
        ["bash", "-c", script], cwd=scratch, text=True, errors="replace",
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, timeout=SECONDS,
        env={**os.environ, "PATH": f"{build}/bin:{os.environ['PATH']}"})


class SnippetsTest(unittest.TestCase):
    def test_each_page(self):
        for name in pages():
            with self.subTest(page=name), \
                    tempfile.TemporaryDirectory() as scratch:
                ended = run_page(name, pathlib.Path(scratch))
                self.assertEqual(0, ended.returncode,
                                 f"{name}:\n{ended.stdout}")


if __name__ == "__main__":
    unittest.main()
