"""Tests check_tree: every rule is broken once and kept once."""

import os
import pathlib
import subprocess
import tempfile
import unittest

PROGRAM = pathlib.Path(__file__).parent / "check_tree"


class CheckTreeTest(unittest.TestCase):
    def breaches(self, files):
        root = pathlib.Path(tempfile.mkdtemp(dir=os.environ.get("TEST_TMPDIR")))
        for path, text in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        run = subprocess.run([PROGRAM, root], stdout=subprocess.PIPE, text=True, check=False)
        lines = run.stdout.splitlines()
        self.assertEqual(run.returncode, 0 if lines[0].startswith("no breach") else 1)
        return [] if run.returncode == 0 else [line.partition(": ")[0] for line in lines]

    def check(self, good, bad, text):
        self.assertEqual(self.breaches({good: text}), [])
        self.assertEqual(self.breaches({bad: text}), [f"{bad}:1"])

    def test_where_a_library_is_seen(self):
        self.check("interpreter/openvino/a.cc", "interpreter/graph/a.cc", "#include <rapidxml/rapidxml.hpp>\n")
        self.check("conformance/a.h", "interpreter/openvino/a.h", "#include <nlohmann/json.hpp>\n")
        self.check("tools/cli/command_line.cc", "tools/cli/a.cc", "#include <CLI/CLI.hpp>\n")
        self.check("interpreter/base/a_test.cc", "interpreter/base/a.cc", "#include <gtest/gtest.h>\n")
        self.check("interpreter/ops/testing.h", "interpreter/ops/testing_more.h", '#include "gmock/gmock.h"\n')

    def test_where_a_front_end_is_seen(self):
        text = '#include "interpreter/openvino/model.h"\n'
        self.check("interpreter/openvino/a.cc", "interpreter/graph/a.cc", text)
        self.check("interpreter/interpreter.cc", "interpreter/loop/testing/a.h", text)
        self.check("conformance/shrink/a.cc", "interpreter/exec/a.cc", text.replace("openvino", "tensorrt"))

    def test_testdata_is_not_read_by_the_interpreter(self):
        self.check("conformance/a.cc", "interpreter/a.cc", 'open("testdata/a");\n')

    def test_mpfr_in_one_file(self):
        text = "#include <mpfr.h>\n"
        self.assertEqual(self.breaches({"a/b.cc": text}), [])
        self.assertEqual(self.breaches({"a/b.cc": text, "a/c.cc": text}), ["a/c.cc"])

    def test_libraries_of_both_versions_of_bazel(self):
        module = 'use_repo(\n    libraries,\n    "a",\n    "b",\n)\n'
        workspace = '_LIBRARIES = {\n    "a": ("liba-dev", {}),\n}\n        _b(name = "b")\n        _stand_in(name = name)\n'
        files = {"MODULE.bazel": module, "third_party/dependencies.bzl": workspace}
        self.assertEqual(self.breaches(files), [])
        self.assertEqual(self.breaches(files | {"MODULE.bazel": module.replace('    "b",\n', "")}), ["MODULE.bazel"])
        self.assertEqual(self.breaches(files | {"third_party/dependencies.bzl": workspace.replace('"a"', '"c"')}), ["MODULE.bazel"] * 2)

    def test_length(self):
        self.assertEqual(self.breaches({"a.cc": "\n" * 320, "a.md": "\n" * 999, "BUILD": "\n" * 999}), [])
        self.assertEqual(self.breaches({"a.cc": "\n" * 321}), ["a.cc:321"])

    def test_arrows(self):
        arrows = "`base <- tensor <- {loop, ir}`, `{loop, ir} <- graph`"
        depends = {
            "interpreter/graph/BUILD": 'deps = ["//interpreter/base", "//interpreter/loop", "//interpreter/openvino:testing"]\nvisibility = ["//interpreter/exec:__pkg__"]\n'
        }
        self.assertEqual(self.breaches({"CONTRIBUTING.md": arrows} | depends), [])
        against = {"interpreter/loop/BUILD": 'deps = ["//interpreter/openvino"]\n'}
        self.assertEqual(self.breaches({"CONTRIBUTING.md": arrows} | depends | against), ["interpreter/loop/BUILD"])

    def test_equivalent_mutants(self):
        listed = "# Why.\na.cc | F::f | g(1,  2); => (deleted)\na.cc | f |  => at the start: return;\n"
        files = {"a.cc": "void F::f() { g(1, 2); }\n", "tools/strength/equivalent.txt": listed}
        self.assertEqual(self.breaches(files), [])
        self.assertEqual(self.breaches(files | {"a.cc": "void F::f() {}\n"}), ["tools/strength/equivalent.txt:2"])
        self.assertEqual(self.breaches(files | {"a.cc": "void h() { g(1, 2); }\n"}), [f"tools/strength/equivalent.txt:{line}" for line in (2, 3)])

    def test_digests(self):
        files = {"interpreter/ops/all.h": "Operation make_abs();\nOperation make_pad(int);\nValueOperation make_list();\n"}
        self.assertEqual(self.breaches(files), [])
        digests = {"interpreter/ops/digest_test.cc": "", "interpreter/ops/digest_of_all_test.cc": "expect(make_abs());\n"}
        self.assertEqual(self.breaches(files | digests), [])
        self.assertEqual(self.breaches(files | digests | {"interpreter/ops/more.h": "Operation make_sign();\n"}), ["interpreter/ops/digest_test.cc"])
        self.assertEqual(self.breaches(files | digests | {"interpreter/ops/digest_test.cc": "make_pad(0)"}), ["tools/checks/check_tree"])

    def test_makers(self):
        header = "Operation make_abs();\nOperation make_add(int);\n"
        good = "Operation make_abs() { return made(__func__, unary()); }\n\nOperation make_add(int x) {\n  return made(__func__, x, two());\n}\n"
        files = {"interpreter/ops/all.h": header, "interpreter/ops/all.cc": "Operation make_two() { return {}; }\n" + good}
        self.assertEqual(self.breaches(files), [])
        files["interpreter/ops/all.cc"] = good.replace("made(__func__, x, two())", "two()")
        self.assertEqual(self.breaches(files), ["interpreter/ops/all.cc"])

    def test_addresses(self):
        lines = [
            "for (; axis < n; ++axis) count *= shape[axis];",
            "inner *= call.output().shape()[axis--];",
            "copy(to, from + (b * pass.steps() + place(b)) * bytes);",
            "to[(matrix * rows + i) * columns + i] = 1;",
            "return data[b * hidden + j];",
            "out[axis * shape.count() + found] = 1;",
            "out[(first + c) * places + place] = 0;",
            "at = at * size + position;",
            "return b * form.directions + direction;",
            "layout.strides[axis] = 2;",
            "const Strides strides = Strides{{3, 1}};",
            "const Layout layout{.shape = shape, .strides = strides};",
            "stride *= 2;",
        ]
        files = [f"interpreter/ops/a{place}.cc" for place in range(len(lines))]
        self.assertEqual(self.breaches(dict(zip(files, lines))), sorted(f"{file}:1" for file in files))
        self.check("interpreter/elements/a.h", "interpreter/loop/a.h", lines[0])
        text = "\n".join(lines)
        self.assertEqual(self.breaches(dict.fromkeys(("interpreter/ops/a_test.cc", "interpreter/ops/matrix_product.h", "tools/a.cc"), text)), [])
        good = "to[at(i, j)] = from[offsets[1] + i * steps[1]];\nto[j * step] = (count - 1) * pace + width;\n"
        self.assertEqual(self.breaches({"interpreter/ops/a.cc": good}), [])

    def test_left_behind(self):
        self.check("a.md", "a.py", "# TO" + "DO: later\n")
        self.assertEqual(self.breaches({"a.md": "/usr/bin ../work/ a/work/b\n"}), [])
        self.assertEqual(self.breaches({"a.md": "see /wo" + "rk/here\n"}), ["a.md:1"])
        self.assertEqual(self.breaches({"a.cc": "int a; \n"}), ["a.cc:1"])

    def test_leaks(self):
        self.assertEqual(self.breaches({"a.cc": "a = {TRY(b(c, d))};\n"}), [])
        self.assertEqual(self.breaches({"a.cc": "return A{TRY(b()),\n         TRY(c())};\n"}), ["a.cc:2"])
        self.assertEqual(self.breaches({"a.cc": "a.push_back({TRY(b()), {TRY(c())}});\n"}), ["a.cc:1"])
        self.assertEqual(self.breaches({"a.cc": "a.push_back({name, TRY(b(c))});\n"}), ["a.cc:1"])
        self.assertEqual(self.breaches({"a.cc": "A a{.b = b,\n    .c = f(TRY(c()))};\n"}), ["a.cc:2"])
        self.assertEqual(self.breaches({"a.cc": "void f() {\n  const int a = TRY(b()), c = TRY(d());\n}\n"}), [])
        self.assertEqual(self.breaches({"a.cc": "return {f(a, TRY(b()))};\n"}), [])
        self.assertEqual(self.breaches({"a.cc": "return {a, [&] { return TRY(b()); }};\n"}), [])

    def test_optimization_by_copts(self):
        select = 'select({\n    ":fastbuild": ["-O1"],\n    "//conditions:default": [],\n})'
        for good in (f"cc_library(\n    copts = {select},\n    deps = [],\n)\n",
                     f'cc_library(\n    copts = [\n        "-std=c++11",\n    ] + {select} + ["-g"],\n)\n',
                     f'C = ["-g"] + {select}\n', 'f(opt_compile_flags = ["-O2"])\n', 'f(copts = ["-g"], args = ["-O2"])\n'):
            self.assertEqual(self.breaches({"a/BUILD": good, "a/b.bzl": good}), [], good)
        for bad in ('f(copts = ["-O2"])\n', 'f(copts = [\n    "-g",\n    "-O1",\n])\n', f'f(copts = {select} +\n    ["-O3"])\n',
                    f'f(copts = ["-O"] + {select})\n', "MY_COPTS = ['-O2']\n", 'f(\n    srcs = ["a"], cxxopts = [], copts=["-Os"])\n'):
            for path in ("a/BUILD", "a/b.bzl"):
                number = bad[: bad.lower().index(" copts" if "cxx" in bad else "copts") + 1].count("\n") + 1
                self.assertEqual(self.breaches({path: bad}), [f"{path}:{number}"], bad)

    def test_scripts_without_an_end(self):
        self.assertEqual(self.breaches({"tools/x": "#!/usr/bin/env python3\n# FIX" + "ME\n"}), ["tools/x:2"])

    def test_files_of_others(self):
        text = "# TO" + "DO\n"
        self.assertEqual(self.breaches({".git/a.py": text, "bazel-out/a.py": text, "a/__pycache__/a.py": text, "site/a.py": text}), [])


if __name__ == "__main__":
    unittest.main()
