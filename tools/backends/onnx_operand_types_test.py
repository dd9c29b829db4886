"""Tests that the interpreter asks for the types of operands that the schemas of ONNX's wheel ask for.

  tools/backends/run.sh onnx_operand_types_test.py PROGRAM
"""

import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile
import unittest

from onnx import TensorProto, helper

import onnx_operand_types as types

PROGRAM = None
RULE = "ONNX-GRAPH-19"


def version_of(versions, version):
    """The schema, or the row, that holds in a version; none if there is none."""
    return versions.get(max((each for each in versions if each <= version), default=None))


def same(pattern):
    """Which operands share a letter, whatever the letters are."""
    return [(pattern.index(letter), letter.islower()) for letter in pattern]


def type_of(text):
    """seq(tensor(float)) as a TypeProto."""
    for prefix, make in [("optional(", helper.make_optional_type_proto), ("seq(", helper.make_sequence_type_proto)]:
        if text.startswith(prefix):
            return make(type_of(text[len(prefix) : -1]))
    name = text[len("tensor(") : -1].upper()
    return helper.make_tensor_type_proto(getattr(TensorProto, name), None)


def explain(model):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "model.onnx")
        file.write_bytes(model.SerializeToString())
        return subprocess.run([PROGRAM, "explain", str(file)], capture_output=True, text=True).stderr


def model_of(operator, domain, version, operands, outputs):
    """A node with these types of operands. It has no attributes: types are checked before."""
    names = ["x%d" % k for k in range(len(operands))]
    inputs = [helper.make_value_info(name, type_of(each)) for name, each in zip(names, operands)]
    node = helper.make_node(operator, names, ["y%d" % k for k in range(outputs)], domain=domain)
    graph = helper.make_graph([node], "g", inputs, [helper.make_tensor_value_info("y0", TensorProto.FLOAT, [])])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid(domain, version)], ir_version=13)


class Table(unittest.TestCase):
    def test_rows(self):
        """Each supported version of each supported operator: its row has the types of its schema."""
        supported, rows, schemas = types.supported(), types.rows_of_table(), types.schemas()
        compared = 0
        for name, (domain, first, last) in sorted(supported.items()):
            for version in range(first, (last if domain == "" else 1) + 1):
                with self.subTest(operator=name, version=version):
                    schema = version_of(schemas[name], version)
                    if schema is None:  # Scan, whose first version is 8
                        self.assertIsNone(version_of(rows[name], version))
                        continue
                    pattern, of_schema = types.operands_of(schema)
                    if not pattern:
                        self.assertNotIn(name, rows)
                        continue
                    row = version_of(rows[name], version)
                    self.assertIsNotNone(row, "no row")
                    self.assertEqual(same(row[0]), same(pattern))
                    for letter in set(pattern) - {"+"}:
                        at = ord(letter.upper()) - ord("A")
                        self.assertEqual(sorted(row[1][at]), sorted(of_schema[at]), letter)
                    compared += 1
        self.assertGreater(compared, 3000)

    def test_no_more_rows(self):
        """Each row belongs to a version of a supported operator, and changes the types."""
        rows, schemas = types.rows_of_table(), types.schemas()
        self.assertGreater(sum(map(len, rows.values())), 400)
        for name, versions in rows.items():
            last = None
            for since in sorted(versions):
                with self.subTest(operator=name, since=since):
                    self.assertIn(since, schemas[name])
                    self.assertNotEqual(versions[since], last)
                    last = versions[since]

    def test_one_domain(self):
        """The table has no domains."""
        text = (types.FOLDER / "op_table.cc").read_text()
        names = [line for line in text.split(".name = ")[1:]]
        self.assertEqual(len(names) + len(types.CONTROL), len(types.supported()))


class Program(unittest.TestCase):
    """The program with the first allowed type of each letter, and with a type that is not allowed."""

    def jobs(self):
        supported = types.supported()
        for name, versions in sorted(types.schemas().items()):
            domain, first, _ = supported[name]
            for since, schema in sorted(versions.items()):
                pattern, allowed = types.operands_of(schema)
                operands = [sorted(allowed[ord(letter.upper()) - ord("A")])[-1] for letter in pattern if letter != "+"]
                is_mixed, outputs = pattern[-1:].islower(), max(schema.min_output, 1)
                operands += operands[-1:] * 3 * is_mixed  # as many as a training takes
                outputs += 2 * is_mixed
                head = (name, domain, max(since, first))
                if operands:
                    yield *head, operands, outputs, None
                for k, letter in enumerate(pattern.rstrip("+")):
                    at = ord(letter.upper()) - ord("A")
                    everything = {"tensor(%s)" % each for each in types.TYPES} | {"seq(tensor(float))"}
                    wrong = sorted(everything - allowed[at])
                    if wrong and pattern.index(letter) == k:
                        yield *head, operands[:k] + [wrong[since % len(wrong)]] + operands[k + 1 :], outputs, k
                    elif pattern.index(letter) < k and len(allowed[at]) > 1:
                        other = sorted(allowed[at])[-2]
                        yield *head, operands[:k] + [other] + operands[k + 1 :], outputs, k

    def test_models(self):
        jobs = list(self.jobs())
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            errors = list(pool.map(lambda job: explain(model_of(*job[:5])), jobs))
        rejected = 0
        for job, error in zip(jobs, errors):
            with self.subTest(operator=job[0], version=job[2], operands=job[3]):
                self.assertNotIn("not supported: operator", error)
                if job[5] is None:
                    self.assertNotIn(RULE, error)
                else:
                    self.assertIn(RULE, error)
                    self.assertIn('input %d, "x%d", is ' % (job[5], job[5]), error)
                    rejected += 1
        self.assertGreater(rejected, 700)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
