"""Recurrences that depend on each other, and loops in loops, two and three deep (TRT-3, TRT-16, TRT-18).

The oracle is gen/lazy_network.py.
"""

from trt_network import Calls, add_network, array, grid_run

ORACLE = "generator: gen/trt_nested.py"


def recurrences(initial, steps):
    """Recurrences a, b, ... of shape [2]; steps(calls, names) gives their next values."""
    calls = Calls()
    n = calls.input("n", "kINT32")
    loop = calls.loop()
    calls.limit(loop, n, "kCOUNT")
    names = ["abcd"[i] for i in range(len(initial))]
    for name, values in zip(names, initial):
        calls.recurrence(loop, calls.constant(values, dimensions=[2]), name)
    for name, value in zip(names, steps(calls, names)):
        calls.step(name, value)
    for name in names:
        calls.output(calls.last(loop, name, "last_" + name), calls.stacked(loop, name, 6, "all_" + name))
    return calls.text(), {name: ("kFLOAT", (2,)) for name in names}


RECURRENCES = [
    ("swap", "Two recurrences that swap step at once.", [[1, 2], [30, 40]], lambda c, r: [r[1], r[0]]),
    ("rotate", "Three recurrences that rotate step at once.", [[1, 2], [30, 40], [500, 600]], lambda c, r: [r[1], r[2], r[0]]),
    ("delay_line", "A chain of recurrences delays a value by one iteration each.", [[1, 2], [30, 40], [500, 600]],
     lambda c, r: [c.elementwise(r[0], r[0], "kSUM"), r[0], r[1]]),
    ("to_itself", "A recurrence whose next value is its own output keeps its initial value.", [[1, 2], [30, 40]],
     lambda c, r: [r[0], c.elementwise(r[0], r[1], "kSUM")]),
    ("from_outside", "A next value from outside the loop replaces the initial value after iteration 0.", [[1, 2], [30, 40]],
     lambda c, r: [c.constant([7, 8], dimensions=[2]), c.elementwise(r[1], r[0], "kSUB")]),
    ("fibonacci", "Each next value is computed from the elements of the same iteration.", [[0, 1], [1, 3]],
     lambda c, r: [r[1], c.elementwise(r[0], r[1], "kSUM")]),
    ("shared_next_value", "Two recurrences with one next value keep their own initial values if no iteration runs.",
     [[1, 2], [30, 40]], lambda c, r: 2 * [c.elementwise(r[0], r[1], "kSUM")]),
    ("four_crossed", "Four recurrences that exchange their values in two pairs, one of them negated, step at once.",
     [[1, 2], [30, 40], [500, 600], [7000, 8000]], lambda c, r: [r[3], c.unary(r[2], "kNEG"), r[1], r[0]]),
]


def two_deep(kind, starts):
    """Sums the rows of X in an inner loop, from 0 or from what the outer loop has so far."""
    calls = Calls()
    n, m, x = calls.input("n", "kINT32"), calls.input("m", "kINT32"), calls.input("X", dimensions=[3, 4])
    outer, inner = calls.loop("outer"), calls.loop("inner")
    row = calls.iterator(outer, x, "row")
    calls.limit(outer, n, "kCOUNT")
    so_far = calls.recurrence(outer, calls.constant(1000), "so_far")
    if kind == "while":
        j = calls.counter(inner, "j")
        calls.limit(inner, calls.elementwise(j, calls.call("addCast", "m_real", input=m, toType="kFLOAT"), "kLESS"), "kWHILE")
    else:
        calls.limit(inner, m, "kCOUNT")
    item = calls.iterator(inner, row, "item", reverse=kind == "reverse")
    total = calls.recurrence(inner, so_far if starts == "continued" else calls.constant(0), "total")
    calls.step(total, calls.elementwise(calls.elementwise(total, total, "kSUM"), item, "kSUM"))
    result = calls.last(inner, total, "result")
    partial = calls.stacked(inner, total, 4, "partial")
    calls.step(so_far, calls.elementwise(so_far, result, "kSUM") if starts != "continued" else result)
    calls.output(calls.last(outer, so_far, "sum"), calls.stacked(outer, result, 3, "results"),
                 calls.stacked(outer, partial, 3, "partials", axis=1))
    return calls.text(), {"result": ("kFLOAT", ()), "partial": ("kFLOAT", (4,)), "total": ("kFLOAT", ())}


