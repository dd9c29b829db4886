"""Loops that end when a counter passes a limit.

Compilers compute the number of iterations from the start, the step and the limit, and unroll the loop. The
oracle counts in plain Python.
"""

import operator

from onnx_case import ONNX_TYPES
from onnx_nodes import Nodes, of

ORACLE = "generator: gen/onnx_counters.py"
# name -> nodes that compare p and q, and the relation
RELATIONS = {
    "less": ("{c} = Less ({p}, {q})", operator.lt),
    "at_most": ("{c} = LessOrEqual ({p}, {q})", operator.le),
    "greater": ("{c} = Greater ({p}, {q})", operator.gt),
    "at_least": ("{c} = GreaterOrEqual ({p}, {q})", operator.ge),
    "not_greater": ("{d} = Greater ({p}, {q}) {c} = Not ({d})", operator.le),
    "not_less": ("{d} = Less ({p}, {q}) {c} = Not ({d})", operator.ge),
    "other_than": ("{d} = Equal ({p}, {q}) {c} = Not ({d})", operator.ne),
    "same_as": ("{c} = Equal ({p}, {q})", operator.eq),
}
MIRRORED = {"less": "greater", "at_most": "at_least", "greater": "less", "at_least": "at_most", "not_greater": "not_less",
            "not_less": "not_greater", "other_than": "other_than", "same_as": "same_as"}
# (start, step, limit) of a counter that grows; one that falls has them negative
GROWING = [(0, 1, 4), (0, 3, 10), (-3, 2, 3), (7, 2, 5), (5, 2, 5)]
UNTIL = {  # by relation
    "less": GROWING, "at_most": GROWING, "not_greater": GROWING, "other_than": [(0, 2, 8), (5, -1, 2), (-3, 3, 0), (4, 2, 4), (1, 2, 6)],
    "same_as": [(4, 1, 4), (4, 0, 4), (3, 1, 4)]}
UNTIL |= {MIRRORED[name]: [(-start, -step, -limit) for start, step, limit in GROWING] for name in ("less", "at_most", "not_greater")}
MOST = 12  # iterations
LARGEST = 127  # of the numbers that every type here has
# name -> nodes that make t of s, the step and the number i of the iteration, and t
UPDATES = {
    "subtracted": ("m = Neg (step) t = Sub (s, m)", lambda s, step, i: s + step),
    "twice": ("h = Add (s, step) t = Add (h, step)", lambda s, step, i: s + 2 * step),
    "step_first": ("t = Add (step, s)", lambda s, step, i: s + step),
    "multiplied": ("h = Mul (s, s) t = Add (h, step)", lambda s, step, i: s * s + step),
    "doubled": ("h = Add (s, s) t = Add (h, step)", lambda s, step, i: 2 * s + step),
    "of_the_iteration": ("t = Mul (i, step)", lambda s, step, i: i * step),
    "with_the_iteration": ("h = Add (s, step) t = Add (h, i)", lambda s, step, i: s + step + i),
    "every_second": ("k2 = Constant <value = int64 {2}> () o = Mod (i, k2) h = Mul (o, step) t = Add (s, h)", lambda s, step, i: s + i % 2 * step),
    "no_step": ("t = Identity (s)", lambda s, step, i: s),
}


def count(numbers, relation, swapped, early, begins, most, update):
    """The last counter, the sum and all counters. If `early`, the counter before the step decides."""
    s, step, limit = numbers
    holds = RELATIONS[relation][1]

    def decide(value):
        return holds(limit, value) if swapped else holds(value, limit)

    on, total, all_ = decide(s) if begins else True, 0, []
    while on and len(all_) < most:
        t = update(s, step, len(all_))
        total += s
        all_.append(t)
        on = decide(s if early else t)
        s = t
    return s, total, all_


