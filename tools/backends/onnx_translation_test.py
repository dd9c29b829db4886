"""Tests models in OpenVINO's form through the translation to ONNX and both engines.

Needs the Python that `setup` makes.
"""

import pathlib
import tempfile
import unittest

import numpy as np
import openvino as ov
import openvino.opset13 as op

import onnx_backend
from answers import Rejected, Skipped

f32 = np.float32


def i32(values):
    return np.array(values, np.int32)


def i64(values):
    return np.array(values, np.int64)


def parameter(name, *shape, type=np.int32):
    made = op.parameter(list(shape), type)
    made.friendly_name = name
    return made


def loop(trip, go, parameters, results, merged=(), iteration=-1, more=None):
    more = op.result(more or op.constant(np.array(True)))
    node = op.loop(trip, go)
    node.set_function(ov.Model([more, *results], parameters, "body"))
    node.set_special_body_ports([iteration, 0])
    for inside, outside, result in merged:
        node.set_merged_input(inside, outside.output(0), result.output(0))
    return node


def iterator(parameters, results, sliced=(), merged=()):
    node = op.tensor_iterator()
    node.set_body(ov.Model(results, parameters, "body"))
    for inside, outside, axis in sliced:
        node.set_sliced_input(inside, outside.output(0), 0, 1, 1, -1, axis)
    for inside, outside, result in merged:
        node.set_merged_input(inside, outside.output(0), result.output(0))
    return node


def last(node, result):
    return node.get_iter_value(result.output(0), -1)


def scan(node, result, axis=0):
    return node.get_concatenated_slices(result.output(0), 0, 1, 1, -1, axis)


class OnnxTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def files(self, results, parameters):
        """The model's files; the `.bin` exists even if it is empty."""
        xml, weights = self.folder / "model.xml", self.folder / "model.bin"
        ov.serialize(ov.Model(results, parameters), xml)
        return xml, weights

    def translated(self, results, parameters, identities=False):
        return onnx_backend.translated(*self.files(results, parameters), identities)

    def check(self, results, parameters, inputs, expected, engines=None):
        """Both engines give the expected arrays, bit for bit."""
        files = self.files(results, parameters)
        for engine in engines or (onnx_backend.Runtime(True), onnx_backend.Evaluator()):
            with self.subTest(engine=engine.name):
                made = engine.run(engine.load(*files), list(inputs.items()))
                self.assertEqual([array.tolist() for array in made], expected)


class AsOpenVinoWritesIt(OnnxTest):
    def test_operations_under_the_names_it_writes(self):
        x = parameter("x", 2, type=f32)
        results = [op.result(op.relu(x)), op.result(op.softmax(x, 0))]
        text = self.files(results, [x])[0].read_text()
        self.assertIn('type="ReLU"', text)
        self.assertIn('type="SoftMax"', text)
        self.check(results, [x], {"x": np.array([-3, -3], f32)}, [[0, 0], [0.5, 0.5]])

    def test_shapes_with_spaces(self):
        x = parameter("x", 2, 3)
        results = [op.result(op.add(x, op.constant(i32([[1, 2, 3], [4, 5, 6]]))))]
        self.assertIn('shape="2, 3"', self.files(results, [x])[0].read_text())
        self.check(results, [x], {"x": i32([[10, 20, 30], [40, 50, 60]])}, [[[11, 22, 33], [44, 55, 66]]])

    def test_constants_without_elements(self):
        x = parameter("x", 2, 3)
        results = [op.result(op.concat([x, op.constant(np.zeros((0, 3), np.int32))], 0))]
        self.assertIn('shape="0, 3" offset="0" size="1"', self.files(results, [x])[0].read_text())
        self.check(results, [x], {"x": i32([[1, 2, 3], [4, 5, 6]])}, [[[1, 2, 3], [4, 5, 6]]])

    def test_a_constant_of_another_size_is_rejected(self):
        x = parameter("x", 2)
        xml, weights = self.files([op.result(op.add(x, op.constant(i32([1, 2]))))], [x])
        xml.write_text(xml.read_text().replace('size="8"', 'size="4"'))
        with self.assertRaises(Skipped):
            onnx_backend.translated(xml, weights)