def ragged():
    """The inner loop runs as often as the outer iteration's number says, and both see an invariant."""
    calls = Calls()
    n, step = calls.input("n", "kINT32"), calls.input("step")
    outer, inner = calls.loop("outer"), calls.loop("inner")
    calls.limit(outer, n, "kCOUNT")
    i = calls.recurrence(outer, calls.constant(0, "kINT32"), "i")
    calls.step(i, calls.elementwise(i, calls.constant(1, "kINT32"), "kSUM"))
    calls.limit(inner, i, "kCOUNT")
    v = calls.recurrence(inner, step, "v")
    calls.step(v, calls.elementwise(calls.elementwise(v, v, "kSUM"), step, "kSUM"))
    last, values = calls.last(inner, v, "last"), calls.stacked(inner, v, 4, "values")
    backward = calls.stacked(inner, v, 4, "backward", kind="kREVERSE")
    calls.output(*[calls.stacked(outer, name, 4, name + "s") for name in (last, values, backward)])
    return calls.text(), {"last": ("kFLOAT", ()), "values": ("kFLOAT", (4,)), "backward": ("kFLOAT", (4,)), "v": ("kFLOAT", ())}


def three_deep():
    """Iterates over the three axes of X, one in each loop; each loop adds 1000 at its end."""
    calls = Calls()
    counts = [calls.input(name, "kINT32") for name in ("n0", "n1", "n2")]
    value = calls.input("X", dimensions=[2, 3, 2])
    start, thousand = calls.constant(1), calls.constant(1000)
    loops = [calls.loop("loop%d" % depth) for depth in range(3)]
    for depth, loop in enumerate(loops):
        calls.limit(loop, counts[depth], "kCOUNT")
        value = calls.iterator(loop, value, "slice%d" % depth, axis=(0, 1, 0)[depth], reverse=depth == 1)
        start = calls.recurrence(loop, start, "r%d" % depth)
    inner = calls.elementwise(calls.elementwise("r2", "r2", "kSUM"), value, "kSUM")
    for depth in (2, 1, 0):
        calls.step("r%d" % depth, inner)
        last = calls.last(loops[depth], "r%d" % depth, "last%d" % depth)
        inner = calls.elementwise(last, thousand, "kSUM")
    calls.output(last)
    return calls.text(), {}


def siblings():
    """Two loops one after the other in an outer loop; the second iterates over what the first joined."""
    calls = Calls()
    n, x = calls.input("n", "kINT32"), calls.input("X", dimensions=[3, 2])
    outer, first, second = calls.loop("outer"), calls.loop("first"), calls.loop("second")
    calls.limit(outer, n, "kCOUNT")
    row = calls.iterator(outer, x, "row", reverse=True)
    two = calls.constant(2, "kINT32")
    calls.limit(first, two, "kCOUNT")
    item = calls.iterator(first, row, "item")
    joined = calls.stacked(first, calls.elementwise(item, item, "kPROD", "square"), 2, "joined", kind="kREVERSE")
    calls.limit(second, two, "kCOUNT")
    square = calls.iterator(second, joined, "one_square")
    r = calls.recurrence(second, calls.constant(1), "r")
    calls.step(r, calls.elementwise(calls.elementwise(r, r, "kSUM"), square, "kSUM"))
    calls.output(calls.stacked(outer, calls.last(second, r, "value"), 3, "values"))
    return calls.text(), {"value": ("kFLOAT", ())}


def while_in_while():
    """Counts the Collatz-like steps v -> v - 3 of each outer value until it is below a limit."""
    calls = Calls()
    start, least, most = calls.input("start"), calls.input("least"), calls.input("most")
    outer, inner = calls.loop("outer"), calls.loop("inner")
    a = calls.recurrence(outer, start, "a")
    calls.limit(outer, calls.elementwise(a, most, "kLESS"), "kWHILE")
    v, steps = calls.recurrence(inner, a, "v"), calls.counter(inner, "steps")
    calls.limit(inner, calls.elementwise(v, least, "kGREATER"), "kWHILE")
    calls.step(v, calls.elementwise(v, calls.constant(3), "kSUB"))
    taken = calls.last(inner, steps, "taken")
    calls.step(a, calls.elementwise(calls.elementwise(a, taken, "kSUM"), calls.constant(1), "kSUM"))
    calls.output(calls.last(outer, a, "end"), calls.stacked(outer, taken, 8, "all_taken"))
    return calls.text(), {"taken": ("kFLOAT", ())}


