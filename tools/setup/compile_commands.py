#!/usr/bin/env python3
"""Write compile_commands.json at the root, for clang-tidy and editors.

    tools/setup/compile_commands.py [PATTERN]     by default //...

External headers must have been fetched: build once before.
"""

import json
import pathlib
import subprocess
import sys

# Flags of gcc that clang does not know.
GCC_ONLY = {"-fno-canonical-system-headers", "-Wno-free-nonheap-object", "-Wunused-but-set-parameter"}


def ask_bazel(root, *words):
    return subprocess.run(["bazel", *words], cwd=root, check=True, stdout=subprocess.PIPE, text=True).stdout


def read_command(root, execution_root, arguments):
    """One entry, or None for a source that is not ours."""
    source = arguments[arguments.index("-c") + 1]
    if not (root / source).exists():
        return None
    generated = ("external/", "bazel-out/")
    command = [
        str(execution_root / word) if word.startswith(generated) else word
        for word in arguments
        if word not in GCC_ONLY
    ]
    return {"directory": str(root), "file": source, "arguments": command}


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    pattern = sys.argv[1] if len(sys.argv) > 1 else "//..."
    execution_root = pathlib.Path(ask_bazel(root, "info", "execution_root").strip())
    query = f'mnemonic("CppCompile", {pattern})'
    graph = json.loads(ask_bazel(root, "aquery", query, "--output=jsonproto", "--include_artifacts=false"))
    commands = [read_command(root, execution_root, action["arguments"]) for action in graph.get("actions", [])]
    commands = {command["file"]: command for command in commands if command}
    (root / "compile_commands.json").write_text(json.dumps([commands[file] for file in sorted(commands)], indent=1))
    print(f"compile_commands.json: {len(commands)} sources")


if __name__ == "__main__":
    main()
