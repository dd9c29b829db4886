#!/usr/bin/env python3
"""Write compile_commands.json at the root, for clang-tidy and editors.

    tools/setup/compile_commands.py [PATTERN]     by default //...

External headers must have been fetched, and groups of sources been written: build once before.
"""

import json
import pathlib
import re
import subprocess
import sys

# Flags of gcc that clang does not know.
GCC_ONLY = {"-fno-canonical-system-headers", "-Wno-free-nonheap-object", "-Wunused-but-set-parameter"}


def ask_bazel(root, *words):
    return subprocess.run(["bazel", *words], cwd=root, check=True, stdout=subprocess.PIPE, text=True).stdout


def sources_of(root, execution_root, source):
    """Those of ours that are compiled: the source itself, or those of a group (tools/cpp/groups.bzl)."""
    group = execution_root / source
    if source.startswith("bazel-out/") and group.exists():
        return re.findall(r'^#include "(.*\.cc)"$', group.read_text(), re.M)
    return [source] if (root / source).exists() else []


def read_commands(root, execution_root, arguments):
    """An entry for each source of ours."""
    place = arguments.index("-c") + 1
    generated = ("external/", "bazel-out/")
    for source in sources_of(root, execution_root, arguments[place]):
        words = [*arguments[:place], source, *arguments[place + 1 :]]
        command = [str(execution_root / word) if word.startswith(generated) else word for word in words if word not in GCC_ONLY]
        yield {"directory": str(root), "file": source, "arguments": command}


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    pattern = sys.argv[1] if len(sys.argv) > 1 else "//..."
    execution_root = pathlib.Path(ask_bazel(root, "info", "execution_root").strip())
    query = f'mnemonic("CppCompile", {pattern})'
    graph = json.loads(ask_bazel(root, "aquery", query, "--output=jsonproto", "--include_artifacts=false"))
    commands = {
        command["file"]: command
        for action in graph.get("actions", [])
        for command in read_commands(root, execution_root, action["arguments"])
    }
    (root / "compile_commands.json").write_text(json.dumps([commands[file] for file in sorted(commands)], indent=1))
    print(f"compile_commands.json: {len(commands)} sources")


if __name__ == "__main__":
    main()
