# SPDX-License-Identifier: Apache-2.0
"""Shell snippets of the documentation, and the output that pages show.

A snippet is fenced as ```sh tenon-test. Those of one page run in order, by
bash with -euo pipefail, in one scratch folder that shows the repository's
files and keeps what the snippets write; `tenon` and the other programs of the
build are on the path. A fence right behind a snippet whose first line ends in
`tenon-output` holds what the snippet prints on standard output.
"""
import dataclasses
import os
import pathlib
import re
import subprocess
import tempfile

import tree

FENCE = re.compile(
    r"^```sh tenon-test\n(?P<script>.*?)^```\n"
    r"(?:\n*^```\w+ tenon-output\n(?P<output>.*?)^```$)?",
    re.MULTILINE | re.DOTALL)
SECONDS = 600


@dataclasses.dataclass
class Ran:
    code: int
    log: str  # commands and standard error
    outputs: list  # of each snippet that ran


def pages():
    return [name for name in tree.files() if name.endswith(".md")
            and FENCE.search(tree.text(name))]


def run_page(name, build):
    """Runs the snippets of a page with the programs of a build folder."""
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        for entry in tree.ROOT.iterdir():
            if not entry.name.startswith("."):
                (scratch / entry.name).symlink_to(entry)
        scripts = [match["script"]
                   for match in FENCE.finditer(tree.text(name))]
        whole = "set -euxo pipefail\n" + "".join(
            f"{{\n{script}}} > \"$OUTPUTS/{number}\"\n"
            for number, script in enumerate(scripts))
        outputs = scratch / ".outputs"
        outputs.mkdir()
        ended = subprocess.run(
            ["bash", "-c", whole], cwd=scratch, text=True, errors="replace",
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, timeout=SECONDS,
            env={**os.environ, "PATH": f"{build}/bin:{os.environ['PATH']}",
                 "XDG_CACHE_HOME": str(scratch / ".cache"),
                 "OUTPUTS": str(outputs)})
        texts = [(outputs / str(number)).read_text(errors="replace")
                 for number in range(len(scripts))
                 if (outputs / str(number)).exists()]
        return Ran(ended.returncode, ended.stdout, texts)


def differences(name, outputs):
    """(shown, printed) of each snippet whose page shows something else."""
    for match, printed in zip(FENCE.finditer(tree.text(name)), outputs):
        if match["output"] is not None and match["output"] != printed:
            yield match["output"], printed


def refreshed(name, outputs):
    """The page's text with what the snippets print in place of what it
    shows."""
    left = iter(outputs)

    def fill(match):
        printed = next(left)
        if match["output"] is None:
            return match[0]
        start, end = (match.start("output") - match.start(),
                      match.end("output") - match.start())
        return match[0][:start] + printed + match[0][end:]
    return FENCE.sub(fill, tree.text(name))
