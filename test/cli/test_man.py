# SPDX-License-Identifier: Apache-2.0
"""The man page knows every command and every flag of --help."""
import pathlib
import re
import unittest

from program import CommandTest

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "man" / "tenon.1"


class ManTest(CommandTest):
    def test_commands_and_flags(self):
        page = PAGE.read_text().replace("\\-", "-")
        commands = re.findall(r"^  ([a-z]+)  ", self.tenon("--help").out, re.M)
        self.assertIn("build", commands)
        for command in commands:
            self.assertIn(f".SS tenon {command}", page)
            for flag in re.findall(r"--[a-z-]+", self.tenon(command,
                                                            "--help").out):
                with self.subTest(command=command, flag=flag):
                    self.assertIn(flag, page)


if __name__ == "__main__":
    unittest.main()
