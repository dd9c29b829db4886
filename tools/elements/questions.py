"""The questions of tables.json: each row is what PyTorch, NumPy and the element iterator are asked."""

import itertools
import random

TYPES = ("boolean", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f16", "bf16", "f32", "f64")
NUMBERS = ("boolean", "i64", "f64")  # the types of numbers that are not tensors
CATEGORIES = {"dimensioned": TYPES, "zero": TYPES, "number": NUMBERS}


def promotion():
    """(type, category, type, category): all pairs, in each combination of categories."""
    operands = [(name, category) for category, names in CATEGORIES.items() for name in names]
    for a, b in itertools.combinations_with_replacement(operands, 2):
        yield [*a, *b]


def casts():
    """(from, to): whether a result may be written to an output."""
    yield from map(list, itertools.product(TYPES, TYPES))


def broadcast():
    """Two shapes."""
    shapes = [list(dims) for rank in range(3) for dims in itertools.product((0, 1, 2, 3), repeat=rank)]
    shapes += [[2, 1, 3], [1, 3, 1], [2, 3, 1], [0, 1, 2]]
    for a, b in itertools.combinations_with_replacement(shapes, 2):
        yield [a, b]


def row_major(shape):
    strides, stride = [], 1
    for dim in reversed(shape):
        strides.insert(0, stride)
        stride *= dim
    return strides


def permuted(rng, shape):
    """The strides of a tensor whose axes are in any order, perhaps with gaps."""
    order = rng.sample(range(len(shape)), len(shape))
    gap = rng.choice((1, 1, 1, 2))
    sizes = [shape[axis] * (gap if place == len(order) - 1 else 1) for place, axis in enumerate(order)]
    memory = row_major(sizes)
    strides = [0] * len(shape)
    for place, axis in enumerate(order):
        strides[axis] = memory[place] * (gap if place == len(order) - 1 else 1)
    return strides


def view_of(rng, shape):
    """The shape and strides of a tensor that broadcasts to `shape`."""
    strides = permuted(rng, shape)
    dims = list(shape)
    for axis in range(len(shape)):
        kind = rng.random()
        if kind < 0.15:
            strides[axis] = 0  # expanded
        elif kind < 0.3:
            dims[axis] = 1  # to be broadcast
    lead = rng.choice((0, 0, 0, 1))
    return dims[lead:], strides[lead:]


SHAPES = [[2, 3], [3, 3], [2, 3, 4], [3, 2, 2], [2, 1, 3], [1, 2], [2, 3, 2, 4], [1, 1, 2, 1]]


def operands(count, seed):
    """(shape, strides, shape, strides), with rows of every kind."""
    rng = random.Random(seed)
    rows = []
    while len(rows) < count:
        shape = rng.choice(SHAPES)
        a, b = view_of(rng, shape), view_of(rng, shape)
        if rng.random() < 0.25:
            b = a
        if [*a, *b] not in rows:
            rows.append([*a, *b])
    return rows


def strides():
    """Two inputs of a sum, whose output is allocated."""
    return operands(400, "strides")


def order():
    """Two inputs of a walk: which axes are innermost."""
    return operands(250, "order")


def given():
    """An output that the caller gives, and an input of its shape: which axes are innermost."""
    rng = random.Random("given")
    rows = []
    while len(rows) < 200:
        shape = rng.choice(SHAPES)
        output = permuted(rng, shape)
        row = [shape, output, shape, [0 if rng.random() < 0.15 else stride for stride in permuted(rng, shape)]]
        if row not in rows:
            rows.append(row)
    return rows


def overlap():
    """(shape, offset and strides of an output, offset and strides of an input) in one piece of 64 elements."""
    rng = random.Random("overlap")
    rows = []
    while len(rows) < 250:
        shape = rng.choice([[3], [4], [1], [0], [2, 2], [2, 3], [1, 3]])
        sides = []
        for _ in range(2):
            dense = row_major(shape)
            rng.shuffle(dense)
            strides = rng.choice([row_major(shape), dense, [2 * stride for stride in dense], [0] * len(shape), [1] * len(shape)])
            sides += [rng.choice((0, 0, 1, 2, 4, 6, 20)), strides]
        if [shape, *sides] not in rows:
            rows.append([shape, *sides])
    return rows


def sums():
    """(shape, strides, axis): cumulative sums of doubles, whose order shows in the last bits."""
    for shape in ([7], [3, 4], [4, 3, 5]):
        for axis in range(len(shape)):
            yield [shape, row_major(shape), axis]
            yield [shape, row_major(shape[::-1])[::-1], axis]


TABLES = {"promotion": promotion, "casts": casts, "broadcast": broadcast, "strides": strides, "order": order, "given": given, "overlap": overlap, "sums": sums}


def value(place):
    """The element at one place of the memory that `sums` reads: a third, so that every sum is rounded."""
    return (1.0 if place % 3 else -1e8) / (place + 3)
