"""Tests what the page shows of models: port maps, iterations of scan outputs, pictures."""

import re
import shutil
import unittest
import unittest.mock

import models
import page

CORPUS = page.ROOT / "testdata"
SWAP = "loop/back_edges/swap"
CASES = (SWAP, "tensor_iterator/outputs/axis_and_direction", "invalid/control_ports", "invalid/graphs", "tensorrt/nested/three_deep")


class ModelsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        names = models.run_backedge("list", "--corpus", CORPUS, "--runs", *CASES)[0].splitlines()
        cls.made = models.Models(CORPUS, names)

    @classmethod
    def tearDownClass(cls):
        cls.made.close()

    def of(self, *cases):
        """The runs of some cases."""
        return [run for run in self.made.files if run.rpartition("/")[0] in cases]

    def test_port_maps_as_written(self):
        made = self.made
        run = "tensor_iterator/outputs/axis_and_direction/vector_backward"
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
        made = self.made
        self.assertEqual(made.fault, "")
        rejected = [run for run in self.of("invalid/control_ports", "invalid/graphs") if made.describe(run)["error"]]
        self.assertGreater(len(rejected), 4)
        for run in rejected:
            self.assertTrue(made.draw(run).startswith("digraph"), run)
        self.assertEqual([table["rows"][-1][0] for run in rejected if "control" in run for table in made.tables(run)].count("back edge"),
                         sum("control" in run for run in rejected))

    def test_unknown_runs_and_corpora_have_no_models(self):
        made = self.made
        for run in ("/etc", "../..", SWAP + "/none"):
            self.assertEqual((made.describe(run), made.tables(run), made.scans(run)), ({}, [], {}))
        elsewhere = models.Models("/nowhere", self.of(SWAP))
        self.addCleanup(elsewhere.close)
        self.assertEqual((elsewhere.files, elsewhere.descriptions), ({}, {}))
        self.assertIn("/nowhere", elsewhere.fault)

    def test_networks(self):
        made = self.made
        runs = self.of("tensorrt/nested/three_deep")
        self.assertGreater(len(runs), 0)
        for run in runs:
            titles = [table["title"] for table in made.tables(run)]
            self.assertEqual(titles, [f'loop "loop{depth}"' for depth in range(3)])
            self.assertTrue(made.draw(run).startswith("digraph"))

    def test_parameters_are_drawn_outside_of_the_loop(self):
        """Graphviz moves a box into the frame in which an arrow names it."""
        drawing = self.made.draw("invalid/control_ports/mended")
        frame = drawing[drawing.index("subgraph"):drawing.index("\n  }\n")]
        self.assertIn("trip count", frame)
        for name in ("trip", "condition", "X"):
            [box] = re.findall(rf'(n\d+) \[label="{name}\\n', drawing)
            self.assertNotIn(f"{box} ->", frame)

    @unittest.skipUnless(shutil.which("dot"), "Graphviz is missing")
    def test_pictures(self):
        made = self.made
        [run, *_] = self.of(SWAP)
        [picture] = made.pictures([run]).values()
        self.assertEqual(len(re.findall('class="edge back"', picture)), 2)
        self.assertNotIn("fill=", picture)

    def test_large_models_have_no_picture(self):
        made = self.made
        with unittest.mock.patch.object(made, "draw", lambda run: "digraph {\n" + "n [shape=box];\n" * 151 + "}\n"):
            self.assertEqual(made.pictures(self.of(SWAP)), {})


if __name__ == "__main__":
    unittest.main()
