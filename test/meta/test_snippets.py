# SPDX-License-Identifier: Apache-2.0
"""Snippets of the documentation run, and print what their pages show."""
import os
import unittest

from planted import planted
import snippets

PAGE = """# Title
```sh tenon-test
echo one; echo two >&2
```

```text tenon-output
%s
```

```sh tenon-test
cd /; echo none shown
```
```sh tenon-test
pwd
```
```text tenon-output
/
```
"""


class SnippetsTest(unittest.TestCase):
    def test_each_page(self):
        for name in snippets.pages():
            with self.subTest(page=name):
                ran = snippets.run_page(name, os.environ.get("TENON_BUILD"))
                self.assertEqual(0, ran.code, f"{name}:\n{ran.log}")
                for shown, printed in snippets.differences(name, ran.outputs):
                    self.assertEqual(shown, printed,
                                     f"{name}: ./dev docs --outputs writes "
                                     "what it prints now")


class HarnessTest(unittest.TestCase):
    def test_output_is_compared_and_written_anew(self):
        with planted({"docs/page.md": PAGE % "once"}):
            ran = snippets.run_page("docs/page.md", "build")
            self.assertEqual((0, ["one\n", "none shown\n", "/\n"]),
                             (ran.code, ran.outputs))
            self.assertEqual(
                [("once\n", "one\n")],
                list(snippets.differences("docs/page.md", ran.outputs)))
            self.assertEqual(PAGE % "one", snippets.refreshed(
                "docs/page.md", ran.outputs))

    def test_a_command_that_fails_ends_the_page(self):
        with planted({"docs/page.md":
                      "```sh tenon-test\nfalse | cat\necho later\n```\n"}):
            self.assertEqual(1, snippets.run_page("docs/page.md",
                                                  "build").code)


if __name__ == "__main__":
    unittest.main()
