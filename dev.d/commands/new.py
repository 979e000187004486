# SPDX-License-Identifier: Apache-2.0
"""write the files of a new ONNX operator, pass or target

usage: ./dev new op NAME                  an ONNX operator
       ./dev new pass NAME --in STAGE     a pass of compiler/STAGE
       ./dev new target NAME              a copy of the null target

What is written builds and passes its test; it says what is left to do.
"""
import re

import terminal
import tree

CAMEL = re.compile(r"[A-Z][A-Za-z0-9]*")
LOWER = re.compile(r"[a-z][a-z0-9]*")
STAGE_LIBRARIES = {"transform": "tenonTransform", "fuse": "tenonFuse",
                   "plan": "tenonPlan", "codegen": "tenonCodegen"}
NULL_FOLDERS = ("compiler/target/null", "runtime/device/null")


def write(name, text):
    path = tree.ROOT / name
    if path.exists():
        raise terminal.Failure(f"{name} exists already")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    terminal.say(f"wrote {name}")


def from_template(template, values):
    text = tree.text(f"dev.d/templates/{template}.in")
    for key, value in values.items():
        text = text.replace(f"@{key}@", value)
    return text


def demand(pattern, word, what):
    if not pattern.fullmatch(word):
        raise terminal.Failure(f"'{word}' is no name for {what}; it should "
                               f"look like {pattern.pattern}")


def new_op(name):
    demand(CAMEL, name, "an operator")
    write(f"compiler/onnx/ops/{name}.cpp",
          from_template("OnnxOp.cpp", {"NAME": name}))
    write(f"test/unit/onnx/{name}.cpp",
          from_template("TestOfOnnxOp.cpp", {"NAME": name}))
    print(f"Now: its operands, attributes and opsets in describe{name}(); "
          f"lower{name} builds core ops\nwith op.graph. Then run ONNX's own "
          f"tests of it:\n  ./dev conformance --why --only "
          f"'test_{snake(name)}(_|$)'\nand write down what passes: "
          "./dev conformance --write")


def snake(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def new_pass(name, stage):
    demand(CAMEL, name, "a pass")
    if stage not in STAGE_LIBRARIES:
        raise terminal.Failure(f"no stage '{stage}'; there are: "
                               + ", ".join(STAGE_LIBRARIES))
    values = {"NAME": name, "STAGE": stage,
              "GUARD": f"{stage}_{name}".upper(),
              "FUNCTION": name[0].lower() + name[1:]}
    for ending in ("h", "cpp"):
        write(f"compiler/{stage}/{name}.{ending}",
              from_template(f"Pass.{ending}", values))
    write(f"test/unit/{stage}/{name}.cpp",
          from_template("TestOfPass.cpp", values))
    if not (tree.ROOT / f"test/unit/{stage}/CMakeLists.txt").exists():
        write(f"test/unit/{stage}/CMakeLists.txt",
              f"tenon_unit_test({stage} PCH DEPS {STAGE_LIBRARIES[stage]})\n")
    print(f"Now: one line for {values['FUNCTION']}(), with its reason, in "
          "compiler/driver/Pipeline.cpp;\n"
          f"then ./dev test test/unit/{stage}")


def new_target(name):
    demand(LOWER, name, "a target")
    renamed = name[0].upper() + name[1:]
    for folder in NULL_FOLDERS:
        for source in tree.files():
            if not tree.inside(source, folder):
                continue
            target = source.replace(folder, folder[:-len("null")] + name)
            text = tree.text(source).replace("Null", renamed)
            text = re.sub(r"\bnull\b", name, text)
            write(target.replace("Null", renamed),
                  text.replace("NULL", name.upper()))
    print("Now: its line in compiler/target/CreateTarget.cpp and "
          "compiler/target/CMakeLists.txt,\nits device's in "
          "runtime/device/CMakeLists.txt and runtime/abi/Devices.cpp, its "
          "layers in\ndev.d/layers.toml (as `null`); then kDevices in "
          f"test/device/DeviceSuite.cpp, with {name},\nand docs/howto/"
          "add-a-target.md")


def main(arguments):
    match list(arguments):
        case ["op", name]:
            new_op(name)
        case ["pass", name, "--in", stage] | ["pass", "--in", stage, name]:
            new_pass(name, stage)
        case ["target", name]:
            new_target(name)
        case _:
            raise terminal.Failure("what is new? see ./dev new --help")
