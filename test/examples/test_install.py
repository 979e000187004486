# SPDX-License-Identifier: Apache-2.0
"""What `cmake --install` leaves is enough for a user: the command, libraries
found by CMake and by pkg-config, man page, completion."""
import os
import pathlib
import subprocess
import tempfile
import unittest

import reader
from reader import BUILD, ROOT, run

FIRST = ROOT / "examples" / "first" / "First.c"


@unittest.skipIf(reader.is_sanitized(),
                 "a sanitized library asks for a sanitized program")
class InstallTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.prefix = pathlib.Path(cls.scratch.name) / "usr"
        run("cmake", "--install", BUILD, "--prefix", cls.prefix)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def test_the_command_runs_and_finds_the_compiler(self):
        said = run(self.prefix / "bin" / "tenon", "check",
                   reader.packages.fetch_file("ppocr-cls.onnx"))
        self.assertIn("supported", said)

    def test_pkg_config_builds_a_program_in_c(self):
        found = [path.parent for path in self.prefix.rglob("tenon.pc")]
        flags = subprocess.run(
            ["pkg-config", "--cflags", "--libs", "tenon"], check=True,
            capture_output=True, text=True,
            env={**os.environ, "PKG_CONFIG_PATH": str(found[0])}).stdout
        program, engine = self.prefix / "first", self.prefix / "a.tenon"
        run("clang-19", "-std=c99", "-Wall", "-Wextra", "-Werror", FIRST,
            "-o", program, *flags.split(), f"-Wl,-rpath,{found[0].parent}")
        run(self.prefix / "bin" / "tenon", "build", "--no-verify",
            reader.packages.fetch_file("silero-vad-sequence.onnx"),
            "-o", engine)
        self.assertIn("speech_probs: f32 [1], the first 0.",
                      run(program, engine))

    def test_cmake_finds_the_package(self):
        said = run("cmake", "-G", "Ninja", "-S", ROOT / "examples" / "ocr",
                   "-B", self.prefix / "ocr",
                   f"-DCMAKE_PREFIX_PATH={self.prefix}",
                   "-DCMAKE_CXX_COMPILER=clang++-19")
        self.assertIn("Generating done", said)
        cache = (self.prefix / "ocr" / "CMakeCache.txt").read_text()
        self.assertIn(f"Tenon_DIR:PATH={self.prefix}", cache)

    def test_man_page_and_completion(self):
        for name in ("tenon.1", "completions/tenon", "_tenon", "tenon.fish"):
            files = [path for path in self.prefix.rglob("*")
                     if path.as_posix().endswith(name)]
            self.assertEqual(1, len(files), name)
            self.assertIn("bench", files[0].read_text())


if __name__ == "__main__":
    unittest.main()
