"""Tests which exceptions of onnx.reference are rejections.

Needs onnx: run it under the Python that tools/backends/setup makes.
"""

import unittest

import numpy as np
from onnx import TensorProto as T, checker, helper as h
from onnx.reference import ReferenceEvaluator

import onnx_backend
from answers import Failed, Rejected, Skipped


def value(name, *shape, type=T.INT64):
    return h.make_tensor_value_info(name, type, shape)


def model_of(nodes, inputs, outputs):
    return h.make_model(h.make_graph(nodes, "g", inputs, outputs), opset_imports=[h.make_opsetid("", 21)], ir_version=10)


class Complaints(unittest.TestCase):
    def kind(self, function):
        try:
            function()
        except Exception as error:  # not assertRaises, which clears the traceback
            return onnx_backend.Evaluator().complaint(error)
        return self.fail("no exception")

    def run_(self, nodes, inputs, outputs, **feeds):
        evaluator = ReferenceEvaluator(model_of(nodes, inputs, outputs))
        return self.kind(lambda: evaluator.run(None, {name: np.array(x) for name, x in feeds.items()}))

    def test_the_checker_refuses(self):
        model = model_of([h.make_node("Add", ["x", "nowhere"], ["y"])], [value("x", 2)], [value("y", 2)])
        self.assertIs(self.kind(lambda: checker.check_model(model, full_check=True)), Rejected)

    def test_the_evaluator_refuses(self):
        # a missing input
        self.assertIs(self.run_([h.make_node("Add", ["x", "x"], ["y"])], [value("x", 2)], [value("y", 2)]), Rejected)

    def test_numpy_refuses_the_operands_of_an_operation(self):
        add = [h.make_node("Add", ["a", "b"], ["y"])], [value("a", 2), value("b", 3)], [value("y", 3)]
        self.assertIs(self.run_(*add, a=[1, 2], b=[1, 2, 3]), Rejected)
        gather = [h.make_node("Gather", ["a", "b"], ["y"])], [value("a", 2), value("b", 1)], [value("y", 1)]
        self.assertIs(self.run_(*gather, a=[1, 2], b=[5]), Rejected)

    def test_an_empty_list_of_parts_is_a_crash(self):
        go = value("c", type=T.BOOL)
        body = h.make_graph([h.make_node("Identity", ["a"], ["s"])], "body", [value("k"), go, value("a")], [go, value("a"), value("s")])
        loop = [h.make_node("Loop", ["M", "C", "A"], ["B", "Y"], body=body)]
        inputs = [value("M"), value("C", type=T.BOOL), value("A")]
        self.assertIs(self.run_(loop, inputs, [value("B"), value("Y", None)], M=0, C=True, A=7), Failed)

    def test_errors_of_python_are_crashes(self):
        for error in (AttributeError("no such attribute"), KeyError("x"), TypeError("unhashable"), AssertionError(), ZeroDivisionError(), MemoryError()):
            def fail(error=error):
                raise error
            self.assertIs(self.kind(fail), Failed, error)

    def test_an_error_that_explains_another_counts_as_that_one(self):
        for cause, kind in ((checker.ValidationError("no"), Rejected), (AttributeError("none"), Failed)):
            def fail(cause=cause):
                raise ValueError("while it evaluated node 3") from cause
            self.assertIs(self.kind(fail), kind)

    def test_missing_features_are_skipped(self):
        def fail():
            raise NotImplementedError("axis 1 is not implemented")
        self.assertIs(self.kind(fail), Skipped)


if __name__ == "__main__":
    unittest.main()
