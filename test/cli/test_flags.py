# SPDX-License-Identifier: Apache-2.0
"""Words on the command line: help, suggestions, values that make no sense."""
import os
import subprocess
import unittest

from program import PROGRAM, CommandTest

COMMANDS = ("check", "build", "run", "bench", "verify", "explain", "inspect",
            "devices", "completion")


class HelpTest(CommandTest):
    def test_every_command_has_help_with_an_example(self):
        for command in COMMANDS:
            with self.subTest(command=command):
                said = self.tenon(command, "--help").out
                self.assertIn(f"  tenon {command} " if command != "completion"
                              else "source <(tenon completion", said)
                self.assertLessEqual(max(map(len, said.splitlines())), 80)

    def test_help_of_all(self):
        said = self.tenon("--help").out
        for command in COMMANDS:
            self.assertIn(f"  {command} ", said)
        self.assertIn("Exit codes", said)

    def test_version(self):
        self.assertRegex(self.tenon("--version").out, r"^tenon \d+\.\d+\.\d+$")

    def test_completion_knows_commands_and_flags(self):
        for shell in ("bash", "zsh", "fish"):
            with self.subTest(shell=shell):
                said = self.tenon("completion", shell).out
                self.assertIn("verify", said)
                self.assertIn("per-kernel", said)
        self.refused("completion", "csh", says=["found 'csh'",
                                                "bash, zsh, fish"])

    def test_bash_accepts_the_script(self):
        said = self.tenon("completion", "bash").out
        script = said + ("COMP_WORDS=(tenon bui) COMP_CWORD=1; _tenon; "
                         'echo "${COMPREPLY[@]}"')
        ended = subprocess.run(["bash", "-c", script], text=True,
                               capture_output=True)
        self.assertEqual("build\n", ended.stdout)


class WrongWordsTest(CommandTest):
    def test_no_command(self):
        self.refused(says="Subcommands")

    def test_unknown_command_suggests(self):
        self.refused("bild", "m.onnx", says=["'bild'", "did you mean 'build'"])

    def test_unknown_flag_suggests(self):
        self.refused("run", "add.tenon", "--ramdom",
                     says=["'--ramdom'", "did you mean '--random'"])
        self.refused("bench", "add.tenon", "--per-kernal=1",
                     says="did you mean '--per-kernel'")

    def test_a_word_too_many(self):
        self.refused("inspect", "add.tenon", "more", says="'more'")

    def test_nothing_to_work_on(self):
        for command in COMMANDS:
            if command != "devices":
                with self.subTest(command=command):
                    self.refused(command, says="required")

    def test_a_flag_without_its_value(self):
        self.refused("run", "add.tenon", "--threads", says="--threads")

    def test_odd_words(self):
        for word in ("", "\n", "a" * 100000, b"\xff\xfe", "--", "-", "--=",
                     "%s%n", "../" * 300):
            with self.subTest(word=word[:20]):
                self.tenon(word, code=1)
                self.tenon("run", word, "--random", code=1)
                self.tenon("run", "add.tenon", "--shape", word, "--random",
                           code=1)


class WrongValuesTest(CommandTest):
    def test_numbers(self):
        for value in ("0", "-1", "abc", "1.5", "99999999999999999999",
                      "1e3", "0x10", "nan"):
            with self.subTest(value=value):
                self.refused("run", "add.tenon", "--random",
                             f"--threads={value}",
                             says=["--threads", "whole number from 1"])
        for value in ("-1", "nan", "inf", "x"):
            self.refused("bench", "add.tenon", f"--duration={value}",
                         says=["--duration", "a number from 0"])

    def test_sizes_of_memory(self):
        for value in ("3Q", "-5", "1.5G", "99999999999999999999", "18446744073"
                      "709551615G", "M"):
            with self.subTest(value=value):
                self.refused("run", "add.tenon", "--random",
                             f"--memory-limit={value}",
                             says=["--memory-limit", f"'{value}'", "GiB"])

    def test_names_of_things(self):
        self.refused("run", "add.tenon", "--device", "gpu",
                     says=["'gpu'", "cpu, reference"])
        self.refused("build", "m.onnx", "-o", "m.tenon", "--goal", "speed",
                     says=["'speed'", "latency, throughput"])
        self.refused("bench", "add.tenon", "--against", "tensorrt",
                     says=["'tensorrt'", "onnxruntime, openvino"])

    def test_shapes(self):
        for value in ("x", "=3", "x=", "x=3x", "x=x3", "x=-1", "x=3..2",
                      "x=1..4:9", "x=1..4:", "x=99999999999999999999",
                      "x=1,2", "x=1 x2", "x=..4", "x=3:2"):
            with self.subTest(value=value):
                self.refused("run", "add.tenon", "--random", "--shape", value,
                             says=["--shape", "allowed"])
        self.refused("run", "add.tenon", "--random", "--shape", "x=3",
                     "--shape", "x=3", says="given twice")

    def test_standard_output_that_is_full(self):
        with open("/dev/full", "wb") as full:
            ended = subprocess.run([PROGRAM, "devices", "--json"], stdout=full,
                                   stderr=subprocess.PIPE,
                                   env={**os.environ, "HOME": "/nowhere"})
        self.assertEqual(4, ended.returncode, ended.stderr)


if __name__ == "__main__":
    unittest.main()
