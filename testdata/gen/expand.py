"""The model of one run, as `backedge export` makes it too: docs/corpus_format.md, "Tables"."""

import re


def expand(model, columns, at):
    """The model with the values of a run for its placeholders; None removes the attribute."""
    for name, value in zip(columns or [], at or []):
        if value is None:
            model = re.sub(r'\s[\w-]+="\{\{%s\}\}"' % name, "", model)
        model = model.replace("{{%s}}" % name, str(value))
    return model
