# SPDX-License-Identifier: Apache-2.0
"""examples/ocr reads a photographed page as a person does, whichever way up
and of whatever size, and says what is wrong with its words."""
import pathlib
import subprocess
import tempfile
import unittest

import numpy

import reader
from reader import packages

# What the page says, as read by a person.
PAGE = ["Region-based segmentation",
        "Let us first determine markers of the coins and the",
        "background. These markers are pixels that we can label",
        "unambiguously as either object or background. Here,",
        "the markers are found at the two extreme parts of the",
        "histogram of grey values:",
        ">>> markers = np.zeros_like(coins)"]
LEAST_LIKENESS = 0.9


@unittest.skipIf(reader.is_sanitized(),
                 "a sanitized library asks for a sanitized program")
class OcrTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.program = reader.build_example()
        cls.engines = reader.build_engines()
        cls.page = packages.fetch_file("page.png")
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.scratch.name)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def ocr(self, *words, code=0):
        ended = subprocess.run([self.program, *words], capture_output=True,
                               stdin=subprocess.DEVNULL, text=True)
        self.assertEqual(code, ended.returncode, ended.stderr)
        return ended

    def lines(self, picture):
        """What the program reads, each line after its confidence."""
        found = []
        for line in self.ocr(*self.engines, picture).stdout.splitlines():
            confidence, text = line.split("  ", 1)
            self.assertTrue(0.5 <= float(confidence) <= 1, line)
            found.append(text)
        return found

    def turned_page(self, quarters):
        path = self.folder / f"turned{quarters}.pgm"
        reader.write_pgm(path, numpy.ascontiguousarray(
            numpy.rot90(reader.read_grey_png(self.page), quarters)))
        return path

    def test_every_line_of_a_page_in_order(self):
        found = self.lines(self.page)
        self.assertEqual(len(PAGE), len(found), found)
        for text, expected in zip(found, PAGE):
            self.assertLess(LEAST_LIKENESS, reader.likeness(text, expected),
                            text)

    def test_pages_that_lie_on_their_side_or_head(self):
        for quarters in (1, 2):
            found = self.lines(self.turned_page(quarters))
            read = [line for line in PAGE
                    if any(reader.likeness(text, line) > LEAST_LIKENESS
                           for text in found)]
            self.assertLessEqual(len(PAGE) - 1, len(read), found)

    def test_pictures_without_text_of_any_size(self):
        for shape in ((1, 1), (3000, 20), (31, 200)):
            path = self.folder / "blank.pgm"
            reader.write_pgm(path, numpy.full(shape, 255, "uint8"))
            self.assertEqual([], self.lines(path))

    def test_wrong_words(self):
        self.assertIn("usage", self.ocr(code=1).stderr)
        (self.folder / "text.txt").write_text("no picture")
        for words, says in {
                (*self.engines, "gone.png"): "gone.png",
                (*self.engines, self.folder / "text.txt"): "picture",
                (self.page, *self.engines): "page.png",
                (*reversed(self.engines), self.page): "det"}.items():
            self.assertIn(says, self.ocr(*words, code=1).stderr)


if __name__ == "__main__":
    unittest.main()
