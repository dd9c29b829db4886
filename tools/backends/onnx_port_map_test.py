"""Tests which port maps ONNX can express. All others are skipped or malformed; nothing is lost silently."""

import unittest
import xml.etree.ElementTree as ElementTree

import onnx_port_map
from answers import Skipped

LOOP = """<layer id="2" name="loop" type="{type}" version="opset5">
  <port_map>{entries}</port_map>{back}
  <input><port id="0"/><port id="1"/></input><output><port id="2"/></output>
  <body><layers>
    <layer id="0" type="Parameter" version="opset1"><data shape="2,?" element_type="i32"/><output><port id="0"/></output></layer>
    <layer id="1" type="Parameter" version="opset1"><data element_type="i32"/><output><port id="0"/></output></layer>
    <layer id="3" type="Result" version="opset1"><input><port id="0"/></input></layer>
  </layers><edges><edge from-layer="0" from-port="0" to-layer="3" to-port="0"/></edges></body>
</layer>"""
SLICED = '<input external_port_id="0" internal_layer_id="0" axis="1" start="0" end="-1" stride="2" part_size="2"/>'
WHOLE = '<input external_port_id="1" internal_layer_id="1"/>'
LAST = '<output external_port_id="2" internal_layer_id="3"/>'
BACK = '<back_edges><edge from-layer="3" to-layer="1"/></back_edges>'
NUMBER = '<input external_port_id="-1" internal_layer_id="1" purpose="current_iteration"/>'


def read(*entries, back="", kind="TensorIterator"):
    element = ElementTree.fromstring(LOOP.format(type=kind, entries="".join(entries), back=back))
    return onnx_port_map.read_ports(onnx_port_map.ir.read_layer(element), ["X", "A"])


def entry(**attributes):
    return onnx_port_map.read_entry(ElementTree.Element("input", {"external_port_id": "0", "internal_layer_id": "0", **attributes}))


class ReadEntry(unittest.TestCase):
    def test_parts_of_the_whole_axis(self):
        read_ = entry(axis="-1", stride="3")
        self.assertEqual((read_.axis, read_.width, read_.backward), (-1, 3, False))

    def test_backward(self):
        read_ = entry(axis="0", start="-1", end="0", stride="-2", part_size="2")
        self.assertEqual((read_.width, read_.backward), (2, True))

    def test_invariant(self):
        self.assertIsNone(entry().axis)

    def test_borders_are_skipped(self):
        for borders in ({"start": "1"}, {"end": "-2"}, {"stride": "-1"}, {"start": "-1", "end": "0"}):
            with self.assertRaisesRegex(Skipped, "no borders", msg=borders):
                entry(axis="0", **borders)

    def test_gaps_windows_and_no_step_are_skipped(self):
        for slicing in ({"stride": "2", "part_size": "1"}, {"stride": "1", "part_size": "2"}, {"stride": "0"}):
            with self.assertRaisesRegex(Skipped, "overlap", msg=slicing):
                entry(axis="0", **slicing)

    def test_slicing_without_an_axis_is_skipped(self):
        for attribute in ("start", "end", "stride", "part_size"):
            with self.assertRaises(Skipped, msg=attribute):
                entry(**{attribute: "1"})

    def test_the_draft_is_skipped(self):
        with self.assertRaisesRegex(Skipped, "condition"):
            entry(condition="True")


class ReadPorts(unittest.TestCase):
    def test_taken_apart(self):
        ports = read(SLICED, WHOLE, LAST, back=BACK)
        self.assertEqual([(e.port, e.layer, e.axis) for e in ports.inputs], [("0", "0", 1), ("1", "1", None)])
        self.assertEqual((ports.back, ports.values), ({"1": "3"}, {"0": "X", "1": "A"}))

    def test_every_parameter_is_bound_once(self):
        for entries in ((SLICED, LAST), (SLICED, WHOLE, WHOLE, LAST)):
            with self.assertRaisesRegex(ValueError, "Parameters"):
                read(*entries)

    def test_every_output_is_bound_once(self):
        for entries in ((SLICED, WHOLE), (SLICED, WHOLE, LAST, LAST)):
            with self.assertRaisesRegex(ValueError, "outputs"):
                read(*entries)

    def test_two_back_edges_into_one_parameter(self):
        with self.assertRaisesRegex(ValueError, "two back edges"):
            read(SLICED, WHOLE, LAST, back=BACK.replace("</back", '<edge from-layer="3" to-layer="1"/></back'))

    def test_current_iteration(self):
        self.assertEqual(read(SLICED, NUMBER, LAST, kind="Loop").inputs[1].purpose, "current_iteration")
        for wrong in ((NUMBER.replace('"-1"', '"1"'), "", "Loop"), (NUMBER, BACK, "Loop"), (NUMBER, "", "TensorIterator")):
            with self.assertRaises(ValueError, msg=wrong):
                read(SLICED, wrong[0], LAST, back=wrong[1], kind=wrong[2])


class ShapeOfParameter(unittest.TestCase):
    def test_from_data_alone(self):
        ports = read(SLICED, WHOLE, LAST)
        self.assertEqual(onnx_port_map.shape_of_parameter(ports, "0"), [2, None])
        with self.assertRaisesRegex(Skipped, "by its port"):
            onnx_port_map.shape_of_parameter(ports, "1")


if __name__ == "__main__":
    unittest.main()
