"""RandomUniform: Philox 4x32-10 and the Mersenne Twister 19937, written from the papers (OP-57)."""

from fractions import Fraction

import ir
from case import Tensor, rejected, round_to
from frames import counted, slices, trip
from single import SURVEY, Single, vector

ORACLE = "generator: gen/ops_random.py"
DECIDED = {"rules": ["OP-57"], **SURVEY}
OPERANDS = ["shape", "minval", "maxval"]
ATTRIBUTES = ["output_type", "global_seed", "op_seed", "alignment"]
LOW = 2**32 - 1
BEHIND_THE_POINT = {"f16": 10, "bf16": 7, "f32": 23, "f64": 52}


def words(number):
    return number & LOW, number >> 32


def philox(key, counter):
    """Numbers of 32 bits without end: four for each n."""
    n = 0
    while True:
        x, k = words(n) + words(counter), words(key)
        for _ in range(10):
            low, high = words(x[0] * 0xD2511F53), words(x[2] * 0xCD9E8D57)
            x = (high[1] ^ x[1] ^ k[0], high[0], low[1] ^ x[3] ^ k[1], low[0])
            k = ((k[0] + 0x9E3779B9) & LOW, (k[1] + 0xBB67AE85) & LOW)
        yield from x
        n += 1


def mersenne_twister(seed):
    state = [seed & LOW]
    while len(state) < 624:
        state.append((1812433253 * (state[-1] ^ state[-1] >> 30) + len(state)) & LOW)
    while True:
        for k in range(624):
            y = state[k] & 2**31 | state[(k + 1) % 624] & 2**31 - 1
            state[k] = state[(k + 397) % 624] ^ y >> 1 ^ (0x9908B0DF if y & 1 else 0)
        for y in state:
            y ^= y >> 11
            y ^= y << 7 & 0x9D2C5680
            y ^= y << 15 & 0xEFC60000
            yield y ^ y >> 18


def uniform(type_, count, low, high, global_seed, op_seed, alignment):
    """The numbers; the bounds are such that x * (high - low) + low is exact."""
    torch = (alignment or "").upper() == "PYTORCH"
    source = mersenne_twister(global_seed) if torch else philox(global_seed, op_seed)
    out = []
    while len(out) < count:
        first = next(source)
        if type_ in BEHIND_THE_POINT:
            if type_ == "f64":
                first = first << 32 | next(source)
            bits = BEHIND_THE_POINT[type_] + torch
            exact = Fraction(first % 2**bits, 2**bits) * (Fraction(high) - Fraction(low)) + Fraction(low)
            value = float(exact)
            assert Fraction(value) == exact and round_to(type_, value) == value
            out.append(value)
            continue
        if type_ == "i64" and not torch:
            first |= next(source) << 32
        elif type_ == "i64" and (low > LOW or high > LOW):
            first = first << 32 | next(source)
        out.append(first % (high - low) + low)
    return out


