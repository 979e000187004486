# SPDX-License-Identifier: Apache-2.0
"""Each check of ./dev check finds a planted fault and leaves good text be."""
import unittest

from planted import problems

SPDX = "// SPDX-License-Identifier: Apache-2.0\n"
LONG = "void longOne() {\n" + "  work();\n" * 90 + "}\n"


class ChecksTest(unittest.TestCase):
    def finds(self, check, name, text, part):
        found = problems(check, {name: text})
        self.assertEqual(1, len(found), found)
        self.assertIn(part, found[0])

    def passes(self, check, name, text):
        self.assertEqual([], problems(check, {name: text}))

    def test_stages_do_not_include_each_other(self):
        self.finds("layers", "compiler/fuse/A.cpp",
                   '\n#include "compiler/plan/B.h"\n',
                   "A.cpp:2: compiler/fuse may not include compiler/plan")
        self.passes("layers", "compiler/fuse/A.cpp",
                    '#include "compiler/ir/graph/Graph.h"\n#include <vector>')

    def test_runtime_sees_no_llvm(self):
        self.finds("layers", "runtime/core/A.cpp",
                   '#include "llvm/ADT/SmallVector.h"', "may not include")
        self.finds("layers", "runtime/core/A.cpp",
                   '#include "compiler/support/A.h"', "may not include")
        self.passes("layers", "runtime/core/A.cpp",
                    '#include <tenon/runtime.h>\n#include "format/Engine.h"')

    def test_an_include_in_a_comment_is_none(self):
        self.passes("layers", "format/A.cpp",
                    '// #include "llvm/ADT/SmallVector.h"\n')

    def test_a_folder_outside_the_table_is_refused(self):
        self.finds("layers", "compiler/extra/A.cpp", "", "in no folder")

    def test_an_include_that_is_nothing_known_is_refused(self):
        self.finds("layers", "format/A.cpp", '#include "Engine.h"',
                   "neither a path from the root")

    def test_one_target_does_not_see_another(self):
        self.finds("layers", "compiler/target/cpu/A.cpp",
                   '#include "compiler/target/null/NullTarget.h"',
                   "may not include compiler/target/null")

    def test_instruction_words_stay_under_target(self):
        self.finds("words", "compiler/codegen/A.cpp", "// uses AVX512\n",
                   "'AVX512'")
        self.passes("words", "compiler/target/cpu/A.cpp", "// AVX512\n")
        self.passes("words", "compiler/codegen/A.cpp", "assert(ptr);\n")

    def test_the_environment_is_read_in_driver_and_tools(self):
        self.finds("words", "runtime/core/A.cpp", 'getenv("X");', "getenv")
        self.passes("words", "compiler/driver/A.cpp", 'getenv("X");')
        self.passes("words", "runtime/core/A.cpp", "// no getenv here\n")

    def test_a_long_function_is_found_by_name(self):
        self.finds("sizes", "format/A.cpp", LONG, "function 'longOne' has 92")
        self.finds("sizes", "format/A.cpp",
                   "struct A {\n  A() : x{1} {\n" + "    f();\n" * 90
                   + "  }\n  int x;\n};\n", "function 'A' has 92")

    def test_tables_scopes_and_short_functions_are_no_long_functions(self):
        self.passes("sizes", "format/A.cpp",
                    "namespace n {\n" + "void f() {\n}\n" * 60
                    + "const int kA[] = {\n" + "  f(1),\n" * 90 + "};\n}\n")
        self.passes("sizes", "format/A.cpp", "// declarative table\n" + LONG)
        self.passes("sizes", "format/A.cpp",
                    'void f() {\n  auto s = "{{{";\n  char c = \'{\';\n}\n'
                    + "void g() {}\n" * 90)

    def test_a_long_file_is_found(self):
        self.finds("sizes", "format/A.cpp", "int a;\n" * 801, "801 lines")

    def test_a_grant_must_be_what_the_file_has(self):
        grant = {"dev.d/oversize.txt": "format/A.cpp 900 a reason\n"}
        self.assertEqual([], problems(
            "sizes", {**grant, "format/A.cpp": "int a;\n" * 900}))
        for lines, part in ((901, "grew"), (850, "shrank")):
            found = problems("sizes", {**grant,
                                       "format/A.cpp": "int a;\n" * lines})
            self.assertEqual(1, len(found), found)
            self.assertIn(part, found[0])

    def test_long_python_functions_are_found(self):
        self.finds("sizes", "dev.d/a.py",
                   "def long_one():\n" + "    work()\n" * 90, "'long_one'")

    def test_a_missing_licence_line_is_found(self):
        self.finds("licence", "format/A.cpp", "int a;\n", "SPDX")
        self.passes("licence", "format/A.cpp", SPDX)

    def test_a_to_do_needs_an_issue(self):
        mark = "TO" + "DO"
        self.finds("todos", "format/A.cpp", f"// {mark}: later\n", "issue")
        self.passes("todos", "format/A.cpp", f"// {mark}(#12): later\n")

    def test_names_say_something(self):
        self.finds("names", "format/Utils.h",
                   "#ifndef TENON_FORMAT_UTILS_H\n"
                   "#define TENON_FORMAT_UTILS_H\n#endif\n", "says nothing")
        self.finds("names", "format/my_file.cpp", "", "UpperCamel")
        self.finds("names", "format/A.h", "int a;\n", "no include guard")
        self.passes("names", "format/A.h",
                    "#ifndef TENON_FORMAT_A_H\n#define TENON_FORMAT_A_H\n"
                    "#endif\n")

    def test_two_headers_may_not_share_a_guard(self):
        text = ("#ifndef TENON_FORMAT_A_H\n#define TENON_FORMAT_A_H\n"
                "#endif\n")
        found = problems("names", {"format/A.h": text,
                                   "runtime/format/A.h": text})
        self.assertTrue(any("guard of format/A.h" in line for line in found))

    def test_core_ops_are_named_in_one_place(self):
        op = {"compiler/ir/graph/ops/Window/Window.cpp": ""}
        def found(text):
            return problems("one_place", {**op, "compiler/plan/A.cpp": text})
        self.assertEqual(1, len(found("isa<WindowOp>(op)")))
        self.assertEqual(1, len(found("isa<tenon::WindowOp>(op)")))
        self.assertEqual(1, len(found('name == "tenon.window"')))
        self.assertEqual([], found("isa<other::WindowOp>(op) // WindowOp"))

    def test_links_and_paths_lead_somewhere(self):
        self.finds("links", "docs/a.md", "[x](b.md)\n", "no such file")
        self.finds("links", "docs/a.md", "# One\n[x](#two)\n", "no such head")
        self.passes("links", "docs/a.md", "# One two\n[x](#one-two)\n")
        self.finds("paths", "docs/a.md", "`docs/gone.md`\n", "not there")
        self.passes("paths", "docs/a.md", "`docs/a.md` `int/float`\n")

    def test_machine_places_are_found(self):
        self.finds("places", "docs/a.md", "see /ho" + "me/someone/x\n",
                   "someone")

    def test_generated_tables_are_current(self):
        self.finds("generated_tables", "docs/a.md",
                   "<!-- generated: layers -->\nold\n<!-- end -->\n",
                   "out of date")


if __name__ == "__main__":
    unittest.main()