class Operations(OnnxTest):
    """ONNX must not be asked what it cannot say, nor get a valid model for an invalid one."""

    def test_types_that_onnx_does_not_have_are_skipped(self):
        x = parameter("x", 2, type=np.int16)
        with self.assertRaisesRegex(Skipped, "ONNX has no Ceil of i16"):
            self.translated([op.result(op.ceiling(x))], [x])

    def test_values_of_attributes_that_onnx_does_not_have_are_skipped(self):
        x, y = parameter("x", 2, 2), parameter("y", 2)
        xml, weights = self.files([op.result(op.greater_equal(x, y))], [x, y])
        xml.write_text(xml.read_text().replace('auto_broadcast="numpy"', 'auto_broadcast="pdpd"'))
        with self.assertRaisesRegex(Skipped, "GreaterEqual with auto_broadcast pdpd"):
            onnx_backend.translated(xml, weights)

    def test_a_target_shape_that_the_operand_does_not_fit_is_refused(self):
        x, shape = parameter("x", 2, 3), parameter("shape", 2, type=np.int64)
        files = self.files([op.result(op.broadcast(x, shape))], [x, shape])
        engine = onnx_backend.Runtime(True)
        data = i32([[1, 2, 3], [4, 5, 6]])
        self.check([op.result(op.broadcast(x, shape))], [x, shape], {"x": data, "shape": i64([2, 3])}, [data.tolist()])
        with self.assertRaises(Exception) as refused:
            engine.run(engine.load(*files), [("x", data), ("shape", i64([1, 3]))])
        self.assertIs(engine.complaint(refused.exception), Rejected)

    def test_a_reduction_over_no_axis_keeps_the_operand(self):
        x = parameter("x", 2, type=f32)
        none = op.constant(np.array([], np.int64))
        self.check([op.result(op.reduce_min(x, none, True))], [x], {"x": np.array([3, -3], f32)}, [[3, -3]])

    def test_einsum(self):
        x = parameter("x", 2, 2, type=f32)
        results = [op.result(op.einsum([x, x], "...a,ab->...b"))]
        self.check(results, [x], {"x": np.array([[1, 2], [3, 4]], f32)}, [[[7, 10], [15, 22]]])

    def test_an_einsum_that_would_crash_an_engine_is_skipped(self):
        x, y = parameter("x", 2, 3, type=f32), parameter("y", 3, type=f32)
        with self.assertRaisesRegex(Skipped, "ellipses"):
            self.translated([op.result(op.einsum([x, y], "...a,...a->..."))], [x, y])


class Loops(OnnxTest):
    def test_slices_of_a_value_of_unknown_shape(self):
        x, part = parameter("x", 2, 2), parameter("part", 1, 2)
        doubled = op.result(op.add(part, part))
        node = iterator([part], [doubled], sliced=[(part, op.negative(x), 0)])
        self.check([op.result(scan(node, doubled))], [x], {"x": i32([[1, 2], [3, 4]])}, [[[-2, -4], [-6, -8]]])

    def test_an_iteration_number_of_one_element(self):
        """Also directly to a scan output: it is a scalar in ONNX, so there is always a Reshape."""
        trip, start = parameter("trip", type=np.int64), parameter("start", 1, type=np.int64)
        k, a = parameter("k", 1, type=np.int64), parameter("a", 1, type=np.int64)
        number, total = op.result(k), op.result(op.add(a, k))
        node = loop(trip, op.constant(np.array(True)), [k, a], [number, total], merged=[(a, start, total)], iteration=0)
        results, parameters = [op.result(scan(node, number)), op.result(last(node, total))], [trip, start]
        self.check(results, parameters, {"trip": i64(4), "start": i64([10])}, [[0, 1, 2, 3], [16]], [onnx_backend.Runtime(True)])

    def test_an_iterator_that_is_a_loop_has_an_initial_condition(self):
        """Without a sliced input it is a Loop. onnx.reference needs an initial condition to run it (ONNX-4)."""
        start, a = parameter("start", 1), parameter("a", 1)
        doubled = op.result(op.add(a, a))
        node = iterator([a], [doubled], merged=[(a, start, doubled)])
        results = [op.result(last(node, doubled))]
        made, = (node for node in self.translated(results, [start]).model.graph.node if node.op_type == "Loop")
        self.assertTrue(all(made.input))
        self.check(results, [start], {"start": i32([3])}, [[6]])


