"""A correct model and broken ones: rows of one template, each of which differs from the first in one place."""

import re

from case import rejected


def add(corpus, path, title, text, places, rows, *, rules, weights=b"", inputs=None, outputs, notes=None, dialect=None,
        kind="boundary", more=()):
    """Add a case. Its first row is the correct model; each other row breaks one of its `places`.

    places   placeholder -> the piece of `text` that it replaces (which occurs once)
    rows     (name, placeholder, the new text, phase, rule or rules); a sixth element: the tier
    more     runs of the correct model
    """
    names = list(places)
    for name, piece in places.items():
        assert text.count(piece) == 1, (path, name, piece, text.count(piece))
        text = text.replace(piece, "{{%s}}" % name)
    runs = [{"name": "mended", "at": list(places.values()), "outputs": outputs}]
    for name, place, piece, phase, rule, *tier in rows:
        at = [piece if n == place else places[n] for n in names]
        runs.append({"name": name, "at": at, **({"tier": tier[0]} if tier else {}), **rejected(phase, rule)})
    runs += [{"at": list(places.values()), **run} for run in more]
    corpus.add(path, title=title, rules=rules, kind=kind, oracle="by-hand", model=text, weights=weights,
               columns=names, inputs=inputs, runs=runs, dialect=dialect,
               notes=notes or "The row `mended` is the correct model. Every other row differs from it in one place.")


def line_with(text, *words):
    """The one line of `text` that contains all the words, without its indent."""
    found = [l.strip() for l in text.splitlines() if all(w in l for w in words)]
    assert len(found) == 1, (words, found)
    return found[0]


def changed(piece, **attributes):
    """An element's text with attributes set, or removed (None)."""
    for key, value in attributes.items():
        key = key.replace("__", "-")
        piece = re.sub(r' %s="[^"]*"' % key, "", piece)
        if value is not None:
            piece = re.sub(r"( ?/?>)$", ' %s="%s"\\1' % (key, value), piece, count=1)
    return piece
