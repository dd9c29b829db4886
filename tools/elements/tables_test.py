"""The element iterator gives PyTorch's answers, and each difference between PyTorch and NumPy has a reason."""

import json
import pathlib
import subprocess
import sys
import unittest

import questions

TABLES = json.loads(pathlib.Path(__file__).resolve().with_name("tables.json").read_text(encoding="utf-8"))
PRINT_TABLES = sys.argv.pop()

KINDS = {"boolean": 0, **dict.fromkeys(("i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"), 1), **dict.fromkeys(("f16", "bf16", "f32", "f64"), 2)}
WIDE = ("u16", "u32", "u64")


def of_one_category(row):
    """Whether NumPy, which knows tensors and numbers only, sees what PyTorch sees."""
    return row[1] == row[3]


# The reasons of docs/element_iterator.md, in its order: which rows of "promotion" each one explains.
REASONS = {
    "a tensor of rank 0 does not decide": lambda row: {row[1], row[3]} == {"dimensioned", "zero"},
    "a real number is f32": lambda row: "number" in (row[1], row[3]) and row[-1] == "f64",
    "real with integer": lambda row: of_one_category(row) and {KINDS[row[0]], KINDS[row[2]]} == {1, 2},
    "no promotion of wide unsigned types": lambda row: row[-2] == "error",
}


def differs(row):
    return row[-1] is not None and row[-2] != row[-1]


class Tables(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        tables = pathlib.Path(__file__).resolve().with_name("tables.json")
        cls.ours = json.loads(subprocess.run([PRINT_TABLES, tables], stdout=subprocess.PIPE, check=True).stdout)

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

    def test_promotion_in_numpy(self):
        used = set()
        for row in filter(differs, TABLES["promotion"]):
            reasons = [reason for reason, explains in REASONS.items() if explains(row)]
            self.assertTrue(reasons, row)
            used.update(reasons)
        self.assertEqual(used, set(REASONS))

    def test_broadcast_in_numpy(self):
        self.assertEqual([row for row in TABLES["broadcast"] if differs(row)], [])

    def test_sums_in_numpy(self):
        self.assertEqual([row for row in TABLES["sums"] if differs(row)], [])


if __name__ == "__main__":
    unittest.main()
