"""Tests `backedge explain`: in words, as a drawing and as JSON, also of models that are rejected."""

import json
import re
import unittest

import backedge_test

EXPLAINED = """\
sum.xml
Parameter 0 "X" f32[1,4]
Parameter 1 "H" f32[1,1]
Result 0 "../../last" f32[1,1]
Result 1 "all" f32[1,4]
1 TensorIterator

layer 2 "ti" (TensorIterator-1), line 2
  dialect      tensor-iterator-1
  trip count   4, the number of parts of the sliced inputs
  input        Parameter 0 "x" f32[1,1], sliced: "X" axis 1, from 3 down to 0, parts of 1 (4)
  input        Parameter 1 "h" f32[1,1], merged: "H", then Result 3 "sum"
  output 0     Result 3 "sum", last value
  output 1     Result 3 "sum", scan: every iteration's value joined along axis 1
  back edge    Result 3 "sum" -> Parameter 1 "h"
  body         1 Add
"""

ENDLESS_EXPLAINED = """
layer 1 "loop" (Loop-5), line 2
  dialect      loop-5-draft
  trip count   no bound: not connected
  condition    before iteration 0: true, not connected; after each: true
  input        Parameter 0 "n" i32[], merged: "N", then Result 2 "twice"
  output 0     Result 2 "twice", last value
  back edge    Result 2 "twice" -> Parameter 0 "n"
  body         1 Add
"""


def unwrapped(drawing):
    """With each label on one line."""
    return drawing.replace("\u00a0", "").replace("\\n", " ")


