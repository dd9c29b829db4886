"""A C++ source as Clang reads it."""

import functools
import pathlib
import re
import subprocess

import mutants
from expressions import cindex

FLAGS = ["-x", "c++", "-std=c++20", "-I.", "-ferror-limit=0", "-Wno-everything", "-Wno-c++11-narrowing"]


@functools.cache
def schema():
    """The folder of onnx.pb.h, which Bazel makes."""
    subprocess.run(["bazel", "fetch", "@onnx_schema//..."], check=True, capture_output=True)
    base = subprocess.run(["bazel", "info", "output_base"], check=True, capture_output=True, text=True).stdout.strip()
    return ["-isystem", base + "/external/onnx_schema"]


def flags_of(file):
    return FLAGS + schema() if file.startswith("interpreter/onnx/") else FLAGS


class Source:
    """A file that is parsed once, and then cheaply again with other text after its includes."""

    def __init__(self, file):
        self.file, self.text = file, pathlib.Path(file).read_text()
        result = pathlib.Path("interpreter/base/result.h").read_text()
        result = re.sub(r"#define TRY.*?\n\n", "", result, flags=re.S) + "namespace backedge { template <class T> T TRY(Result<T> made) { return std::move(made).value(); } }\n"
        check = "#pragma once\n#include <cstdio>\n#include <cstdlib>\nnamespace backedge { void CHECK(bool); }\n"
        self.headers = [("./interpreter/base/result.h", result), ("./interpreter/base/check.h", check)]
        options = cindex.TranslationUnit.PARSE_PRECOMPILED_PREAMBLE | 0x100  # made at the first parse
        self.unit = cindex.Index.create().parse(file, args=flags_of(file), unsaved_files=[(file, self.text), *self.headers], options=options)

    def find_errors(self, text):
        """(whether it is in the file itself, offset, message) of each error when the file has this text."""
        self.unit.reparse(unsaved_files=[(self.file, text), *self.headers])
        return self.errors()

    def errors(self):
        errors = [d for d in self.unit.diagnostics if d.severity >= cindex.Diagnostic.Error]
        here = pathlib.Path(self.file).absolute()
        return [(d.location.file is not None and pathlib.Path(d.location.file.name).absolute() == here, d.location.offset, str(d)) for d in errors]

    def find_mutants(self):
        """(mutants in the order of the text, the number of skipped constants in constant expressions)."""
        for _, _, error in self.errors():
            raise SystemExit(f"{self.file} cannot be parsed: {error}")
        finder = mutants.Finder(self.file, self.text, self.unit)
        return finder.run(), finder.left_out
