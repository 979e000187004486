# SPDX-License-Identifier: Apache-2.0
"""Runs `tenon` on hostile files and holds it to the limits of a refusal: a
documented exit code, an error with a code, within a second and 256 MiB, and
nothing left behind."""
import os
import pathlib
import re
import resource
import subprocess
import sys
import threading

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from program import BUILD, PROGRAM, SECONDS, CommandTest, Ended  # noqa: E402

SANITIZED = BUILD.name == "asan"  # slow, and its shadow is terabytes
CPU_SECONDS = 10 if SANITIZED else 1  # of CPU: other work does not count
PEAK_KIB = None if SANITIZED else 256 * 1024
ADDRESS_BYTES = 8 << 30
CODE = re.compile(r"\[TENON_[A-Z_]+\]")
COMPILER = BUILD / "lib" / "libtenon-compiler.so"


class HostileTest(CommandTest):
    def tenon(self, *words, code=0, file_bytes=None):
        """Runs the command with bounds on its memory and, when given, on the
        size of the files that it writes: the next byte fails, as on a full
        disk."""
        def bound():
            if not SANITIZED:
                resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_BYTES,) * 2)
            if file_bytes is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (file_bytes,) * 2)
        process = subprocess.Popen(
            [PROGRAM, *words], cwd=self.folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=bound,
            env={**os.environ, "XDG_CACHE_HOME": str(self.folder / "cache")})
        watch = threading.Timer(SECONDS, process.kill)
        watch.start()
        out, err = process.stdout.read(), process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        watch.cancel()
        process.stdout.close()
        process.stderr.close()
        ended = Ended(process.returncode, out.decode(),
                      err.decode(errors="replace"))
        ended.seconds = usage.ru_utime + usage.ru_stime
        ended.peak_kib = usage.ru_maxrss
        if code is not None:
            self.assertEqual(code, ended.code, ended.err + ended.out)
        return ended

    def refused(self, *words, says=(), code=1, file_bytes=None):
        before = self.files()
        ended = self.tenon(*words, code=code, file_bytes=file_bytes)
        for text in [says] if isinstance(says, str) else says:
            self.assertIn(text, ended.err + ended.out)
        if "--json" not in words and words[0] != "check":
            self.assertRegex(ended.err, CODE)
        self.assertEqual(before, self.files())
        self.assertLess(ended.seconds, CPU_SECONDS, ended.err)
        if PEAK_KIB:
            self.assertLess(ended.peak_kib, PEAK_KIB, ended.err)
        return ended

    def write(self, name, content):
        if not isinstance(content, bytes):
            content = content.SerializeToString()
        (self.folder / name).write_bytes(content)
