"""Tests the JSON of the specification on the rules and cases of this repository."""

import copy
import json
import unittest

import jsonschema

import rules_json


class RulesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.document = rules_json.document("1.0", "docs/spec", "testdata")

    def test_all_rules(self):
        found = self.document["rules"]
        slices = found["SLICE-6"]
        self.assertEqual((slices["chapter"], slices["document"]), ("slicing", "docs/spec/slicing.md#SLICE-6"))
        self.assertTrue(slices["title"] and "**Status:**" in slices["text"])
        self.assertIn("invalid/slices", slices["cases"])
        with_cases = sum(bool(rule["cases"]) for rule in found.values())
        self.assertGreater(with_cases, len(found) // 2)

    def test_dialects_are_those_of_the_cases(self):
        for rule, dialects in (("SLICE-6", {"loop-5", "tensor-iterator-1"}), ("TRT-6", {"tensorrt-network"}), ("ONNX-SCAN-1", {"onnx"})):
            self.assertLessEqual(dialects, set(self.document["rules"][rule]["dialects"]), rule)
        for rule in self.document["rules"].values():
            self.assertEqual(bool(rule["dialects"]), bool(rule["cases"]))

    def test_the_schema(self):
        with open("docs/rules.schema.json", encoding="utf-8") as file:
            schema = jsonschema.Draft7Validator(json.load(file))
        self.assertEqual([error.message[:300] for error in schema.iter_errors(self.document)], [])
        for member, wrong in (("status", []), ("dialects", ["loop"]), ("text", ""), ("cases", None), ("more", 1)):
            changed = {"backedge": "1.0", "rules": {"SLICE-6": {**copy.deepcopy(self.document["rules"]["SLICE-6"]), member: wrong}}}
            self.assertFalse(schema.is_valid(changed), member)


if __name__ == "__main__":
    unittest.main()
