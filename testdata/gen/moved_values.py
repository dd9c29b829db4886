"""Values that back edges, slices and joins move unchanged: every element type, special values, many sizes."""

import ir
from case import Tensor
from frames import TYPES, count_of, counted, joined, repeated, trip, trips, typed

ORACLE = "generator: gen/moved_values.py"

# Per type two lists of nine elements. Strings are bits.
EXTREMES = {
    "i8": ([-128, 127, 1, -1, 0, 64, -65, 100, 3], [5, -6, 126, -127, 33, 2, 7, -9, 11]),
    "u8": ([255, 254, 128, 127, 0, 1, 200, 99, 3], [5, 6, 253, 129, 33, 2, 7, 9, 11]),
    "i16": ([-32768, 32767, 256, -257, 0, 129, -1, 1000, 3], [5, -6, 32766, 255, 33, -32767, 7, 9, 11]),
    "u16": ([65535, 65534, 32768, 32767, 0, 256, 257, 1, 3], [5, 6, 65533, 255, 33, 2, 7, 40000, 11]),
    "i32": ([-2**31, 2**31 - 1, 2**24 + 1, -65537, 0, 65536, -1, 2**30 + 1, 3], [5, -6, 2**31 - 2, 16777219, 33, 2, 7, 9, 11]),
    "u32": ([2**32 - 1, 2**32 - 2, 2**31, 2**31 - 1, 0, 2**24 + 1, 65536, 1, 3], [5, 6, 2**32 - 3, 2**31 + 1, 33, 2, 7, 9, 11]),
    "i64": ([-2**63, 2**63 - 1, 2**53 + 1, -2**53 - 1, 0, 2**32 + 1, -1, 2**62 + 1, 3], [5, -6, 2**63 - 2, 2**31, 33, 2, 7, 9, 11]),
    "u64": ([2**64 - 1, 2**64 - 2, 2**63, 2**63 - 1, 0, 2**53 + 1, 2**32 + 1, 1, 3], [5, 6, 2**64 - 3, 2**63 + 1, 33, 2, 7, 9, 11]),
    "boolean": ([True, False, False, True, True, False, True, False, True], [False, False, True, True, False, True, True, True, False]),
    "f16": (["0x7c00", "0xfc00", "0x8000", "0x0000", "0x0001", "0x83ff", "0x7bff", "0x3555", "0xbc01"],
            ["0x3c01", "0x7e00", "0x0400", "0xfbff", "0x3c00", "0x0003", "0x4249", "0x8001", "0xc001"]),
    "bf16": (["0x7f80", "0xff80", "0x8000", "0x0000", "0x0001", "0x807f", "0x7f7f", "0x3eab", "0xbf81"],
             ["0x3f81", "0x7fc0", "0x0080", "0xff7f", "0x3f80", "0x0003", "0x4049", "0x8001", "0xc001"]),
    "f32": (["0x7f800000", "0xff800000", "0x80000000", "0x00000000", "0x00000001", "0x807fffff", "0x7f7fffff", "0x3eaaaaab", "0xbf800001"],
            ["0x3f800001", "0x7fc00000", "0x00800000", "0xff7fffff", "0x3f800000", "0x00000003", "0x40490fdb", "0x80000001", "0xc0000001"]),
    "f64": (["0x7ff0000000000000", "0xfff0000000000000", "0x8000000000000000", "0x0000000000000000", "0x0000000000000001",
             "0x800fffffffffffff", "0x7fefffffffffffff", "0x3fd5555555555555", "0xbff0000000000001"],
            ["0x3ff0000000000001", "0x7ff8000000000000", "0x0010000000000000", "0xffefffffffffffff", "0x3ff0000000000000",
             "0x0000000000000003", "0x400921fb54442d18", "0x36a0000000000000", "0x47efffffe0000001"]),
}


class Bits(Tensor):
    """A tensor whose values are strings of bits; it stays in case.json."""

    def is_large(self):
        return False


