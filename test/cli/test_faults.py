# SPDX-License-Identifier: Apache-2.0
"""The command dies of nothing: faults of ours, and those of the system."""
import os
import pathlib
import signal
import subprocess
import time
import unittest

from program import PROGRAM, CommandTest


class FaultTest(CommandTest):
    def start(self):
        """A command that takes long, and the process that does its work."""
        parent = subprocess.Popen(
            [PROGRAM, "bench", "add.tenon", "--duration", "60"],
            cwd=self.folder, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # A test run in the background inherits an ignored SIGINT.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        self.addCleanup(parent.kill)
        children = pathlib.Path(f"/proc/{parent.pid}/task/{parent.pid}/children")
        end = time.monotonic() + 20
        while time.monotonic() < end:
            found = children.read_text().split()
            if found:
                return parent, int(found[0])
            time.sleep(0.01)
        self.fail("the command started no process")

    def test_a_crash_is_exit_code_70_with_a_reproducer(self):
        parent, child = self.start()
        os.kill(child, signal.SIGSEGV)
        _, said = parent.communicate(timeout=60)
        self.assertEqual(70, parent.returncode, said)
        self.assertIn("Segmentation fault", said)
        rerun = (f"cd {self.folder} && {PROGRAM} bench add.tenon "
                 "--duration 60")
        self.assertIn(f"rerun: {rerun}", said)
        folder = next(self.folder.glob("tenon-reproducer-*"))
        self.assertIn(rerun, (folder / "command.txt").read_text())
        self.assertTrue((folder / "log.txt").is_file())

    def test_too_little_memory_is_exit_code_4(self):
        parent, child = self.start()
        os.kill(child, signal.SIGKILL)
        _, said = parent.communicate(timeout=60)
        self.assertEqual(4, parent.returncode)
        self.assertIn("memory", said)

    def test_the_user_may_stop_it(self):
        parent, child = self.start()
        os.kill(child, signal.SIGINT)
        _, said = parent.communicate(timeout=60)
        self.assertEqual(-signal.SIGINT, parent.returncode)
        self.assertEqual("", said)

    def test_the_work_ends_with_the_command(self):
        parent, child = self.start()
        parent.kill()
        parent.communicate(timeout=60)
        end = time.monotonic() + 20
        while pathlib.Path(f"/proc/{child}/stat").exists():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)


if __name__ == "__main__":
    unittest.main()
