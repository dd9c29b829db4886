"""Reads equivalent.txt: mutants that change no meaning, by file, function and text, with the reason."""

import pathlib

FILE = pathlib.Path(__file__).parent / "equivalent.txt"


def read(file=FILE):
    """{key: reason}. A reason is above its mutants, after `# `; a blank line ends it."""
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