def add_special(corpus, form):
    """a and b are swapped, and x is cut into parts of three and joined again. Nothing is computed."""
    graph = ir.Graph()
    count = graph.parameter("trip", "i64", []) if form == "loop" else None
    a0, b0 = [graph.parameter(name, "{{type}}", [1, 9]) for name in "AB"]
    x = graph.parameter("X", "{{type}}", [9])
    if form == "loop":
        loop, body = counted(graph, count)
    else:
        body = graph.body()
        loop = graph.tensor_iterator(body)
    a, b = body.parameter("a", "{{type}}", [1, 9]), body.parameter("b", "{{type}}", [1, 9])
    width = 1 if form == "loop" else 3
    part = body.parameter("part", "{{type}}", [width])
    ra, rb, rp = body.result(a, "ra"), body.result(b, "rb"), body.result(part, "rp")
    loop.input(a0, a)
    loop.input(b0, b)
    loop.input(x, part, **joined(form, width))
    loop.back_edge(ra, b)
    loop.back_edge(rb, a)
    graph.result(loop.output(ra, shape=[1, 9]), "a")
    graph.result(loop.output(rb, shape=[1, 9]), "b")
    graph.result(loop.output(ra, shape=[-1, 9], **joined(form)), "all_a")
    graph.result(loop.output(rp, shape=[-1], **joined(form, width)), "all_x")
    runs = []
    for type_, (first, second) in EXTREMES.items():
        third = second[4:] + first[:4]
        for n in (1, 2, 3, 4) if form == "loop" else (3,):
            seen = [first if i % 2 == 0 else second for i in range(n)]
            other = [second if i % 2 == 0 else first for i in range(n)]
            runs.append({"name": "%s_%d" % (type_, n), "at": typed(type_),
                         "inputs": {**({"trip": trip(n)} if form == "loop" else {}), "A": Bits(type_, [1, 9], first), "B": Bits(type_, [1, 9], second),
                                    "X": Bits(type_, [9], third)},
                         "outputs": [Bits(type_, [1, 9], seen[-1]), Bits(type_, [1, 9], other[-1]), Bits(type_, [n, 9], sum(seen, [])),
                                     Bits(type_, [width * n], third[:width * n])]})
    corpus.add("%s/back_edges/special_values" % form, rules=["BACK-2", "OUT-1", "OUT-2", "SLICE-5"], kind="boundary", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, columns=["type", "precision"], runs=runs,
               title="A %s moves infinities, NaN, -0, subnormal numbers and the extremes of every type without a change." % TYPES[form],
               notes="a and b are swapped in each iteration; the parts of x are joined. No value is computed.")


SIZES = (1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 127, 129, 255, 257, 1000, 1023, 1025, 4097)
FEW = (5, 17, 65, 130, 1025)


def add_sizes(corpus, form):
    """Two vectors, each the sum of both or the other one: the size of the vectors is that of a run."""
    graph = ir.Graph()
    count = count_of(form, graph)
    a0, b0 = graph.parameter("A", "{{type}}", [1, -1]), graph.parameter("B", "{{type}}", [1, -1])
    loop, body, _ = repeated(form, graph, count)
    a, b = body.parameter("a", "{{type}}", [1, -1]), body.parameter("b", "{{type}}", [1, -1])
    ra, rb = body.result(b, "ra"), body.result(body.op("Add", a, b), "rb")
    loop.input(a0, a)
    loop.input(b0, b)
    loop.back_edge(ra, a)
    loop.back_edge(rb, b)
    graph.result(loop.output(ra, shape=[1, -1]), "a")
    graph.result(loop.output(rb, shape=[1, -1]), "b")
    graph.result(loop.output(rb, shape=[-1, -1], **joined(form)), "all_b")
    runs = []
    for type_, sizes in (("f32", SIZES), ("i32", SIZES), ("u8", FEW), ("i8", FEW), ("f16", FEW), ("i64", FEW), ("f64", FEW), ("bf16", (5, 65, 130)),
                         ("i16", (17, 130))):
        for size in sizes:
            n = 3 if size != 65 else 5
            small = type_ in ("u8", "i8", "bf16")
            x = [k % 7 + (1 if small else 1 + k % 50) for k in range(size)]
            y = [3 * (k % 3) + 2 + (0 if small else k % 90) for k in range(size)]
            p, q, parts = list(x), list(y), []
            for _ in range(n):
                p, q = q, [u + v for u, v in zip(p, q)]
                parts += q
            runs.append({"name": "%s_%d" % (type_, size), "at": typed(type_),
                         "inputs": {"trip": trips(form, n), "A": Tensor(type_, [1, size], x), "B": Tensor(type_, [1, size], y)},
                         "outputs": [Tensor(type_, [1, size], p), Tensor(type_, [1, size], q), Tensor(type_, [n, size], parts)]})
    corpus.add("%s/back_edges/vectors_of_many_sizes" % form, rules=["BACK-2", "BACK-4", "OUT-1", "OUT-2"], kind="combined", oracle=ORACLE, model=graph.text(),
               weights=graph.weights.data, columns=["type", "precision"], runs=runs,
               title="A %s carries vectors of 1 to 4097 elements, also of sizes around the powers of two." % TYPES[form],
               notes="(a, b) becomes (b, a + b). Three iterations, and five for 65 elements.")


def add_cases(corpus):
    for form in ("loop", "tensor_iterator"):
        add_special(corpus, form)
        add_sizes(corpus, form)
