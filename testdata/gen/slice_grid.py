"""Every slice of an axis of 0 to 5 positions: start, end, stride and part_size in all combinations.

The oracle walks the positions one by one: it lays parts from `start` and counts the remaining positions. It has
only the rules SLICE-2 to SLICE-6 and SLICE-8 in common with the interpreter.
"""

import case
import ir

PARAMETERS = ["start", "end", "stride", "part_size", "width"]


def model(dim):
    """X [2, dim] is cut along axis 1. The parts are joined along axis 0, so each part stays visible."""
    graph = ir.Graph()
    x = graph.parameter("X", "i32", [2, dim])
    body = graph.body()
    part = body.parameter("part", "i32", [2, "{{width}}"])
    same = body.result(part, "same")
    loop = graph.tensor_iterator(body)
    loop.input(x, part, axis=1, start="{{start}}", end="{{end}}", stride="{{stride}}", part_size="{{part_size}}")
    graph.result(loop.output(same, shape=[-1, "{{width}}"], axis=0, start=0, end=-1, stride=2,
                             part_size=2), "parts")
    return graph.text("slice_grid")


def lay_parts(dim, start, end, stride, part_size):
    """The positions of every part, or the violated rules; and whether SLICE-6 can be read in two ways."""
    broken = []
    if stride == 0:
        broken.append("SLICE-3")
    if part_size is not None and part_size < 1:
        broken.append("SLICE-4")
    if dim == 0 and start == 0 and end == -1:
        return [], broken, stride < 0
    first = start + dim if start < 0 else start
    last = end + dim if end < 0 else end
    if not (0 <= first < dim and 0 <= last < dim):
        broken.append("SLICE-2")
    elif stride > 0 and first > last or stride < 0 and first < last:
        broken.append("SLICE-3")
    if broken:
        return [], broken, False
    width = abs(stride) if part_size is None else part_size
    way = list(range(first, last + 1)) if stride > 0 else list(range(first, last - 1, -1))
    parts, at = [], 0
    while at + width <= len(way):
        parts.append(sorted(way[at:at + width]))
        at += abs(stride)
    left_over = len(way) - (at - abs(stride) + width) if parts else len(way)
    gap = max(abs(stride) - width, 0)
    if left_over > gap:
        return [], ["SLICE-6"], False
    # No part fits, but all positions would fit in a gap: "left over" and "dropped" have different results.
    return parts, [], not parts


def half_open_agrees(dim, start, end, stride, parts, broken):
    """Whether half-open borders, in which a negative v is dim + 1 + v, select the same positions."""
    first = start + dim + 1 if start < 0 else start
    last = end + dim + 1 if end < 0 else end
    valid = stride != 0 and 0 <= first <= dim and 0 <= last <= dim
    valid = valid and (last > first if stride > 0 else first > last)
    if broken and "SLICE-6" not in broken:
        return not valid
    mine_first = start + dim if start < 0 else start
    mine_last = end + dim if end < 0 else end
    return valid and abs(last - first) == abs(mine_last - mine_first) + 1


def rows(dim):
    borders = range(-dim, dim)
    seen = set()
    for part_size in [None] + list(range(0, dim + 2)):
        for stride in range(-dim - 1, dim + 2):
            for start in borders or [0]:
                for end in borders or [-1]:
                    if (stride == 0 or part_size == 0) and (start, end) not in ((0, -1), (-1, 0)):
                        continue
                    if abs(stride) > dim and part_size not in (None, 1, dim):
                        continue
                    seen.add((start, end, stride, part_size))
    for outside in (-dim - 2, -dim - 1, dim, dim + 1):
        for other in range(-dim - 1, dim + 1):
            for stride in (-1, 1):
                seen.add((outside, other, stride, None))
                seen.add((other, outside, stride, None))
    key = [None] + list(range(dim + 2))
    return sorted(seen, key=lambda r: (key.index(r[3]), r[2], r[0], r[1]))


def run(dim, start, end, stride, part_size):
    parts, broken, two_readings = lay_parts(dim, start, end, stride, part_size)
    width = part_size if part_size else abs(stride) or 1
    row = {"at": [start, end, stride, part_size, width]}
    values = [10 * line + at + 1 for part in parts for line in range(2) for at in part]
    result = {"outputs": [case.Tensor("i32", [2 * len(parts), width], values)]}
    if two_readings and not broken:
        refused = ["SLICE-2", "SLICE-3"] if dim == 0 else "SLICE-6"
        return {**row, "tier": "survey", "any_of": [result, case.rejected("load", refused)]}
    if broken:
        result = case.rejected("load", broken if len(broken) > 1 else broken[0])
    settled = dim > 0 and (stride == 0 or part_size == 0 or half_open_agrees(dim, start, end, stride, parts, broken))
    settled = settled and part_size in (None if abs(stride) == 1 else 0, abs(stride), 0)
    if broken:  # A reader may also clip borders or run no iteration. A stride of 0 has no meaning (SLICE-3).
        return {**row, "tier": "required" if settled and stride == 0 else "survey", **result}
    return {**row, **({} if settled else {"tier": "survey"}), **result}


def add_cases(corpus):
    for dim in range(6):
        corpus.add(
            "plumbing/slice_grid/dim_%d" % dim,
            title="All combinations of start, end, stride and part_size on an axis of %d positions give the right parts "
                  "or are rejected." % dim,
            rules=["SLICE-2", "SLICE-3", "SLICE-4", "SLICE-5", "SLICE-6", "SLICE-8"], kind="boundary",
            oracle="generator: gen/slice_grid.py",
            notes="X[r, p] = 10 r + p + 1, so an element shows its row and its position. Parts are joined along axis 0: "
                  "lines 2k and 2k+1 of the output are part k.",
            model=model(dim), columns=PARAMETERS,
            inputs={"X": case.Tensor("i32", [2, dim], [10 * r + p + 1 for r in range(2) for p in range(dim)])},
            runs=[run(dim, *row) for row in rows(dim)])
