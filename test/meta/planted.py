# SPDX-License-Identifier: Apache-2.0
"""A small tree with faults planted in it, for the checks to find."""
import contextlib
import importlib
import pathlib
import sys
import tempfile
from unittest import mock

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
for folder in ("dev.d", "test/onnx"):
    sys.path.insert(0, str(REPOSITORY / folder))

import cxx_text  # noqa: E402
import tree      # noqa: E402

RULES = ("dev.d/layers.toml", "dev.d/one-place.txt", "dev.d/oversize.txt")


def forget_texts():
    for function in (tree.text, cxx_text.code_only,
                     cxx_text.without_comments):
        function.cache_clear()


@contextlib.contextmanager
def planted(files):
    """Makes the checks see `files`, {path: text}, and the real rules."""
    everything = {name: (REPOSITORY / name).read_text() for name in RULES}
    everything.update(files)
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in everything.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        forget_texts()
        with mock.patch.object(tree, "ROOT", root), \
                mock.patch.object(tree, "files",
                                  lambda: sorted(everything)):
            yield
    forget_texts()


def problems(check, files):
    """What a check of dev.d/checks says of the planted files, as text."""
    with planted(files):
        return [str(problem) for problem in
                importlib.import_module("checks." + check).problems()
                if problem.where in files]