def add_runs(corpus, constants, path, title):
    made = Single("RandomUniform", "opset8", OPERANDS, ATTRIBUTES, constants, outputs=["{{minval_type}}"])

    def add(name, type_, shape, low, high, global_seed=150, op_seed=10, alignment=None, index="i64", listed=False, known=True, **more):
        count = 1
        for size in shape:
            count *= size
        values = uniform(type_, count, low, high, global_seed or 0, op_seed or 0, alignment)
        bounds = [Tensor(type_, [1] if listed else [], [bound]) for bound in (low, high)]
        given = {"output_type": type_, "global_seed": global_seed, "op_seed": op_seed, "alignment": alignment}
        made.run(name, [vector(index, shape)] + bounds, [Tensor(type_, shape, values)], given, known=known, **more)
    add("page_1", "f32", [3, 3], 0.0, 1.0)
    add("page_2", "f64", [2, 2], 2.0, 10.0, 80, 100)
    add("page_3", "i32", [2, 3], 50, 100, 80, 100, index="i32")
    for alignment in ("TENSORFLOW", "tensorflow", "PYTORCH", "pytorch"):
        add("aligned_%s%s" % (alignment.lower(), "_in_capitals" if alignment.isupper() else ""), "f32", [5], 0.0, 1.0, alignment=alignment)
    for alignment in (None, "PYTORCH"):
        side = (alignment or "tensorflow").lower()
        for type_ in ("f16", "bf16", "f32", "f64"):
            more = DECIDED if type_ == "bf16" and not alignment else {}
            add("%s_%s" % (type_, side), type_, [2, 5], 0.0, 1.0, alignment=alignment, known=False, **more)
            if not alignment:
                add("%s_from_m3_to_5_%s" % (type_, side), type_, [7], -3.0, 5.0, **more)
        for type_ in ("i32", "i64"):
            more = DECIDED if type_ == "i64" and not alignment else {}
            add("%s_%s" % (type_, side), type_, [7], 50, 100, alignment=alignment, listed=True, **more)
            add("%s_negative_%s" % (type_, side), type_, [7], -1000, -3, alignment=alignment, **more)
            add("%s_all_numbers_%s" % (type_, side), type_, [6], -2**31, 2**31 - 1, alignment=alignment, **DECIDED)
        add("i64_of_62_bits_" + side, "i64", [5], 0, 2**62, alignment=alignment, **({} if alignment else DECIDED))
        add("i64_below_2_32_" + side, "i64", [5], 0, LOW, alignment=alignment, **({} if alignment else DECIDED))
        add("i64_up_to_2_32_" + side, "i64", [5], 3, 2**32, alignment=alignment, **({} if alignment else DECIDED))
        add("i64_almost_all_" + side, "i64", [5], -2**63, 2**63 - 1, alignment=alignment, **DECIDED)
        add("one_number_" + side, "i32", [2, 2], 7, 8, 0, 0, alignment, **DECIDED)
        add("one_number_of_i64_" + side, "i64", [3], -8, -7, None, None, alignment, **DECIDED)
        add("scalar_" + side, "f32", [], 0.0, 1.0, alignment=alignment)
        add("no_elements_" + side, "f32", [2, 0], 0.0, 1.0, alignment=alignment)
        add("long_" + side, "f32", [2, 650], 0.0, 1.0, 3, 4, alignment)
        add("large_seeds_" + side, "f32", [9], 0.0, 1.0, 2**40 + 3, 2**35 + 1, alignment)
        add("only_op_seed_" + side, "f32", [5], 0.0, 1.0, 0, 77, alignment)
    add("only_global_seed", "f32", [5], 0.0, 1.0, 77, 0)
    f32 = [vector("i64", [2]), Tensor("f32", [], [0.0]), Tensor("f32", [], [1.0])]
    good = {"output_type": "f32", "global_seed": 3, "op_seed": 4}

    def reject(name, given, rule, attributes=(), phase=None, **more):
        made.run(name, given, rejected(phase or "load", rule), {**good, **dict(attributes)}, **more)
    for name, change in (("no_type", {"output_type": None}), ("type_u32", {"output_type": "u32"}), ("negative_seed", {"global_seed": -1}),
                         ("negative_op_seed", {"op_seed": -1}), ("alignment_numpy", {"alignment": "NUMPY"}), ("real_seed", {"op_seed": "1.5"})):
        reject(name, f32, "OP-2", change)
    later = "run" if "shape" not in constants else "load"
    reject("negative_size", [vector("i64", [-2])] + f32[1:], "OP-6", phase=later)
    for name, low, high in (("equal_bounds", 1.0, 1.0), ("bounds_in_another_order", 2.0, 1.0), ("nan_as_a_bound", float("nan"), 1.0),
                            ("infinite_bound", 0.0, float("inf"))):
        reject(name, [f32[0], Tensor("f32", [], [low]), Tensor("f32", [], [high])], "OP-6", phase="run", **DECIDED)
    for name, k, tensor, rule in (
            ("real_shape", 0, vector("f32", [2]), "OP-4"), ("shape_in_a_scalar", 0, Tensor("i64", [], [2]), "OP-5"),
            ("shape_of_i16", 0, vector("i16", [2]), "OP-4"), ("bound_of_another_type", 1, Tensor("f64", [], [0.0]), "OP-4"),
            ("integer_bound", 2, Tensor("i32", [], [1]), "OP-4"), ("two_bounds", 2, vector("f32", [1.0, 2.0]), "OP-5"),
            ("bound_of_rank_2", 1, Tensor("f32", [1, 1], [0.0]), "OP-5")):
        reject(name, f32[:k] + [tensor] + f32[k + 1:], rule)
    made.add_to(corpus, "operations/random_uniform/" + path, rules=["OP-57", "OP-2", "OP-4", "OP-5", "OP-6"], oracle=ORACLE, title=title,
                notes="The bounds of real numbers are such that only the generator decides the bits.")


def add_combined(corpus):
    graph = ir.Graph()
    count = graph.parameter("trip", "i64", [])
    loop, body = counted(graph, count)
    numbers = body.op("RandomUniform", body.const("i64", [2]), body.const("i32", 0, shape=[]), body.const("i32", 1000, shape=[]),
                      version="opset8", type="i32", shape=[2], output_type="i32", global_seed="3", op_seed="5")
    result = body.result(numbers, "numbers")
    graph.result(loop.output(result, type_="i32", shape=[-1], **slices(2)), "NUMBERS")
    pair = uniform("i32", 2, 0, 1000, 3, 5, None)
    runs = [{"name": "iterations_%d" % n, **DECIDED, "inputs": {"trip": trip(n)}, "outputs": [Tensor("i32", [2 * n], pair * n)]} for n in (1, 3)]
    corpus.add("operations/random_uniform/numbers_of_a_loop", rules=["OP-57"], kind="combined", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, title="Each iteration begins the same sequence of numbers.", runs=runs)


def add_any_sequence(corpus):
    graph = ir.Graph()
    shape = graph.parameter("SHAPE", "i64", [2])
    numbers = graph.op("RandomUniform", shape, graph.const("f32", 0, shape=[]), graph.const("f32", 1, shape=[]), version="opset8",
                       type="f32", shape=[-1, -1], output_type="f32", global_seed="0", op_seed="0", alignment="{{alignment}}")
    graph.result(graph.op("Floor", numbers, type="f32", shape=[-1, -1]), "Y")
    corpus.add("operations/random_uniform/any_sequence", rules=["OP-57"], oracle="by-hand", model=graph.text(), weights=graph.weights.data,
               title="If both seeds are 0, any numbers are right from 0 to below 1.", columns=["alignment"],
               notes="Each number is rounded down to 0.", inputs={"SHAPE": vector("i64", [3, 2])},
               runs=[{"name": name, "at": [name.upper()], "outputs": [Tensor("f32", [3, 2], [0] * 6)]} for name in ("tensorflow", "pytorch")])


def add_cases(corpus):
    add_any_sequence(corpus)
    add_runs(corpus, OPERANDS, "of_constants", "RandomUniform with a constant shape and constant bounds.")
    add_runs(corpus, [], "of_inputs", "RandomUniform whose shape and bounds are inputs.")
    add_combined(corpus)
