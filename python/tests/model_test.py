"""Tests the Python package on small models."""

import copy
import gc
import os
import pathlib
import pickle
import resource
import tempfile
import threading
import unittest

import numpy as np

import backedge
from backedge import arrays, element_types

SUMS = b"""<ir_version: 8, opset_import: ["" : 17]>
sums (float[n] x, float start) => (float last, float[n] y, float[n] z) {
  last, y = Scan <num_scan_inputs = 1, body = add (float before, float one) => (float after, float sum) {
    after = Add (before, one)
    sum = Identity (after)
  }> (start, x)
  z = Identity (x)
}"""

# Models that run until a limit, and that read or write a large tensor.
ENDLESS = b"""<ir_version: 8, opset_import: ["" : 17]> endless (float x) => (float y) {
  most = Constant <value = int64 {1000000000000}> ()
  yes = Constant <value = bool {1}> ()
  y = Loop <body = step (int64 k, bool go, float before) => (bool on, float after) {
    on = Identity (go)
    after = Add (before, before)
  }> (most, yes, x)
}"""
LENGTH = b'<ir_version: 8, opset_import: ["" : 17]> length (float[n] x) => (int64[1] y) { y = Shape (x) }'
ZEROS = b'<ir_version: 8, opset_import: ["" : 17]> threes (int64[1] n) => (float[m] y) { y = ConstantOfShape <value = float[1] {3}> (n) }'

# y = the variable "sum", which becomes x + y.
VARIABLE = b"""<net name="m" version="11"><layers>
<layer id="0" name="x" type="Parameter" version="opset1"><data element_type="f32" shape=""/><output><port id="0" precision="FP32"/></output></layer>
<layer id="1" name="r" type="ReadValue" version="opset6"><data variable_id="sum" variable_type="f32" variable_shape=""/>
<output><port id="0" precision="FP32"/></output></layer>
<layer id="2" name="a" type="Add" version="opset1"><input><port id="0"/><port id="1"/></input><output><port id="2" precision="FP32"/></output></layer>
<layer id="3" name="s" type="Assign" version="opset6"><data variable_id="sum"/><input><port id="0"/></input><output><port id="1" precision="FP32"/></output></layer>
<layer id="4" name="y" type="Result" version="opset1"><input><port id="0"/></input></layer>
</layers><edges><edge from-layer="0" from-port="0" to-layer="2" to-port="0"/><edge from-layer="1" from-port="0" to-layer="2" to-port="1"/>
<edge from-layer="2" from-port="2" to-layer="3" to-port="0"/><edge from-layer="1" from-port="0" to-layer="4" to-port="0"/></edges></net>"""


def copies(element_type, number):
    """A model that returns its input, of ONNX's element type."""
    return f'<ir_version: 11, opset_import: ["" : 23]> g ({element_type}[{number}] x) => ({element_type}[{number}] y) {{ y = Identity (x) }}'.encode()


