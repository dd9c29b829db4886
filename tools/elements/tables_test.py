"""The element iterator gives PyTorch's answers, and each difference between PyTorch and NumPy has a reason."""

import json
import pathlib
import re
import subprocess
import sys
import unittest

import questions

HERE = pathlib.Path(__file__).resolve().parent
TABLES = json.loads((HERE / "tables.json").read_text(encoding="utf-8"))
PAGE = (HERE.parents[1] / "docs" / "element_iterator.md").read_text(encoding="utf-8")
PRINT_TABLES = sys.argv.pop()

KINDS = {"boolean": 0, **dict.fromkeys(("i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"), 1), **dict.fromkeys(("f16", "bf16", "f32", "f64"), 2)}
WIDE = ("u16", "u32", "u64")


NUMPY = {(row[0], row[2]): row[-1] for row in TABLES["promotion"] if row[1] == row[3] == "dimensioned"}
SIZES = {"f16": 2, "f32": 4, "f64": 8}


def as_dimensioned(row):
    """What NumPy says if both operands have axes."""
    return NUMPY.get((row[0], row[2]), NUMPY.get((row[2], row[0])))


# The reasons of docs/element_iterator.md, in its order: which rows of "promotion" each one explains.
REASONS = {
    "no promotion of wide unsigned types": lambda row: row[-2] == "error",
    "a real type with an integer type": lambda row: row[1] == row[3]
    and {KINDS[row[0]], KINDS[row[2]]} == {1, 2}
    and SIZES[row[-2]] < SIZES[row[-1]],
    "a tensor of rank 0 is a tensor": lambda row: (row[1], row[3]) == ("dimensioned", "zero") and row[-1] == as_dimensioned(row),
    "a real number is f64": lambda row: "f64" in [row[i] for i in (0, 2) if row[i + 1] == "number"] and row[-2:] == ["f32", "f64"],
}


def differs(row):
    return row[-1] is not None and row[-2] != row[-1]


def strides_differ(row):
    """NumPy gives other strides to axes of size 1, which address nothing."""

    def of_long_axes(answer):
        return [stride for size, stride in zip(walk_of(row)[0], answer) if size > 1]

    return of_long_axes(row[-2]) != of_long_axes(row[-1])


def differences(name):
    """The rows for which NumPy has another answer than PyTorch."""
    return list(filter(strides_differ if name == "strides" else differs, TABLES[name]))


def walk_of(row):
    """The broadcast shape and the steps of both operands along its axes: 0 where an operand is repeated."""
    shape_a, strides_a, shape_b, strides_b = row[:4]
    rank = max(len(shape_a), len(shape_b))
    shapes = [[1] * (rank - len(shape)) + shape for shape in (shape_a, shape_b)]
    steps = [[0] * (rank - len(strides)) + strides for strides in (strides_a, strides_b)]
    shape = [max(sizes) for sizes in zip(*shapes)]
    return shape, [[0 if size == 1 else step for size, step in zip(*sides)] for sides in zip(shapes, steps)]


def is_repeated(row):
    shape, steps = walk_of(row)
    return any(size > 1 and step == 0 for side in steps for size, step in zip(shape, side))


def disagree(row):
    """Whether one operand has a smaller step along one axis, and the other along another one."""
    _, (a, b) = walk_of(row)
    pairs = [(i, j) for i in range(len(a)) for j in range(len(a)) if a[i] and a[j] and b[i] and b[j]]
    return any(a[i] < a[j] and b[i] > b[j] for i, j in pairs)


ORDER_REASONS = {"the operands disagree": disagree, "an axis is repeated": is_repeated}


class Tables(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.ours = json.loads(subprocess.run([PRINT_TABLES, HERE / "tables.json"], stdout=subprocess.PIPE, check=True).stdout)

    def test_rows_are_the_questions(self):
        for name, ask in questions.TABLES.items():
            asked = [list(row) for row in ask()]
            self.assertEqual([row[: len(asked[0])] for row in TABLES[name]], asked, name)

    def test_same_as_pytorch(self):
        for name in questions.TABLES:
            self.assertEqual(len(self.ours[name]), len(TABLES[name]))
            self.assertGreater(len(TABLES[name]), 10)
            for row, answer in zip(TABLES[name], self.ours[name]):
                self.assertEqual(answer, row[-2], (name, row))

    def test_counts_of_the_page(self):
        """The page has a line for each table: its rows, no difference from PyTorch, and NumPy's differences."""
        counts = {"promotion": 147, "casts": 16, "broadcast": 0, "strides": 42, "order": 19, "given": 60, "overlap": 0, "sums": 0}
        self.assertEqual({name: len(differences(name)) for name in questions.TABLES}, counts)
        lines = re.findall(r"^\| (\w+) \| (\d+) \| [^|]+ \| no difference \| (?:no |\[no |\[(\d+))", PAGE, re.MULTILINE)
        self.assertEqual([(name, int(rows), int(count or 0)) for name, rows, count in lines], [(name, len(TABLES[name]), count) for name, count in counts.items()])

    def test_promotion_in_numpy(self):
        used = set()
        for row in differences("promotion"):
            reasons = [reason for reason, explains in REASONS.items() if explains(row)]
            self.assertTrue(reasons, row)
            used.update(reasons)
        self.assertEqual(used, set(REASONS))

    def test_broadcast_in_numpy(self):
        self.assertEqual(differences("broadcast"), [])

    def check_order(self, rows):
        """Operands that agree and are not repeated are walked in the same order by both."""
        used = {reason for row in rows for reason, explains in ORDER_REASONS.items() if explains(row)}
        self.assertEqual([row for row in rows if not any(explains(row) for explains in ORDER_REASONS.values())], [])
        self.assertEqual(used, set(ORDER_REASONS))

    def test_order_in_numpy(self):
        for name in ("order", "given", "strides"):
            self.check_order(differences(name))

    def test_casts_in_numpy(self):
        """NumPy's "same kind" does not include signed to unsigned integers."""
        signed_to_unsigned = [row for row in TABLES["casts"] if row[0][0] == "i" and row[1][0] == "u"]
        self.assertEqual(differences("casts"), signed_to_unsigned)

    def test_sums_in_numpy(self):
        self.assertEqual(differences("sums"), [])


if __name__ == "__main__":
    unittest.main()
