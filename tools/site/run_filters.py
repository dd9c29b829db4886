"""Filters of runs, as docs/corpus_format.md#filters describes them."""

import fnmatch


def split(text):
    """The patterns of the runs to select, and of those to exclude."""
    for k, character in enumerate(text):
        last = text[:k].rpartition(":")[2]
        if character == "-" and (not last or last.endswith("*") or last == "all" or text.startswith(last, k + 1)):
            return text[:k].removesuffix(":").split(":") if k else ["all"], text[k + 1 :].split(":")
    return text.split(":"), []


def matches(pattern, run):
    if pattern in ("all", "*"):
        return True
    return fnmatch.fnmatchcase(run, pattern) or run.startswith(pattern.removesuffix("/") + "/") or fnmatch.fnmatchcase(run, pattern + "/*")


def select(text, runs):
    """The runs that a filter selects."""
    chosen, excluded = split(text)
    return [run for run in runs if any(matches(p, run) for p in chosen) and not any(matches(p, run) for p in excluded)]
