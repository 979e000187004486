# SPDX-License-Identifier: Apache-2.0
"""write the generated tables of the documentation anew

usage: ./dev docs
"""
import generated
import terminal
import tree


def main(arguments):
    for name in generated.pages():
        text = tree.text(name)
        new = generated.refreshed(text)
        if new != text:
            (tree.ROOT / name).write_text(new, encoding="utf-8")
            terminal.say(f"wrote {name}")