class ModelTest(unittest.TestCase):
    def setUp(self):
        self.model = backedge.load(SUMS)
        self.x = np.array([1, 2, 4], np.float32)
        self.start = np.float32(10)

    def test_ports(self):
        self.assertEqual(self.model.inputs, [("x", "f32", (None,)), ("start", "f32", ())])
        self.assertEqual([port.name for port in self.model.outputs], ["last", "y", "z"])

    def test_inputs_by_name_and_in_order(self):
        for inputs in ({"start": self.start, "x": self.x}, [self.x, self.start]):
            outputs = self.model.run(inputs)
            self.assertEqual(list(outputs), ["last", "y", "z"])
            self.assertEqual(outputs["y"].tolist(), [11, 13, 17])
            self.assertEqual((outputs["last"].shape, outputs["last"][()]), ((), 17))

    def test_replaces_defaults(self):
        text = b'<ir_version: 8, opset_import: ["" : 17]> g (float w, float x) => (float y) <float w = {5}> { y = Sub (x, w) }'
        model = backedge.load(text)
        self.assertEqual(([port.name for port in model.inputs], model.defaults), (["x"], [("w", "f32", ())]))
        self.assertEqual(model.run({"x": self.start})["y"], 5)
        with self.assertRaisesRegex(backedge.BackedgeError, r"overridden=\['w'\]"):
            model.run({"x": self.start, "w": self.start})
        model = backedge.load(text, overridden=["w"])
        self.assertEqual(([port.name for port in model.inputs], model.defaults), (["x", "w"], []))
        self.assertEqual(model.run({"w": np.float32(2), "x": self.start})["y"], 8)

    def test_passes_variables_on(self):
        model = backedge.load(VARIABLE)
        self.assertEqual(([port.name for port in model.outputs], model.defaults), (["y"], [("variable:sum", "f32", ())]))
        self.assertEqual(model.run([self.start])["y"], 0)
        model = backedge.load(VARIABLE, overridden=["variable:sum"], variable_outputs=True)
        sums = [np.float32(3)]
        for x in (10, 20):
            outputs = model.run({"x": np.float32(x), "variable:sum": sums[-1]})
            self.assertEqual(outputs["y"], sums[-1])
            sums.append(outputs["variable:sum"])
        self.assertEqual([each[()] for each in sums], [3, 13, 33])

    def test_an_output_outlives_the_model_and_its_input(self):
        z = self.model.run([self.x, self.start])["z"]
        self.x[:] = 0
        del self.model
        gc.collect()
        self.assertEqual(z.tolist(), [1, 2, 4])
        self.assertFalse(z.flags.writeable)

    def test_arrays_with_gaps_and_of_the_other_byte_order(self):
        wide = np.array([1, 0, 2, 0, 4], np.float32)
        self.assertEqual(self.model.run([wide[::2], self.start])["last"], 17)
        self.assertEqual(self.model.run([self.x.astype(">f4"), np.array(10, ">f4")])["y"].tolist(), [11, 13, 17])

    def test_errors(self):
        def rejection(inputs, **limits):
            with self.assertRaises(backedge.BackedgeError) as caught:
                self.model.run(inputs, **limits)
            return caught.exception.phase, caught.exception.rule

        self.assertEqual(rejection([self.x]), ("input", "INPUT-1"))
        self.assertEqual(rejection({"x": self.x}), ("input", "INPUT-1"))
        self.assertEqual(rejection({"x": self.x, "start": self.start, "y": self.x}), ("input", "INPUT-2"))
        self.assertEqual(rejection([self.x.astype(np.float64), self.start]), ("input", "INPUT-3"))
        for array in (self.x.astype(np.complex64), np.array(["a"]), np.array([None]), np.array(["2000-01-01"], "M8[D]")):
            self.assertEqual(rejection([array, self.start]), ("input", "INPUT-3"))
        self.assertEqual(rejection([self.start, self.start]), ("input", "INPUT-4"))
        self.assertEqual(rejection([self.x, self.start], max_iterations=2), ("run", "LIMIT-1"))
        self.assertEqual(rejection([self.x, self.start], max_iterations=-1), ("input", "INPUT-7"))
        with self.assertRaises(backedge.BackedgeError) as caught:
            backedge.load("nowhere.xml")
        self.assertEqual((caught.exception.phase, caught.exception.where), ("read", "nowhere.xml"))

    def test_trace(self):
        outputs, events = self.model.trace([self.x[:2], self.start])
        self.assertEqual(outputs["last"], 13)
        self.assertEqual([event.kind for event in events],
                         ["loop begin", *["iteration begin", "parameter", "parameter", "result", "result"] * 2, "loop end"])
        befores = [event.value[()] for event in events if event.name == "before"]
        self.assertEqual(befores, [10, 11])

    def test_explain(self):
        self.assertIn("Scan", self.model.explain())
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "sums.onnxtxt")
            path.write_bytes(SUMS)
            self.assertIn("Scan", backedge.load(path).explain())

    def test_explain_in_another_folder(self):
        here = os.getcwd()
        self.addCleanup(os.chdir, here)
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "sums.onnxtxt").write_bytes(SUMS)
            os.chdir(folder)
            model = backedge.load("sums.onnxtxt")
            os.chdir(here)
            self.assertIn("Scan", model.explain())
            os.remove(os.path.join(folder, "sums.onnxtxt"))
            with self.assertRaises(backedge.BackedgeError) as caught:
                model.explain()
            self.assertEqual((caught.exception.phase, caught.exception.rule), ("read", "READ-1"))
        self.assertEqual(self.model.explain().splitlines()[0], "model.onnxtxt")  # not a path that is gone

    def test_mistakes_with_names(self):
        def message(call):
            with self.assertRaises((backedge.BackedgeError, TypeError)) as caught:
                call()
            return str(caught.exception)

        self.assertIn("no array is given for input 'start'; given are 'x', 'Start'",
                      message(lambda: self.model.run({"x": self.x, "Start": self.start})))
        self.assertIn("one array is given", message(lambda: self.model.run(self.x)))
        text = b'<ir_version: 8, opset_import: ["" : 17]> g (float w, float x) => (float y) <float w = {5}> { y = Sub (x, w) }'
        self.assertIn("no input with a default 'v'; it has: 'w'", message(lambda: backedge.load(text, overridden=["v"])))
        self.assertIn("expected a list of names", message(lambda: backedge.load(text, overridden="w")))
        self.assertIn("text.encode()", message(lambda: backedge.load(SUMS.decode())))

    def test_a_model_cannot_be_copied(self):
        for copied in (copy.copy, copy.deepcopy, pickle.dumps):
            with self.assertRaises(TypeError):
                copied(self.model)

    def test_weights_are_a_path(self):
        with tempfile.TemporaryDirectory() as folder:
            model, weights = pathlib.Path(folder, "m.xml"), pathlib.Path(folder, "other.bin")
            model.write_text("""<net version="11"><layers>
<layer id="0" name="c" type="Const" version="opset1"><data element_type="i32" shape="2" offset="0" size="8"/><output><port id="0"/></output></layer>
<layer id="1" name="y" type="Result" version="opset1"><input><port id="0"/></input></layer>
</layers><edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/></edges></net>""")
            weights.write_bytes(np.array([3, 4], np.int32).tobytes())
            for given in (weights, str(weights)):
                self.assertEqual(next(iter(backedge.load(model, weights=given).run([]).values())).tolist(), [3, 4])

    def test_element_types(self):
        for onnx, numpy in (("bool", np.bool_), ("uint8", np.uint8), ("int64", np.int64), ("float16", np.float16), ("double", np.float64)):
            x = np.array([0, 1, 1], numpy)
            y = backedge.load(copies(onnx, 3)).run([x])["y"]
            self.assertEqual((y.dtype, y.tolist()), (x.dtype, x.tolist()))

    def test_bytes_for_types_that_numpy_lacks(self):
        for onnx, dtype in (("bfloat16", "V2"), ("float8e5m2", "V1")):
            x = np.frombuffer(bytes(range(6)), dtype)
            y = backedge.load(copies(onnx, x.size)).run([x])["y"]
            self.assertEqual(y.tobytes(), x.tobytes())

    def test_empty_tensors(self):
        outputs = self.model.run([self.x[:0], self.start])
        self.assertEqual((outputs["y"].shape, outputs["last"]), ((0,), 10))

    def test_every_element_type_has_a_dtype(self):
        for element_type in ("boolean", "bf16", "f8e4m3", "nf4", "u1", "i4"):
            self.assertIn(element_types.dtype_of(element_type).itemsize, (1, 2))
        with self.assertRaises(ValueError):
            element_types.dtype_of("f31")

    def test_threads_share_a_model(self):
        found = []
        threads = [threading.Thread(target=lambda: found.append(self.model.run([self.x, self.start])["last"][()])) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [17] * 8)

    def test_other_threads_go_on_while_a_model_runs(self):
        ticks, done = [], threading.Event()

        def tick():
            while not done.wait(0.01):
                ticks.append(1)

        thread = threading.Thread(target=tick)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(done.set)
        model = backedge.load(ENDLESS)
        before = len(ticks)
        with self.assertRaises(backedge.BackedgeError) as caught:
            model.run([self.start], max_seconds=1, max_iterations=1 << 60)
        self.assertRegex(str(caught.exception), "LIMIT-1: the limit of 1 s")
        self.assertGreater(len(ticks), before + 5)

    def test_nothing_large_is_copied(self):
        count = 16 << 20
        x = np.zeros(count, np.float32)
        x += 1  # now every page is in memory
        size = x.nbytes >> 10
        for text, output in ((LENGTH, 0), (ZEROS, size)):
            model = backedge.load(text)
            given = [x] if text is LENGTH else [np.array([count], np.int64)]
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # KiB
            y = model.run(given)["y"]
            self.assertLess(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, output + size // 2)
            self.assertEqual(y[0], count if text is LENGTH else 3)

    def test_arrays_are_read_where_they_are(self):
        tensor, held = arrays.tensor_of(self.x, "f32")
        self.assertTrue(np.shares_memory(arrays.array_of(tensor, held), self.x))

    def test_errors_are_pickled(self):
        for error in (backedge.BackedgeError("load", "SLICE-6", "m.xml:3", "a gap"), backedge.BackedgeError("input", "INPUT-1", "", "none")):
            copied = pickle.loads(pickle.dumps(error))
            self.assertEqual((copied.phase, copied.rule, copied.where, copied.message), (error.phase, error.rule, error.where, error.message))
            self.assertEqual(str(copied), str(error))


if __name__ == "__main__":
    unittest.main()