class ExplainTest(backedge_test.Program):
    def test_explains(self):
        self.assertEqual(self.backedge("explain", "sum.xml").stdout, EXPLAINED)
        self.assertTrue(self.backedge("explain", "endless.xml").stdout.endswith(ENDLESS_EXPLAINED))

    def test_counts_the_nodes_of_an_onnx_model(self):
        self.write("norm.onnxtxt", '<ir_version: 8, opset_import: ["" : 17]> g (float[2,3] x, float[3] s) => (float[2,3] z) '
                   '{ y = LayerNormalization (x, s)\n z = LayerNormalization (y, s)\n }')
        self.assertIn("\n2 LayerNormalization\n", self.backedge("explain", "norm.onnxtxt").stdout)

    def test_draws(self):
        drawing = self.backedge("explain", "sum.xml", "--dot").stdout
        self.assertTrue(drawing.startswith('digraph "sum.xml" {\n'))
        self.assertEqual(drawing.count("{"), drawing.count("}"))
        self.assertIn("axis 1, from the last down to 0, parts of 1", unwrapped(drawing))
        self.assertEqual(drawing.count('class="back"'), 1)

    def test_describes_loops_as_json(self):
        said = json.loads(self.backedge("explain", "sum.xml", "--json").stdout)
        self.assertEqual((said["file"], said["error"]), ("sum.xml", None))
        [loop] = said["loops"]
        self.assertEqual(loop["title"], 'layer 2 "ti" (TensorIterator-1)')
        cut = {"axis": 1, "start": -1, "end": 0, "stride": -1}
        self.assertEqual([(entry["role"], entry["from"], entry["to"], entry["slicing"]) for entry in loop["entries"]], [
            ("sliced input", "port 0", "x", cut), ("merged input", "port 1", "h", {}), ("last value", "sum", "port 2", {}),
            ("scan output", "sum", "port 3", {"axis": 1}), ("back edge", "sum", "h", {})])
        self.assertEqual(said["scans"], [{"output": 1, "axis": 1, "width": None, "backward": False}])

    def test_shows_rejected_models_as_they_are_written(self):
        self.write("bad.xml", backedge_test.RUNNING_SUM.replace('stride="-1"', 'stride="0"'))
        done = self.backedge("explain", "bad.xml", "--json", code=1)
        said = json.loads(done.stdout)
        self.assertEqual(said["error"]["rule"], "SLICE-3")
        self.assertIn("SLICE-3", done.stderr)
        self.assertEqual(said["loops"][0]["entries"][0]["slicing"]["stride"], 0)
        drawing = self.backedge("explain", "bad.xml", "--dot", code=1).stdout
        self.assertEqual(drawing.count("{"), drawing.count("}"))
        for words in ("axis 1, start -1, end 0, stride 0", "iteration 0", "back edge", 'class="back"', 'label="X f32[1,4]"'):
            self.assertIn(words, unwrapped(drawing))

    def test_explains_every_model_and_reports_every_error(self):
        self.write("torn.xml", backedge_test.RUNNING_SUM[:-20])
        done = self.backedge("explain", "torn.xml", "sum.xml", "none.xml", code=1)
        self.assertEqual(done.stdout, EXPLAINED)
        self.assertIn("torn.xml", done.stderr)
        self.assertIn("none.xml", done.stderr)
        lines = self.backedge("explain", "--json", "sum.xml", "torn.xml", code=1).stdout.splitlines()
        self.assertEqual([json.loads(line)["file"] for line in lines], ["sum.xml", "torn.xml"])

    def test_describes_networks_as_json(self):
        calls = [{"as": "x", "call": "addInput", "type": "kFLOAT", "dimensions": [2, 3]}, {"as": "l", "call": "addLoop"},
                 {"as": "n", "call": "addConstant", "dimensions": [], "weights": {"type": "kINT32", "values": [2]}},
                 {"call": "addTripLimit", "on": "l", "tensor": "n", "limit": "kCOUNT"},
                 {"as": "row", "call": "addIterator", "on": "l", "tensor": "x", "axis": 0, "reverse": True},
                 {"as": "rows", "call": "addLoopOutput", "on": "l", "tensor": "row", "outputKind": "kCONCATENATE", "axis": 1},
                 {"call": "setInput", "on": "rows", "index": 1, "tensor": "n"}, {"call": "markOutput", "tensor": "rows"}]
        self.write("n.json", json.dumps({"format": "tensorrt-network", "calls": calls}))
        said = json.loads(self.backedge("explain", "n.json", "--json").stdout)
        [loop] = said["loops"]
        self.assertEqual([(entry["role"], entry["from"], entry["to"], entry["slicing"]) for entry in loop["entries"]], [
            ("trip count", "n", "", {}), ("sliced input", "x", "row", {"axis": 0, "start": -1, "end": 0, "stride": -1, "drops_axis": True}),
            ("scan output", "row", "output 0", {"axis": 1, "adds_axis": True, "length": "n"})])
        self.assertNotIn("line", loop)
        self.assertEqual(said["scans"], [{"output": 0, "axis": 1, "width": None, "backward": False}])

    def test_shows_the_gate_and_the_length_of_a_network(self):
        calls = [{"as": "x", "call": "addInput", "type": "kFLOAT", "dimensions": []}, {"as": "l", "call": "addLoop"},
                 {"as": "n", "call": "addConstant", "dimensions": [], "weights": {"type": "kINT32", "values": [9]}},
                 {"as": "r", "call": "addRecurrence", "on": "l", "initialValue": "x"},
                 {"as": "next", "call": "addElementWise", "input1": "r", "input2": "r", "op": "kSUM"},
                 {"call": "setInput", "on": "r", "index": 1, "tensor": "next"},
                 {"as": "five", "call": "addConstant", "dimensions": [], "weights": {"type": "kFLOAT", "values": [5]}},
                 {"as": "go", "call": "addElementWise", "input1": "r", "input2": "five", "op": "kLESS"},
                 {"call": "addTripLimit", "on": "l", "tensor": "go", "limit": "kWHILE"},
                 {"as": "all", "call": "addLoopOutput", "on": "l", "tensor": "r", "outputKind": "kCONCATENATE", "axis": 0},
                 {"call": "setInput", "on": "all", "index": 1, "tensor": "n"}, {"call": "markOutput", "tensor": "all"}]
        self.write("while.json", json.dumps({"format": "tensorrt-network", "calls": calls}))
        text = self.backedge("explain", "while.json").stdout
        self.assertRegex(text, r"\nloop \"l\"\n")
        self.assertRegex(text, r"\n  condition +before each iteration: .*go.*\n +computed by 1 ElementWise")
        drawing = unwrapped(self.backedge("explain", "while.json", "--dot").stdout)
        boxes = dict(re.findall(r'^ *(\w+) \[.*label="([^"]*)"', drawing, re.M))
        arrows = {(boxes[a], boxes[b]) for a, b in re.findall(r"(\w+) -> (\w+)", drawing)}
        self.assertIn('label="before each iteration"', drawing)
        expected = {("i32[]", "joined along the new axis 0"), ("r f32[]", "r f32[]"), ("ElementWise go", "go"), ("go", "condition")}
        self.assertEqual(expected - arrows, set(), arrows)
        self.assertEqual(drawing.count("shape=note"), 2)  # the other graphs do not read five

    def test_says_why_a_model_cannot_be_read(self):
        self.write("torn.xml", backedge_test.RUNNING_SUM[:-20])
        said = json.loads(self.backedge("explain", "torn.xml", "--json", code=1).stdout)
        self.assertEqual((said["error"]["phase"], said["loops"], said["scans"]), ("read", [], []))
        self.assertEqual(self.backedge("explain", "torn.xml", "--dot", code=1).stdout, "")


if __name__ == "__main__":
    unittest.main()
