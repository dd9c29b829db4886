"""The files of the tree that people write."""

import os
import pathlib
import re

NOT_OURS = {"__pycache__", "node_modules", "site", "compile_commands.json"}  # generated


def list_files(root):
    """The paths below root, in order, with "/" between folders.

    They include no links and no hidden files except .ci and .bazelrc.
    """
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(
            name
            for name in folders
            if name not in NOT_OURS and not name.startswith("bazel-") and (name[0] != "." or name == ".ci")
        )
        for name in sorted(files):
            path = pathlib.Path(folder, name)
            if name not in NOT_OURS and not path.is_symlink() and (name[0] != "." or name == ".bazelrc"):
                yield path.relative_to(root).as_posix()


def kind_of(path):
    """The end of the name that the rules go by; of a script without one, what its first line says."""
    name = path.name
    if name in ("BUILD", "WORKSPACE", ".bazelrc"):
        return name
    if path.suffix:
        return path.suffix
    with path.open("rb") as file:
        first = file.readline(80)
    return ".py" if b"python" in first else ".sh" if first.startswith(b"#!") else ""


def optimized_targets(text):
    """The lines of a BUILD file where copts have an -O that is not in a select."""
    for match in re.finditer(r"(?i)\w*copts\w*\s*\+?=(?!=)", text):
        value = value_at(text, match.end())
        while select := re.search(r"\bselect\(", value):
            inside = value_at(value, select.end())
            value = value[: select.start()] + value[select.end() + len(inside) :]
        if re.search(r"[\"']-O", value):
            yield text.count("\n", 0, match.start()) + 1


def value_at(text, begin):
    """The expression at this place, up to the comma, bracket or line that ends it."""
    depth = 0
    for place in range(begin, len(text)):
        sign, before = text[place], text[begin:place].strip()
        depth += (sign in "([{") - (sign in ")]}")
        at_end = sign == "," or (sign == "\n" and before and before[-1] != "+")
        if depth < 0 or (depth == 0 and at_end):
            return text[begin:place]
    return text[begin:]


def leaking_tries(text):
    """The lines of C++ where a TRY follows a value of a braced list: if the TRY returns, that value leaks."""
    text = re.sub(r"//[^\n]*", "", text)
    return [text.count("\n", 0, match.start()) + 1 for match in re.finditer(r"\bTRY\(", text) if is_behind_a_value(text[:match.start()])]


def is_behind_a_value(text):
    """Whether the end of the text is in a braced list that is not in its first value."""
    depth, comma = 0, False
    for place in range(len(text) - 1, -1, -1):
        sign = text[place]
        if sign in ")]}":
            depth += 1
        elif sign in "([{" and depth:
            depth -= 1
        elif sign == "{":
            before = text[:place].rstrip()
            if re.search(r"([])]|;|[{}]|\b(const|else|do))$|-> [\w:<>*& ]+$", before):
                return False  # a block
            if comma:
                return True
        elif sign in "([":
            comma = False
        elif sign == ";" and not depth:
            return False
        elif sign == "," and not depth:
            comma = True
    return False
