"""Tests that an attribute is rejected in the versions of its operator whose schemas do not have it.

  tools/backends/run.sh onnx_attributes_test.py PROGRAM
"""

import collections
import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile
import unittest

import onnx
from onnx import helper

PROGRAM = None
LAST = 28  # of the versions that the interpreter supports


def schemas():
    """The schemas of ONNX's own operators: {operator: {since: schema}}."""
    found = collections.defaultdict(dict)
    for schema in onnx.defs.get_all_schemas_with_history():
        if schema.domain == "" and schema.since_version <= LAST:
            found[schema.name][schema.since_version] = schema
    return found


def model_of(operator, attribute, version):
    """A node with this attribute alone, whatever else the operator asks for: attributes are checked first."""
    node = helper.make_node(operator, [], ["y"])
    node.attribute.append(onnx.AttributeProto(name=attribute, type=onnx.AttributeProto.INT, i=1))
    graph = helper.make_graph([node], "g", [], [helper.make_tensor_value_info("y", onnx.TensorProto.FLOAT, [])])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", version)], ir_version=8)


def explain(job):
    operator, attribute, version, _ = job
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "model.onnx")
        file.write_bytes(model_of(operator, attribute, version).SerializeToString())
        return subprocess.run([PROGRAM, "explain", str(file)], capture_output=True, text=True).stderr


class Attributes(unittest.TestCase):
    def test_versions(self):
        jobs = []
        for operator, versions in sorted(schemas().items()):
            since = sorted(versions)
            for version in since + [LAST]:
                schema = versions[max(each for each in since if each <= version)]
                for attribute in sorted({name for each in versions.values() for name in each.attributes}):
                    jobs.append((operator, attribute, version, attribute in schema.attributes))
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            errors = list(pool.map(explain, jobs))
        rejected = wrong = 0
        for (operator, attribute, version, is_there), error in zip(jobs, errors):
            if "not supported: operator" in error:
                continue
            with self.subTest(operator=operator, attribute=attribute, version=version):
                of_version = f'version {version} of the operator has no attribute "{attribute}"' in error
                # An attribute that no supported version has is found after the other parts of a node.
                self.assertEqual(of_version, not is_there and self.is_in_supported_versions(operator, attribute), error)
                self.assertTrue(error or is_there, "accepted")
            rejected += of_version
        self.assertGreater(rejected, 150)

    def is_in_supported_versions(self, operator, attribute):
        if not hasattr(self, "known"):
            self.known = {}
        if operator not in self.known:
            versions = schemas()[operator]
            first = self.first_supported(operator, versions)
            current = max((each for each in versions if each <= first), default=first)
            self.known[operator] = {name for since, schema in versions.items() if since >= current for name in schema.attributes}
        return attribute in self.known[operator]

    def first_supported(self, operator, versions):
        for version in range(1, LAST + 1):
            if "not supported: operator" not in explain((operator, "", version, None)):
                return version
        return LAST


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
