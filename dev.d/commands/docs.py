# SPDX-License-Identifier: Apache-2.0
"""write the generated tables of the documentation anew

usage: ./dev docs              tables made from the tree
       ./dev docs --outputs    also what pages show of the command, by running
                               their snippets with the programs of build/dev
"""
import cmake_steps
import generated
import snippets
import terminal
import tree


def write(name, text):
    if text != tree.text(name):
        (tree.ROOT / name).write_text(text, encoding="utf-8")
        terminal.say(f"wrote {name}")


def write_outputs():
    build = cmake_steps.build("dev")
    for name in snippets.pages():
        ran = snippets.run_page(name, build)
        if ran.code:
            raise terminal.Failure(f"a snippet of {name} failed:\n{ran.log}")
        write(name, snippets.refreshed(name, ran.outputs))


def main(arguments):
    if any(word != "--outputs" for word in arguments):
        raise terminal.Failure("docs takes --outputs or nothing; see "
                               "./dev docs --help")
    for name in generated.pages():
        write(name, generated.refreshed(tree.text(name)))
    tree.text.cache_clear()
    if arguments:
        write_outputs()
