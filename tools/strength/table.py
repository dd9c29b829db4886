"""The results of the mutants, for docs/suite_strength.md."""

import collections
import dataclasses
import pathlib

DOCUMENT = pathlib.Path("docs/suite_strength.md")
WORDS = ["corpus", "unit tests", "equivalent", "survived"]


@dataclasses.dataclass
class Outcome:
    mutant: object
    corpus: tuple
    tests: tuple

    def word(self, known):
        if self.corpus[0] == "killed":
            return "corpus"
        if self.tests and self.tests[0] == "killed":
            return "unit tests"
        return "equivalent" if self.mutant.key() in known else "survived"


def folder_of(mutant):
    return mutant.file.rsplit("/", 1)[0]


def make(outcomes, known, not_compiled, left_out):
    counts = collections.defaultdict(collections.Counter)
    for outcome in outcomes:
        counts[folder_of(outcome.mutant)][outcome.word(known)] += 1
    rows = ["| sources | mutants | killed by the corpus | by unit tests alone | equivalent | survived | killed, of those that change a meaning |",
            "|---|---|---|---|---|---|---|"]
    total = collections.Counter()
    for folder, count in [*counts.items(), ("all", total)]:
        if folder != "all":
            total.update(count)
        killed, alive = count["corpus"] + count["unit tests"], count["survived"]
        share = f"{100 * killed / max(killed + alive, 1):.1f} %"
        rows.append("| " + " | ".join([f"`{folder}`" if folder != "all" else "all", str(sum(count.values())), *(str(count[w]) for w in WORDS), share]) + " |")
    text = "\n".join(rows) + f"\n\n{not_compiled} mutants do not compile; {left_out} constants are in constant expressions and are not changed.\n"
    untested = sorted(folder for folder, count in counts.items() if count["survived"] == sum(count.values()))
    for folder in untested:
        text += f"\nNo test that runs here notices any mutant of `{folder}`.\n"
    survivors = [o for o in outcomes if o.word(known) == "survived" and folder_of(o.mutant) not in untested]
    if survivors:
        text += "\nWhat survives:\n\n| file | function | statement | changed to |\n|---|---|---|---|\n"
        for outcome in survivors:
            m = outcome.mutant
            text += f"| {m.file} | {m.function} | {code(m.before)} | {code(m.after)} |\n"
    return text


def code(text):
    return "`" + text.replace("|", "\\|").replace("`", "'") + "`" if text else ""


def write(part, text):
    """Replace the part of the document between its marks."""
    begin, end = f"<!-- {part}: begin -->", f"<!-- {part}: end -->"
    head, rest = DOCUMENT.read_text().split(begin)
    DOCUMENT.write_text(head + begin + "\n" + text + end + rest.split(end)[1])


def make_sample(mutants, words, share, of_all):
    """The table of --sample. What the corpus does not kill is printed. `words`: what it does, by key."""
    counts = collections.defaultdict(collections.Counter)
    for mutant in mutants:
        word = words[mutant.key()][0]
        counts[folder_of(mutant)][word] += 1
        if word != "killed":
            print(f"{word}: {mutant.key()}")
    counts["all"] = sum(counts.values(), collections.Counter())
    rows = ["| sources | mutants | killed by the corpus | survived | not reached by the corpus |", "|---|---|---|---|---|"]
    for folder, count in counts.items():
        name = folder if folder == "all" else f"`{folder}`"
        rows.append(f"| {name} | {sum(count.values())} | {count['killed']} | {count['survived']} | {count['unreached']} |")
    return "\n".join(rows) + f"\n\nOne of {share} mutants was measured; there are {of_all}.\n"


def report(outcomes, known, complete):
    """Print the survivors and return the exit code."""
    survivors = [o for o in outcomes if o.word(known) == "survived"]
    for outcome in outcomes:
        if outcome.word(known) == "unit tests":
            print(f"unit tests alone: {outcome.mutant.key()}  [{outcome.tests[1]}]")
    for outcome in survivors:
        print(f"survived ({outcome.corpus[0]}, {outcome.tests[0]}): {outcome.mutant.key()}")
    stale = set()
    if complete:
        alive = {o.mutant.key() for o in outcomes if o.word(known) == "equivalent"}
        stale = set(known) - alive
        for key in sorted(stale):
            print(f"equivalent.txt lists a mutant that is killed or no longer exists: {key}")
    counts = collections.Counter(o.word(known) for o in outcomes)
    print(", ".join(f"{counts[word]} {word}" for word in WORDS))
    return 1 if survivors or stale else 0