class LastValues(OnnxTest):
    """Last values that no back edge carries. onnx.reference loses an axis of a scan output (ONNX-1, ONNX-2)."""

    def model(self, trip, go):
        b, inside = parameter("b", 1), parameter("inside", 1)
        doubled = op.result(op.add(inside, inside))
        node = loop(trip, go, [inside], [doubled])
        node.set_invariant_input(inside, b.output(0))
        return [op.result(last(node, doubled))], b

    def body_of(self, model):
        node, = (node for node in model.graph.node if node.op_type in ("Loop", "Scan"))
        return node.op_type, next(attribute.g for attribute in node.attribute if attribute.name == "body")

    def test_of_an_iterator(self):
        x, part = parameter("x", 3), parameter("part", 1)
        doubled = op.result(op.add(part, part))
        results = [op.result(last(iterator([part], [doubled], sliced=[(part, x, 0)]), doubled))]
        kind, body = self.body_of(self.translated(results, [x]).model)
        self.assertEqual((kind, len(body.input), len(body.output)), ("Scan", 2, 1))
        self.check(results, [x], {"x": i32([1, 2, 3])}, [[6]])

    def test_of_a_loop_that_runs(self):
        results, b = self.model(op.constant(i64(3)), op.constant(np.array(True)))
        kind, body = self.body_of(self.translated(results, [b]).model)
        self.assertEqual((kind, len(body.input), len(body.output)), ("Loop", 3, 2))
        self.check(results, [b], {"b": i32([4])}, [[8]])

    def test_of_a_loop_that_inputs_let_run(self):
        trip = parameter("trip", type=np.int64)
        results, b = self.model(trip, op.constant(np.array(True)))
        self.check(results, [trip, b], {"trip": i64(2), "b": i32([4])}, [[8]])
        engine = onnx_backend.Evaluator()
        with self.assertRaisesRegex(Skipped, "perhaps no iteration"):
            engine.run(engine.load(*self.files(results, [trip, b])), [("trip", i64(0)), ("b", i32([4]))])

    def test_of_a_loop_that_does_not_run(self):
        """There is no last value; a state would return its initial value."""
        results, b = self.model(op.constant(i64(0)), op.constant(np.array(True)))
        engine = onnx_backend.Runtime(True)
        with self.assertRaises(Exception) as raised:
            engine.run(engine.load(*self.files(results, [b])), [("b", i32([4]))])
        self.assertIs(engine.complaint(raised.exception), Rejected)


    def test_of_a_rank_that_no_port_tells(self):
        """A Result's port can have no dimensions although the value is not a scalar."""
        x, part = parameter("x", 3), parameter("part", 1)
        squeezed = op.result(op.reshape(part, op.constant(i64([1, 1])), False))
        xml, weights = self.files([op.result(last(iterator([part], [squeezed], sliced=[(part, x, 0)]), squeezed))], [x])
        xml.write_text(xml.read_text().replace("<dim>1</dim>", ""))
        engine = onnx_backend.Runtime(True)
        made, = engine.run(engine.load(xml, weights), [("x", i32([1, 2, 3]))])
        self.assertEqual(made.tolist(), [[3]])


    def test_of_a_shape_that_the_value_tells(self):
        """An outer matrix that an iterator passes through: its port has no dimensions."""
        x, inside = parameter("x", 2, 3), parameter("inside", 2, 3)
        handed = op.result(inside)
        node = iterator([inside], [handed])
        node.set_invariant_input(inside, x.output(0))
        xml, weights = self.files([op.result(last(node, handed))], [x])
        xml.write_text(xml.read_text().replace("<dim>2</dim>", "").replace("<dim>3</dim>", ""))
        engine = onnx_backend.Evaluator()
        made, = engine.run(engine.load(xml, weights), [("x", i32([[1, 2, 3], [4, 5, 6]]))])
        self.assertEqual(made.tolist(), [[1, 2, 3], [4, 5, 6]])


class Identities(OnnxTest):
    def nodes(self, results, parameters, identities):
        node, = (node for node in self.translated(results, parameters, identities).model.graph.node if node.op_type in ("Loop", "Scan"))
        return [inner.op_type for attribute in node.attribute if attribute.name == "body" for inner in attribute.g.node]

    def test_behind_wires_of_a_scan(self):
        x, part = parameter("x", 3), parameter("part", 1)
        handed = op.result(part)
        model = [op.result(scan(iterator([part], [handed], sliced=[(part, x, 0)]), handed))], [x]
        self.assertEqual((self.nodes(*model, False), self.nodes(*model, True)), ([], ["Identity"]))
        self.check(*model, {"x": i32([7, 8, 9])}, [[7, 8, 9]], [onnx_backend.Runtime(True, identities=True)])

    def test_behind_the_iteration_number_of_a_loop_alone(self):
        """States of ONNX Runtime's Loop can be wires, so they get no Identity."""
        trip, start, k, a = parameter("trip", type=np.int64), parameter("start", 1), parameter("k", type=np.int64), parameter("a", 1)
        number, same = op.result(k), op.result(a)
        node = loop(trip, op.constant(np.array(True)), [k, a], [number, same], merged=[(a, start, same)], iteration=0)
        model = [op.result(scan(node, number)), op.result(last(node, same))], [trip, start]
        self.assertEqual((self.nodes(*model, False).count("Identity"), self.nodes(*model, True).count("Identity")), (0, 1))
        engine = onnx_backend.Runtime(True, identities=True)
        self.assertEqual(engine.name, "onnxruntime with identities")
        self.check(*model, {"trip": i64(3), "start": i32([7])}, [[0, 1, 2], [7]], [engine])


if __name__ == "__main__":
    unittest.main()
