"""Tests the JSON of the specification on the rules and cases of this repository."""

import unittest

import rules_json


class RulesTest(unittest.TestCase):
    def test_all_rules(self):
        found = rules_json.rules_of("docs/spec", "testdata")
        slices = found["SLICE-6"]
        self.assertEqual((slices["chapter"], slices["document"]), ("slicing", "docs/spec/slicing.md#SLICE-6"))
        self.assertTrue(slices["title"] and "**Status:**" in slices["text"])
        self.assertIn("invalid/slices", slices["cases"])
        for rule in found.values():
            self.assertTrue(set(rule["status"]) <= {"documented", "observed", "decided"} and rule["status"])
        with_cases = sum(bool(rule["cases"]) for rule in found.values())
        self.assertGreater(with_cases, len(found) // 2)


if __name__ == "__main__":
    unittest.main()
