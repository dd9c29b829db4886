"""Puts mutants into a source: each is chosen by number when the program runs (mutant schemata)."""

import re

# Here and not in a header: a header would be an input of everything that depends on the instrumented libraries.
PREAMBLE = (
    "#ifndef BACKEDGE_MUTANT\n#define BACKEDGE_MUTANT\n#include <type_traits>\n#include <vector>\nnamespace backedge {\n"
    "extern int active_mutant;\nbool note_mutant(int);\n"
    "inline bool mutant(int n) { return active_mutant == n || (active_mutant < 0 && note_mutant(n)); }\n"
    "constexpr bool constexpr_mutant(int n) { return !std::is_constant_evaluated() && mutant(n); }\n}\n#endif\n"
)


def instrument(text, mutants):
    """The source with these mutants in it, none of them active."""
    if not mutants:
        return text
    data = text.encode()
    groups = {}
    for mutant in mutants:
        for patch in mutant.patches:
            groups.setdefault((patch.start, patch.end), []).append((mutant, patch))
    order = sorted(groups, key=lambda span: (span[0], -span[1]))

    def asked(mutant):
        return f"backedge::{'constexpr_' if mutant.constexpr else ''}mutant({mutant.number})"

    def wrapped(span, inner):
        for mutant, patch in reversed(groups[span]):
            if patch.kind == "insert" and "MUTANT" in patch.text:
                inner += patch.text.replace("MUTANT", asked(mutant))
            elif patch.kind == "insert":
                inner += f" if ({asked(mutant)}) {patch.text}"
            elif patch.kind == "delete":
                inner = f"{{ if (!{asked(mutant)}) {inner} }}"
            elif patch.kind == "condition":
                inner = f"({asked(mutant)} ? {patch.text} : static_cast<bool>({inner}))"
            else:
                inner = f"({asked(mutant)} ? ({patch.text}) : ({inner}))"
        return inner

    place = 0

    def render(start, end):
        nonlocal place
        out, at = [], start
        while place < len(order) and order[place][0] < end and order[place][1] <= end:
            span = order[place]
            place += 1
            out.append(data[at : span[0]].decode())
            out.append(wrapped(span, render(*span) if span[1] > span[0] else ""))
            at = span[1]
        out.append(data[at:end].decode())
        return "".join(out)

    head = head_end(data)
    return data[:head].decode() + PREAMBLE + render(head, len(data))


def head_end(data):
    """The offset after the includes, comments and other lines before the first declaration."""
    at = 0
    for line in data.splitlines(keepends=True):
        if line.strip() and not line.startswith((b"#", b"//")):
            break
        at += len(line)
    return at


def suspects(made, offset, swaps):
    """The mutants that caused an error: swapped arguments after it in the statement, or the last before it."""
    statement = re.match(rb"[^;]*", made[offset:])[0]
    behind = {int(n) for n in re.findall(rb"mutant\((\d+)\)", statement)} & swaps
    before = re.findall(rb"mutant\((\d+)\)", made[: offset + 1])
    return behind or {int(n) for n in before[-1:]}


def compiling(source, mutants):
    """The mutants with which a source still compiles, and the others."""
    kept, dropped = list(mutants), []
    while True:
        made = instrument(source.text, kept)
        errors = source.find_errors(made)
        if not errors:
            return kept, dropped
        swaps = {m.number for m in kept if m.operator == "swapped arguments"}
        numbers = set()
        for inside, offset, _ in errors:
            if inside:
                numbers |= suspects(made.encode(), offset, swaps)
        numbers &= {m.number for m in kept}
        if not numbers:  # an error that no mutant explains
            raise SystemExit(f"{source.file}, instrumented: {errors[0][2]}")
        dropped += [m for m in kept if m.number in numbers]
        kept = [m for m in kept if m.number not in numbers]
