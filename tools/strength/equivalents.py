"""Reads equivalent.txt: mutants that change no meaning, each by its file, its function and its text, with the reason."""

import pathlib

FILE = pathlib.Path(__file__).parent / "equivalent.txt"


def read(file=FILE):
    """{key: reason}. A reason stands above the mutants that it holds for, after `# `; a blank line ends it."""
    known, reason = {}, []
    fresh = True
    for number, line in enumerate(file.read_text().splitlines() if file.exists() else [], 1):
        if not line.strip():
            reason, fresh = [], True
        elif line.startswith("# "):
            if not fresh:
                reason, fresh = [], True
            reason.append(line[2:])
        else:
            fresh = False
            if not reason:
                raise SystemExit(f"{file}:{number}: a mutant without a reason")
            if line in known:
                raise SystemExit(f"{file}:{number}: this mutant is listed twice")
            known[line] = " ".join(reason)
    return known
