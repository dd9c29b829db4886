"""Tests that each fault and each choice fits the sources. They are only built when somebody measures them."""

import pathlib
import unittest

import faults

CHANGES = faults.FAULTS + faults.CHOICES


class Faults(unittest.TestCase):
    def test_each_change_has_one_place(self):
        for file, old in [(change.file, change.old) for change in CHANGES] + [(file, old) for file, old, _ in faults.EXTRA.values()]:
            self.assertEqual(pathlib.Path(file).read_text(encoding="utf-8").count(old), 1, f"{file}: {old}")

    def test_each_declaration_is_needed(self):
        for word in faults.EXTRA:
            self.assertEqual(sum(word in change.new for change in CHANGES), 1, word)

    def test_no_rule_is_a_fault_and_a_choice_for_the_same_change(self):
        places = [(change.file, change.old, change.new) for change in CHANGES]
        self.assertEqual(len(places), len(set(places)))


if __name__ == "__main__":
    unittest.main()
