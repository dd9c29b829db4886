"""Tests what the page shows of models: port maps, iterations of scan outputs, pictures."""

import re
import shutil
import unittest

import models
import page

CORPUS = page.ROOT / "testdata"
SWAP = "loop/back_edges/swap"


class ModelsTest(unittest.TestCase):
    def models(self, *cases):
        made = models.Models(CORPUS, cases)
        self.addCleanup(made.close)
        self.assertEqual(made.fault, "")
        return made

    def test_port_maps_as_written(self):
        made = self.models("tensor_iterator/outputs/axis_and_direction")
        [run] = [run for run in made.runs("tensor_iterator/outputs/axis_and_direction") if run.endswith("/vector_backward")]
        [table] = made.tables(run)
        self.assertEqual([row[0] for row in table["rows"]], ["sliced input", "scan output", "last value"])
        self.assertIn("axis 0", table["rows"][1][3])
        [(axis, width, backward)] = made.scans(run).values()
        self.assertEqual((axis, width, backward), (0, 1, True))

    def test_the_iteration_in_which_a_difference_begins(self):
        self.assertEqual(models.first_iteration((0, 2, False), [6, 2], [9, 5]), 1)  # lines 4 and 2
        self.assertEqual(models.first_iteration((0, 2, True), [6, 2], [9, 5]), 0)
        self.assertEqual(models.first_iteration((1, 3, False), [2, 6], [4, 6]), 0)  # columns 4 and 0
        self.assertEqual(models.first_iteration((-1, 1, True), [4], [2]), 1)
        self.assertIsNone(models.first_iteration((0, None, False), [6, 2], [5]))
        self.assertIsNone(models.first_iteration((0, 4, False), [6, 2], [5]))
        self.assertIsNone(models.first_iteration((2, 1, False), [6, 2], [5]))

    def test_rejected_models_are_shown_as_written(self):
        made = self.models("invalid/control_ports", "invalid/graphs")
        rejected = [run for run in made.descriptions if made.describe(run)["error"]]
        self.assertGreater(len(rejected), 4)
        for run in rejected:
            self.assertTrue(made.draw(run).startswith("digraph"), run)
        self.assertEqual([table["rows"][-1][0] for run in rejected if "control" in run for table in made.tables(run)].count("back edge"),
                         sum("control" in run for run in rejected))

    def test_unknown_runs_and_corpora_have_no_models(self):
        made = self.models(SWAP)
        for run in ("/etc", "../..", SWAP + "/none"):
            self.assertEqual((made.describe(run), made.tables(run), made.scans(run)), ({}, [], {}))
        elsewhere = models.Models("/nowhere", [SWAP])
        self.addCleanup(elsewhere.close)
        self.assertEqual(elsewhere.runs(SWAP), [])
        self.assertIn(SWAP, elsewhere.fault)

    @unittest.skipUnless(shutil.which("dot"), "Graphviz is missing")
    def test_pictures(self):
        made = self.models(SWAP)
        [run, *_] = made.runs(SWAP)
        [picture] = made.pictures([run]).values()
        self.assertEqual(len(re.findall('class="edge back"', picture)), 2)
        self.assertNotIn("fill=", picture)

    def test_large_models_have_no_picture(self):
        made = self.models(SWAP)
        made.draw = lambda run: "digraph {\n" + "n [shape=box];\n" * 151 + "}\n"
        self.assertEqual(made.pictures(made.runs(SWAP)), {})


if __name__ == "__main__":
    unittest.main()
