"""Results as lines for a terminal, and as a badge."""

import html
import pathlib
import re
import string

HERE = pathlib.Path(__file__).parent
COLOURS = {"passed": "#0a6b3b", "failed": "#b3161b", "incomplete": "#7a5200"}


def printable(text):
    """A text that cannot move a terminal's cursor or change its colours."""
    return re.sub(r"[^\x20-\x7e\xa0-\ud7ff\ue000-\U0010ffff]", "\ufffd", text)


def rule_lines(results):
    """For each rule that some run fails: the number of failed runs and of all, and the first failed run."""
    rules = {}
    for run in results.runs.values():
        for rule in run.rules:
            counts = rules.setdefault(rule, [0, 0, ""])
            counts[0] += 1
            counts[1] += run.failed
            if run.failed and not counts[2]:
                counts[2] = f"{run.outcome}: {run.name}"
    return [f"{rule:11} {failed} of {runs} runs fail, first {first}" for rule, (runs, failed, first) in sorted(rules.items()) if failed]


def whole_line(results):
    failed, skipped, differ = map(results.count, ("failed", "skipped", "differs"))
    line = f"{results.label} {results.version}: {len(results.runs)} runs, {failed} failed, {skipped} skipped"
    line += f", {results.surprises()} differ from the list" * results.has_list
    line += (", 1 survey run differs" if differ == 1 else f", {differ} survey runs differ") * bool(differ)
    return line + "; incomplete" * (not results.complete)


def summary_text(all_results):
    """Each file by rule and outcome, then one line for each file."""
    lines = []
    for results in all_results:
        outcomes = [f"{count:8}  {outcome}" for outcome, count in results.outcomes().items()]
        lines += [f"== {results.label} {results.version}", *results.notes, *rule_lines(results), *outcomes, ""]
    return "\n".join(map(printable, lines + [whole_line(results) for results in all_results])) + "\n"


def badge_text(results):
    """The text and the colour of the badge. Skipped runs do not count as success."""
    skipped = results.count("skipped")
    asked = len(results.runs) - skipped
    if not results.complete:
        return "incomplete", "incomplete"
    if not results.count("failed") and asked:
        passed = results.count("passed")
        passed = f"{passed} run{'s' if passed != 1 else ''} passed"
        return (f"{passed}, {skipped} skipped", "incomplete") if skipped else (passed, "passed")
    return f"{results.count('failed')} of {asked} runs failed", "failed"


def badge(results):
    text, colour = badge_text(results)
    name = printable(f"{results.label} loops")[:60]
    left, right = (12 + 7 * len(words) for words in (name, text))
    template = string.Template((HERE / "badge.svg").read_text(encoding="utf-8"))
    return template.substitute(name=html.escape(name), text=text, colour=COLOURS[colour], left=left, right=right, width=left + right,
                               name_at=left / 2, text_at=left + right / 2)


def badge_file(results, all_results):
    """badge.svg, or badge_LABEL.svg if there are several results."""
    slug = re.sub(r"[^a-z0-9]+", "_", results.label.lower()).strip("_")[:60]
    return f"badge_{slug}.svg" if len(all_results) > 1 else "badge.svg"