def dynamic_recurrences():
    """Recurrences with a dimension that the run gives, and tensors that are computed from them."""
    calls = Calls()
    n, x = calls.input("n", "kINT32"), calls.input("X", dimensions=[-1, 2])
    loop = calls.loop()
    calls.limit(loop, n, "kCOUNT")
    r = calls.recurrence(loop, x, "r")
    calls.step(r, calls.elementwise(r, r, "kSUM"))
    negative = calls.unary(r, "kNEG", "negative")
    wide = calls.call("addConcatenation", "wide", inputs=[r, negative, r])
    calls.call("setAxis", on=wide, axis=0)
    rows = calls.call("addReduce", "rows", input=r, operation="kSUM", reduceAxes=2, keepDimensions=False)
    calls.output(calls.last(loop, r, "last"), calls.stacked(loop, r, 3, "all_r"), calls.stacked(loop, wide, 3, "all_wide", axis=1),
                 calls.stacked(loop, rows, 3, "all_rows", kind="kREVERSE", axis=1))
    return calls.text()


def dynamic_nested(depth):
    """Nested loops: the innermost one joins a recurrence of dynamic shape, and the others join that."""
    calls = Calls()
    n, m, x = calls.input("n", "kINT32"), calls.input("m", "kINT32"), calls.input("X", dimensions=[-1])
    loops = [calls.loop("loop%d" % k) for k in range(depth)]
    calls.limit(loops[0], n, "kCOUNT")
    i = calls.recurrence(loops[0], calls.constant(0, "kINT32"), "i")
    calls.step(i, calls.elementwise(i, calls.constant(1, "kINT32"), "kSUM"))
    calls.limit(loops[1], i, "kCOUNT")
    start = x
    if depth == 3:
        start = calls.recurrence(loops[1], x, "s")
        calls.step("s", calls.elementwise("s", "s", "kSUM"))
        calls.limit(loops[2], m, "kCOUNT")
    r = calls.recurrence(loops[-1], start, "r")
    calls.step(r, calls.elementwise(r, r, "kSUM"))
    joined = calls.elementwise(r, calls.call("addCast", "m_real", input=calls.call("addShuffle", "m1", input=m), toType="kFLOAT"), "kSUM")
    calls.call("setReshapeDimensions", on="m1", dimensions=[1])
    for k in reversed(range(depth)):
        joined = calls.stacked(loops[k], joined, 2, "joined%d" % k, axis=k % 2)
    calls.output(joined, calls.stacked(loops[0], calls.last(loops[1], r if depth == 2 else "s", "last"), 2, "lasts"))
    return calls.text()


def condition_of_one_output():
    """The outer condition needs one of four outputs of the inner loop; the others may fail."""
    calls = Calls()
    start, most = calls.input("start", "kINT32"), calls.input("most", "kINT32")
    outer, inner = calls.loop("outer"), calls.loop("inner")
    i = calls.recurrence(outer, start, "i")
    calls.step(i, calls.elementwise(i, calls.constant(1, "kINT32"), "kSUB"))
    calls.limit(inner, most, "kCOUNT")
    kept = calls.recurrence(inner, i, "kept")
    calls.step(kept, kept)
    six = calls.constant(6, "kINT32")
    divided_outside, divided_inside = calls.recurrence(inner, i, "divided_outside"), calls.recurrence(inner, i, "divided_inside")
    calls.step(divided_outside, calls.elementwise(six, i, "kDIV"))
    calls.step(divided_inside, calls.elementwise(calls.elementwise(six, kept, "kDIV"), divided_inside, "kSUM"))
    item = calls.iterator(inner, calls.constant([10, 20], "kINT32", [2]), "item")
    added = calls.recurrence(inner, i, "added")
    calls.step(added, calls.elementwise(added, item, "kSUM"))
    calls.limit(outer, calls.elementwise(calls.last(inner, kept, "value"), calls.constant(0, "kINT32"), "kGREATER"), "kWHILE")
    for recurrence in (divided_outside, divided_inside, added):
        calls.output(calls.stacked(outer, calls.last(inner, recurrence, "last_" + recurrence), 3, "all_" + recurrence))
    return calls.text()


def counts(**values):
    return {name: array("kINT32", [], [value]) for name, value in values.items()}


def reals(**values):
    return {name: array("kFLOAT", [], [value]) for name, value in values.items()}


