"""Tests which runs belong to the survey."""

import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import tiers  # noqa: E402

ENTRY = '<input axis="0" external_port_id="2" internal_layer_id="1"%s />'
LAYER = '<layer id="4" name="l" type="%s" version="opset5">\n<port_map>\n%s\n</port_map>\n<back_edges></back_edges></layer>'
PLAIN = LAYER % ("Loop", ENTRY % ' start="0" end="-1" stride="1" part_size="1"')


def of_survey(run, model=PLAIN, columns=None):
    return tiers.tiered(run, model, columns).get("tier") == "survey"


def rejected(*rules):
    return {"name": "r", "rejected": {"phase": "load", "rule": list(rules) if len(rules) > 1 else rules[0]}}


class Tiers(unittest.TestCase):
    def test_outputs_are_required(self):
        self.assertEqual(tiers.tiered({"name": "r", "outputs": []}, PLAIN), {"name": "r", "outputs": []})

    def test_rejected_by_decided_rules_alone(self):
        for rules, survey in ((("PORT-3",), True), (("SLICE-1",), False), (("PORT-3", "LIMIT-1"), True), (("PORT-3", "SLICE-1"), False)):
            self.assertEqual(of_survey(rejected(*rules)), survey, rules)

    def test_required_all_the_same(self):
        self.assertEqual(tiers.tiered({**rejected("PORT-1"), "tier": "required"}, PLAIN), rejected("PORT-1"))

    def test_attributes_that_the_page_of_loop_5_lacks(self):
        for attribute in ('start="1"', 'end="2"', 'stride="-1"', 'part_size="2"'):
            for side in (ENTRY, ENTRY.replace("input", "output")):
                entry = side % (" " + attribute)
                self.assertTrue(of_survey({"name": "r"}, LAYER % ("Loop", entry)), entry)
                self.assertFalse(of_survey({"name": "r"}, LAYER % ("TensorIterator", entry)), entry)
        self.assertFalse(of_survey({"name": "r"}, LAYER % ("Loop", ENTRY % "")))

    def test_an_iterator_inside_of_a_loop_may_have_them(self):
        inner = LAYER % ("TensorIterator", ENTRY % ' stride="-1"')
        self.assertFalse(of_survey({"name": "r"}, PLAIN.replace("</layer>", "<body>%s</body></layer>" % inner)))

    def test_rows_of_a_table(self):
        model = LAYER % ("Loop", ENTRY % ' stride="{{stride}}"')
        for value, survey in ((1, False), (-1, True), (None, False)):
            self.assertEqual(of_survey({"at": [value]}, model, ["stride"]), survey, value)


if __name__ == "__main__":
    unittest.main()
