# SPDX-License-Identifier: Apache-2.0
"""Runs `tenon` in a folder of its own, with engines made by hand in it."""
import dataclasses
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

BUILD = pathlib.Path(os.environ.get("TENON_BUILD", "build/dev")).resolve()
PROGRAM = BUILD / "bin" / "tenon"
SECONDS = 300
SIGNALS = range(-64, 0)


@dataclasses.dataclass
class Ended:
    code: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)


class CommandTest(unittest.TestCase):
    """Each test gets `self.folder`, empty but for add.tenon (y = x + 1),
    gather.tenon (y = x[index]) and chain.tenon (y = x + 4)."""

    @classmethod
    def setUpClass(cls):
        cls.shared = tempfile.TemporaryDirectory()
        subprocess.run([BUILD / "bin" / "make-test-engines", cls.shared.name],
                       check=True)

    @classmethod
    def tearDownClass(cls):
        cls.shared.cleanup()

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        for engine in pathlib.Path(self.shared.name).iterdir():
            shutil.copy(engine, self.folder)
        self.engines = set(self.files())

    def files(self):
        return sorted(str(path.relative_to(self.folder))
                      for path in self.folder.rglob("*"))

    def tenon(self, *words, code=0, env=None):
        """Runs the command and checks its exit code, which is never that of
        a signal."""
        ended = subprocess.run(
            [PROGRAM, *words], cwd=self.folder, capture_output=True,
            stdin=subprocess.DEVNULL, timeout=SECONDS,
            env={**os.environ, "XDG_CACHE_HOME": str(self.folder / "cache"),
                 **(env or {})})
        ended = Ended(ended.returncode, ended.stdout.decode(),
                      ended.stderr.decode(errors="replace"))
        self.assertNotIn(ended.code, SIGNALS, ended.err)
        if code is not None:
            self.assertEqual(code, ended.code, ended.err + ended.out)
        return ended

    def refused(self, *words, says, code=1):
        """The command ends with `code`, says each of the texts on standard
        error, and leaves nothing behind."""
        before = self.files()
        ended = self.tenon(*words, code=code)
        for text in [says] if isinstance(says, str) else says:
            self.assertIn(text, ended.err)
        self.assertEqual(before, self.files())
        return ended
