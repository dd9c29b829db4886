"""The rows of the interpreter's table of OpenVINO's operations."""

import collections
import re


def rows_of(table):
    """The first and last operation set of each row, by the name of its operation."""
    rows = collections.defaultdict(list)
    for name, fields in re.findall(r'\{\.name = "(\w+)",([^}]*)', table):
        first, last = (re.search(rf"\.{end} = (\d+)", fields) for end in ("first", "last"))
        rows[name].append((int(first[1]) if first else 1, int(last[1]) if last else 99))
    return rows
