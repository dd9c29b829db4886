"""Tests how the translation reads the IR: it rejects what it does not understand, and never guesses."""

import unittest
import xml.etree.ElementTree as ElementTree

import ir
from answers import Skipped

NET = """<net><layers>
  <layer id="7" name="x" type="Parameter" version="opset1"><data shape="2,?" element_type="i32"/>
    <output><port id="0"><dim>2</dim><dim>-1</dim></port></output></layer>
  <layer id="3" type="Add" version="opset1"><input><port id="0"/><port id="1"/></input><output><port id="2"/></output></layer>
  <layer id="4" name="y" type="Result" version="opset1"><input><port id="5"><dim>9</dim></port></input></layer>
</layers><edges>%s</edges></net>"""
EDGES = ('<edge from-layer="7" from-port="0" to-layer="3" to-port="0"/><edge from-layer="7" from-port="0" to-layer="3" to-port="1"/>'
         '<edge from-layer="3" from-port="2" to-layer="4" to-port="5"/>')


def read(edges=EDGES, **changes):
    text = NET % edges
    for old, new in changes.values():
        assert old in text
        text = text.replace(old, new)
    return ir.read_graph(ElementTree.fromstring(text))


class ReadGraph(unittest.TestCase):
    def test_layers_in_the_order_of_the_file(self):
        self.assertEqual(list(read().layers), ["7", "3", "4"])

    def test_layer(self):
        layer = read().layers["7"]
        self.assertEqual((layer.name, layer.type, layer.version), ("x", "Parameter", "opset1"))
        self.assertEqual(layer.data, {"shape": "2,?", "element_type": "i32"})
        self.assertEqual((layer.inputs, layer.outputs), ([], {"0": [2, -1]}))

    def test_ports_and_names_that_are_left_out(self):
        graph = read()
        self.assertEqual(graph.layers["3"].name, "Parameter_3")
        self.assertEqual(graph.layers["3"].inputs, ["0", "1"])
        self.assertEqual(graph.layers["4"].input_dims, {"5": [9]})

    def test_edges_by_their_target(self):
        self.assertEqual(read().edges[("4", "5")], ("3", "2"))

    def test_two_layers_of_one_id(self):
        with self.assertRaisesRegex(ValueError, "two layers 7"):
            read(id=('id="3"', 'id="7"'))

    def test_two_edges_into_one_port(self):
        with self.assertRaisesRegex(ValueError, "two edges into port"):
            read(EDGES + EDGES[:70].split("/>")[0] + "/>")

    def test_edges_of_unknown_layers_and_ports(self):
        for wrong in ('from-layer="9" from-port="0" to-layer="4" to-port="6"', 'from-layer="3" from-port="0" to-layer="4" to-port="5"',
                      'from-layer="3" from-port="2" to-layer="4" to-port="6"'):
            with self.assertRaisesRegex(ValueError, "no port"):
                read(f"<edge {wrong}/>")


class ShapeOf(unittest.TestCase):
    def test_dimensions(self):
        self.assertEqual(ir.shape_of("2,?,-1,0"), [2, None, None, 0])
        self.assertEqual(ir.shape_of("2, 3"), [2, 3])

    def test_scalar_and_any_rank(self):
        self.assertEqual(ir.shape_of(""), [])
        self.assertIsNone(ir.shape_of("..."))

    def test_ranges_have_no_translation(self):
        for text in ("1..8", "2,..8", "3.."):
            with self.assertRaises(Skipped):
                ir.shape_of(text)

    def test_wrong_dimensions(self):
        for text in ("x", "-2", "2,", "2, ,3", "2 3", "+2", "2x", " "):
            with self.assertRaises(ValueError, msg=text):
                ir.shape_of(text)


class Integer(unittest.TestCase):
    def test_written_and_not(self):
        self.assertEqual(ir.integer("-12"), -12)
        self.assertIsNone(ir.integer(None))

    def test_integers_that_only_python_accepts(self):
        for text in ("+1", " 1", "1_0", "1.0", "", "0x1"):
            with self.assertRaises(ValueError, msg=text):
                ir.integer(text)


if __name__ == "__main__":
    unittest.main()
