"""Tests the translation of loops of the IR to ONNX.

Needs onnx and onnxruntime: run it under the Python that tools/backends/setup makes.
"""

import pathlib
import tempfile
import unittest

import numpy as np
import onnx

import onnx_backend
from answers import Skipped

NET = """<net><layers>
  <layer id="0" name="X" type="Parameter" version="opset1"><data shape="2,4" element_type="i64"/><output><port id="0"/></output></layer>
  <layer id="1" name="A" type="Parameter" version="opset1"><data shape="2,2" element_type="i64"/><output><port id="0"/></output></layer>
  <layer id="2" name="loop" type="TensorIterator" version="opset1">
    <port_map><input external_port_id="0" internal_layer_id="0" axis="1" start="{start}" end="{end}" stride="{stride}" part_size="2"/>
      <input external_port_id="1" internal_layer_id="1"/>
      <output external_port_id="2" internal_layer_id="4" axis="0" start="0" end="-1" stride="2" part_size="2"/>
      <output external_port_id="3" internal_layer_id="3"/></port_map>
    <back_edges><edge from-layer="3" to-layer="1"/></back_edges>
    <input><port id="0"/><port id="1"/></input><output><port id="2"/><port id="3"/></output>
    <body><layers>
      <layer id="0" name="x" type="Parameter" version="opset1"><data shape="2,2" element_type="i64"/><output><port id="0"/></output></layer>
      <layer id="1" name="a" type="Parameter" version="opset1"><data shape="{merged}" element_type="i64"/><output><port id="0"/></output></layer>
      <layer id="2" name="sum" type="Add" version="{version}"><data auto_broadcast="numpy"/>
        <input><port id="0"/><port id="1"/></input><output><port id="2"/></output></layer>
      <layer id="3" name="s" type="Result" version="opset1"><input><port id="0"><dim>2</dim><dim>2</dim></port></input></layer>
      <layer id="4" name="p" type="Result" version="opset1"><input><port id="0"><dim>2</dim><dim>2</dim></port></input></layer>
    </layers><edges><edge from-layer="0" from-port="0" to-layer="2" to-port="0"/><edge from-layer="1" from-port="0" to-layer="2" to-port="1"/>
      <edge from-layer="2" from-port="2" to-layer="3" to-port="0"/><edge from-layer="{joined}" to-layer="4" to-port="0"/></edges></body>
  </layer>
  <layer id="3" name="parts" type="Result" version="opset1"><input><port id="0"/></input></layer>
  <layer id="4" name="last" type="Result" version="opset1"><input><port id="0"/></input></layer>
</layers><edges><edge from-layer="0" from-port="0" to-layer="2" to-port="0"/><edge from-layer="1" from-port="0" to-layer="2" to-port="1"/>
  <edge from-layer="2" from-port="2" to-layer="3" to-port="0"/><edge from-layer="2" from-port="3" to-layer="4" to-port="0"/></edges></net>"""
FORWARD = {"start": 0, "end": -1, "stride": 2, "merged": "2,2", "version": "opset1", "joined": '2" from-port="2'}
X, A = np.arange(8).reshape(2, 4), np.array([[10, 20], [30, 40]])


class Translation(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name, "model.xml")

    def write(self, **changes):
        self.path.write_text(NET.format(**{**FORWARD, **changes}), encoding="utf-8")
        return self.path

    def model(self, **changes):
        return onnx_backend.Translated(self.write(**changes), None).model

    def outputs(self, engine, **changes):
        loaded = engine.load(self.write(**changes), None)
        return [array.tolist() for array in engine.run(loaded, [("X", X), ("A", A)])]

    def test_a_scan_that_the_checker_accepts(self):
        model = self.model()
        onnx.checker.check_model(model, full_check=True)
        self.assertEqual([node.op_type for node in model.graph.node].count("Scan"), 1)

    def test_a_merged_value_of_open_shape_is_a_loop(self):
        kinds = [node.op_type for node in self.model(merged="2,?").graph.node]
        self.assertIn("Loop", kinds)
        self.assertNotIn("Scan", kinds)

    def test_no_node_between_a_parameter_and_a_result(self):
        scan, = (node for node in self.model(joined='0" from-port="0').graph.node if node.op_type == "Scan")
        body = next(attribute.g for attribute in scan.attribute if attribute.name == "body")
        self.assertEqual([node.op_type for node in body.node], ["Add"])
        self.assertEqual(body.output[1].name, body.input[1].name)

    def test_forward(self):
        sums = [[10, 21], [34, 45], [12, 24], [40, 52]], [[12, 24], [40, 52]]  # A + columns 0, 1, then 2, 3
        self.assertEqual(self.outputs(onnx_backend.Runtime(True)), list(sums))

    def test_backward(self):
        sums = [[12, 23], [36, 47], [12, 24], [40, 52]], [[12, 24], [40, 52]]
        self.assertEqual(self.outputs(onnx_backend.Runtime(True), start=-1, end=0, stride=-2), list(sums))

    def test_loops_that_are_not_translated(self):
        for changes in ({"version": "opset99"}, {"start": 1}, {"joined": '9" from-port="0'}, {"merged": "2,1..4"}, {"merged": "2,x"}):
            with self.assertRaises(Skipped, msg=changes):
                onnx_backend.translated(self.write(**changes), None)


if __name__ == "__main__":
    unittest.main()
