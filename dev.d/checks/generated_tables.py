# SPDX-License-Identifier: Apache-2.0
"""Generated tables in Markdown are what `./dev docs` would write."""
import generated
import tree
from problem import Problem


def problems():
    for name in generated.pages():
        text = tree.text(name)
        for unknown in generated.unknown_names(text):
            yield Problem(name, 0, f"asks for the table '{unknown}'; there "
                          "are: " + ", ".join(generated.GENERATORS))
        if generated.refreshed(text) != text:
            yield Problem(name, 0, "its generated tables are out of date; "
                          "run ./dev docs")
