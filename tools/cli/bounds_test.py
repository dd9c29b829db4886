"""Tests `backedge bounds`: how far another implementation may be from the outputs of a model."""

import os
import struct
import unittest

from backedge_test import Program, edges, parameter, result

MODEL = """<ir_version: 8, opset_import: ["" : 17]>
g (float[n] x) => (float[n] y, float[n] z, int64[n] i) { y = Exp (x) z = %s (y) i = Cast <to = 7> (x) }
"""

# y is the variable h, whose initial value is e^x.
VARIABLE = '<net name="variable" version="11"><layers>' + parameter(0, "x", "f32", "2") + """
<layer id="1" name="e" type="Exp" version="opset1"><input><port id="0"/></input><output><port id="1"/></output></layer>
<layer id="2" name="read" type="ReadValue" version="opset6"><data variable_id="h" variable_type="f32" variable_shape="2"/>
<input><port id="0"/></input><output><port id="1"/></output></layer>
<layer id="3" name="set" type="Assign" version="opset6"><data variable_id="h"/>
<input><port id="0"/></input><output><port id="1"/></output></layer>""" + result(4, "y") + "</layers>" + edges(
    (0, 0, 1, 0), (1, 1, 2, 0), (2, 1, 3, 0), (2, 1, 4, 0)) + "</net>"


def npy(values, form="f"):
    header = "{'descr': '<%s', 'fortran_order': False, 'shape': (%d,), }" % ({"f": "f4", "d": "f8"}[form], len(values))
    header += " " * (-(len(header) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack("<%d%s" % (len(values), form), *values)


class BoundsTest(Program):
    def setUp(self):
        super().setUp()
        self.write("m.onnxtxt", MODEL % "Identity")
        self.write("x.npy", npy([0, 0]))

    def test_prints_and_writes_errors(self):
        words = ["bounds", "m.onnxtxt", "--input", "x=x.npy"]
        # e^0 = 1, and 3 ulp of 1 are 3.58e-07.
        self.assertEqual(self.backedge(*words).stdout, "y f32[2]: at most 3.59e-07\nz f32[2]: at most 3.59e-07\ni i64[2]: at most 0\n")
        self.backedge(*words, "--output-dir", "out")
        self.assertEqual(sorted(os.listdir(self.path("out"))), ["%d.%s.npy" % (k, kind) for k in range(3) for kind in ("error", "value")])
        self.assertEqual(self.read("out/1.value.npy"), npy([1, 1]))
        error = struct.unpack("<2d", self.read("out/1.error.npy")[-16:])
        self.assertTrue(all(3 * 2**-23 <= each < 3.01 * 2**-23 for each in error), error)

    def test_follows_errors_into_a_variable(self):
        self.write("v.xml", VARIABLE)
        self.assertEqual(self.backedge("bounds", "v.xml", "--input", "x=x.npy").stdout, "y f32[2]: at most 3.59e-07\n")

    def test_refuses_what_depends_on_rounding(self):
        self.write("m.onnxtxt", MODEL % "Floor")
        error = self.error("bounds", "m.onnxtxt", "--input", "x=x.npy")
        self.assertEqual(error["rule"], "CASE-3")

    def test_refuses_sequences_and_optionals(self):
        head = '<ir_version: 8, opset_import: ["" : 18]>\ng (float[n] x) => (float[m] y) '
        loop = ("{ e = SequenceEmpty () k = Constant <value = int64 {2}> () t = Constant <value = bool {1}> () s = Loop (k, t, e) <body = b "
                "(int64 i, bool c, seq(float[n]) v) => (bool d, seq(float[n]) w) { d = Identity (c) w = SequenceInsert (v, x) }> "
                "y = ConcatFromSequence <axis = 0> (s) }")
        for nodes, operator in (("{ s = SequenceConstruct (x, x) y = ConcatFromSequence <axis = 0> (s) }", "SequenceConstruct"),
                                ("{ o = Optional (x) y = OptionalGetElement (o) }", "Optional"), (loop, "SequenceEmpty")):
            self.write("m.onnxtxt", head + nodes)
            error = self.error("bounds", "m.onnxtxt", "--input", "x=x.npy")
            self.assertEqual((error["phase"], error["rule"]), ("run", "CASE-3"))
            self.assertIn("for %s, whose values" % operator, error["message"])

    def test_needs_every_input(self):
        self.assertEqual(self.error("bounds", "m.onnxtxt")["rule"], "INPUT-1")


if __name__ == "__main__":
    unittest.main()