def add_cases(corpus):
    for name, title, initial, steps in RECURRENCES:
        text, shapes = recurrences(initial, steps)
        add_network(corpus, "recurrences/" + name, text, title=title, rules=["TRT-1", "TRT-3", "TRT-10", "TRT-11"], oracle=ORACLE,
                    runs=[grid_run(text, "count_%d" % n, counts(n=n), shapes=shapes) for n in range(7)])
    x = array("kFLOAT", [3, 4], [10 * i + j + 1 for i in range(3) for j in range(4)])
    rules = ["TRT-3", "TRT-4", "TRT-10", "TRT-11", "TRT-16", "TRT-18"]
    for kind in ("count", "while", "reverse"):
        for starts in ("again", "continued"):
            text, shapes = two_deep(kind, starts)
            add_network(corpus, "nested/two_deep_%s_%s" % (kind, starts), text, kind="combined", rules=rules, oracle=ORACLE,
                        title="An inner loop over the rows of the outer one starts %s." % (
                            "again in each outer iteration" if starts == "again" else "with the value of the outer recurrence"),
                        runs=[grid_run(text, "outer_%d__inner_%d" % (n, m), {**counts(n=n, m=m), "X": x}, shapes=shapes,
                                       survey=False) for n in range(4) for m in range(5)])
    text, shapes = ragged()
    add_network(corpus, "nested/ragged", text, kind="combined", rules=rules + ["TRT-6", "TRT-12", "TRT-14"], oracle=ORACLE,
                title="The count of an inner loop is a recurrence of the outer one, so the padding differs by row.",
                runs=[grid_run(text, "outer_%d__step_%d" % (n, step), {**counts(n=n), **reals(step=step)}, shapes=shapes,
                               survey=n > 1) for n in range(5) for step in (1, 5)])
    x = array("kFLOAT", [2, 3, 2], [100 * i + 10 * j + k + 1 for i in range(2) for j in range(3) for k in range(2)])
    text, shapes = three_deep()
    add_network(corpus, "nested/three_deep", text, kind="combined", rules=rules, oracle=ORACLE,
                title="Three nested loops iterate over one axis each, the middle one in reverse.",
                runs=[grid_run(text, "counts_%d_%d_%d" % (a, b, c), {**counts(n0=a, n1=b, n2=c), "X": x}, shapes=shapes,
                               or_rejected=["SLICE-9", "TRT-5"] if a > 0 and b == 3 and c == 0 else None)
                      for a in range(3) for b in range(4) for c in range(4)])
    x = array("kFLOAT", [3, 2], [3, 5, 7, 11, 13, 17])
    text, shapes = siblings()
    add_network(corpus, "nested/siblings", text, kind="combined", rules=rules + ["TRT-12"], oracle=ORACLE,
                title="Two loops in a loop: the second one iterates over what the first one joined.",
                runs=[grid_run(text, "outer_%d" % n, {**counts(n=n), "X": x}, shapes=shapes) for n in range(5)])
    text, shapes = while_in_while()
    add_network(corpus, "nested/while_in_while", text, kind="combined", rules=["TRT-7", "TRT-10", "TRT-13", "TRT-18"], oracle=ORACLE,
                title="The condition of an inner loop depends on its own recurrence, which starts from the outer one.",
                runs=[grid_run(text, "start_%d__least_%d__most_%d" % (s, least, most), reals(start=s, least=least, most=most),
                               shapes=shapes) for s in (0, 4, 10) for least in (2, 5) for most in (1, 9, 25, 200)])
    add_dynamic(corpus)
    text = condition_of_one_output()
    add_network(corpus, "nested/condition_of_one_output", text, kind="combined", rules=["TRT-2", "TRT-7", "TRT-10", "TRT-18"], oracle=ORACLE,
                title="A condition evaluates only the part of an inner loop that it depends on.",
                notes="The last condition is computed for i = 0. It needs `kept`, and neither 6 / 0 nor `item`.",
                runs=[grid_run(text, "start_%d__most_%d" % (start, most), counts(start=start, most=most), shapes={
                    "last_" + name: ("kINT32", ()) for name in ("divided_outside", "divided_inside", "added")})
                      for start in range(4) for most in ((0, 1, 2, 3) if start < 1 else (1, 2))])


def add_dynamic(corpus):
    text = dynamic_recurrences()
    add_network(corpus, "recurrences/dynamic", text, rules=["TRT-11", "TRT-14", "TRT-17"], oracle=ORACLE,
                title="The elements that are joined have the dimensions of the initial value, even if no iteration runs.",
                runs=[grid_run(text, "size_%d__count_%d" % (size, n), {
                    **counts(n=n), "X": array("kFLOAT", [size, 2], [2 * k + 1 for k in range(2 * size)])}) for size in (0, 1, 3) for n in range(4)])
    for depth in (2, 3):
        text = dynamic_nested(depth)
        add_network(corpus, "nested/dynamic_%s_deep" % ("two" if depth == 2 else "three"), text, kind="combined",
                    rules=["TRT-11", "TRT-14", "TRT-17", "TRT-18"], oracle=ORACLE,
                    title="A loop in a loop runs 0 times, then once: both times its joined output has the dimensions of the initial value.",
                    runs=[grid_run(text, "outer_%d__m_%d__size_%d" % (n, m, size), {
                        **counts(n=n, m=m), "X": array("kFLOAT", [size], [2 * k + 1 for k in range(size)])})
                        for n in range(3) for m in range(3) for size in (1, 3)])