def add_run(made, name, type_, numbers, relation, *, swapped=False, early=False, begins=True, bounded=True, constant=True, update=None):
    """One run. `begins`: the condition of the first iteration is computed; otherwise it is true."""
    nodes, step_of = UPDATES[update] if update else ("t = Add (s, step)", lambda s, step, i: s + step)
    last, total, all_ = count(numbers, relation, swapped, early, begins, MOST, step_of)
    if not bounded and len(all_) == MOST or max(map(abs, [total, *all_])) > LARGEST:
        return
    onnx_type = ONNX_TYPES[type_]
    given = dict(zip(("start", "step", "limit"), (of(type_, number) for number in numbers)))
    if "step" not in nodes:  # an input that no node reads
        del given["step"]
    text = ["zero = Constant <value = %s {0}> ()" % onnx_type]
    if constant:
        text += ["%s = Constant <value = %s {%d}> ()" % (key, onnx_type, number) for key, number in zip(("start", "step", "limit"), numbers)]
        given = {}

    def compare(value, result):
        p, q = ("limit", value) if swapped else (value, "limit")
        return RELATIONS[relation][0].format(p=p, q=q, c=result, d="not_" + result)

    text.append(compare("start", "go") if begins else "go = Constant <value = bool {1}> ()")
    if bounded:
        text.append("most = Constant <value = int64 {%d}> ()" % MOST)
    text.append('last, total, all = Loop (%s, go, start, zero) <body = g (int64 i, bool on, %s s, %s a) => (bool c, %s t, %s b, %s u) { %s b = Add (a, s) '
                "u = Identity (t) %s }>" % ("most" if bounded else '""', *[onnx_type] * 5, nodes, compare("s" if early else "t", "c")))
    made.run(name if all_ else name + "__none", " ".join(text), given, {"last": of(type_, last), "total": of(type_, total), "all": of(type_, all_)}, 16)


def name_of(relation, numbers, *words):
    return "__".join([relation, "from_%d_by_%d_to_%d" % numbers, *filter(None, words)]).replace("-", "m")


def add_counters(made):
    for relation, choices in UNTIL.items():
        for numbers in choices:
            for swapped in (False, True):
                asked = MIRRORED[relation] if swapped else relation
                for early in (False, True):
                    for begins in (False, True):
                        for constant in (False, True):
                            bounded = swapped != early
                            run = name_of(asked, numbers, "limit_first" if swapped else "", "early" if early else "", "" if begins else "at_least_once",
                                          "bounded" if bounded else "", "constants" if constant else "")
                            add_run(made, run, "i64", numbers, asked, swapped=swapped, early=early, begins=begins, bounded=bounded, constant=constant)


def add_types(made):
    for type_ in ("i32", "f32", "i8"):
        for relation, choices in UNTIL.items():
            for numbers in choices:
                for early in (False, True):
                    constant = numbers == choices[0]
                    run = type_ + "__" + name_of(relation, numbers, "early" if early else "", "constants" if constant else "")
                    add_run(made, run, type_, numbers, relation, early=early, bounded=False, constant=constant)


def add_updates(made):
    for update in UPDATES:
        for relation in ("less", "at_most", "other_than"):
            for numbers in ((0, 1, 4), (2, 3, 11), (1, 1, 7)):
                for constant in (False, True):
                    add_run(made, name_of(update, numbers, relation, "constants" if constant else ""), "i64", numbers, relation, constant=constant, update=update)


def add_cases(corpus):
    rules = ["ONNX-LOOP-2", "ONNX-LOOP-3", "ONNX-LOOP-4"]
    for path, add, title, notes in (
            ("counters_and_limits", add_counters, "A Loop ends when a counter and a limit are no longer in a relation.",
             "The body adds the step, sums up the counters before it, and lists those after it. early: the counter before the step is compared. "
             "bounded: at most 12 iterations. none: no iteration."),
            ("counters_of_types", add_types, "A Loop ends when a counter of another type and a limit are no longer in a relation.",
             "early: the counter before the step is compared. constants: the other runs have inputs. none: no iteration."),
            ("counters_with_other_steps", add_updates, "A Loop ends when a counter passes a limit, and its step is not one addition.",
             "At most 12 iterations.")):
        made = Nodes()
        add(made)
        made.add_to(corpus, path, oracle=ORACLE, kind="combined", rules=rules, title=title, notes=notes)
