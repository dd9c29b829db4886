"""Tests that testdata/case.schema.json and the reader of cases agree about the members of a case."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

import jsonschema

from schema_testing import mutations

BACKEDGE = os.path.abspath(sys.argv.pop(1))

with open("testdata/case.schema.json", encoding="utf-8") as file:
    SCHEMA = json.load(file)



def tensor(*values, of="i32"):
    return {"type": of, "shape": [len(values)], "values": list(values)}


OUTPUTS = {"outputs": [{**tensor(1, 2), "compare": "nan bits"}, {**tensor(None, 2, of="f32"), "compare": {"ulp": 1}},
                       {"npy": "y.npy", "compare": {"bound": 0.5}}]}
REJECTED = {"rejected": {"phase": "run", "rule": ["OUT-1", "OUT-2"]}}
CASE = {"format": "openvino-ir", "title": "T.", "dialect": "loop-5", "kind": "plain", "rules": ["OUT-1"], "features": ["op:Add-1"],
        "oracle": "by-hand", "notes": "n", "twin": {"case": "a/b", "relation": "r"}, "columns": ["type"], "tensors": {"t": tensor(1, 2)},
        "inputs": {"x": "t"}, "runs": [
            {"at": ["i32"], "inputs": {"x": tensor(1, 2), "z": {"npy": "y.npy"}}, **OUTPUTS},
            {"name": "b", "at": ["u8"], "tier": "survey", "rules": ["OUT-2"], "inputs": ["t"], **REJECTED},
            {"name": "c", "at": ["u8"], "any_of": [OUTPUTS, REJECTED]},
            {"name": "d", "at": ["u8"], "sequence": [{"inputs": {"x": "t"}, "outputs": ["t"]}, {"any_of": [REJECTED, REJECTED]}, REJECTED]}]}
NPY = b"\x93NUMPY\x01\x00\x3a\x00{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }\n" + b"\0" * 4

# The schema without what is only for people, which the reader does not need.
READ = json.loads(json.dumps(SCHEMA))
del READ["if"]
READ["properties"]["twin"].update({"required": ["case"], "properties": {"case": {"type": "string"}, "relation": {}}})
READ["definitions"]["rule"] = {"type": "string", "minLength": 1}


def objects(value, place=()):
    """(place, object) of every object whose members have fixed names."""
    if isinstance(value, dict):
        if not place or place[-1] not in ("tensors", "inputs"):
            yield place, value
        for name, member in value.items():
            yield from objects(member, (*place, name))
    if isinstance(value, list):
        for k, member in enumerate(value):
            yield from objects(member, (*place, k))


def with_member(case, place, name, value):
    """The case with another member in the object at a place."""
    changed = json.loads(json.dumps(case))
    inner = changed
    for step in place:
        inner = inner[step]
    inner[name] = value
    return changed


def problems(cases):
    """What the reader says about each of these cases; "" if it reads the case."""
    with tempfile.TemporaryDirectory() as root:
        for k, content in enumerate(cases):
            folder = os.path.join(root, "%04d" % k)
            os.mkdir(folder)
            for name, data in (("case.json", json.dumps(content).encode()), ("model.xml", b"<net {{type}}/>"), ("y.npy", NPY)):
                with open(os.path.join(folder, name), "wb") as file:
                    file.write(data)
        done = subprocess.run([BACKEDGE, "check", *sorted(os.listdir(root))], cwd=root, stdout=subprocess.PIPE, text=True, check=False)
    said = dict(re.findall(r"^(\d+)/((?:.|\n)*?)\n  see docs", done.stdout, re.M))
    return [said.get("%04d" % k, "") for k in range(len(cases))]


class CaseSchemaTest(unittest.TestCase):
    def test_both_read_the_case(self):
        jsonschema.Draft7Validator(SCHEMA).validate(CASE)
        self.assertEqual(problems([CASE]), [""])

    def test_the_reader_rejects_what_the_schema_rejects(self):
        validator = jsonschema.Draft7Validator(READ)
        samples = {name: member for _, value in objects(CASE) for name, member in value.items()}
        samples.update({"other": "x", "compare": "bits", "name": "another"})
        cases = [with_member(CASE, place, name, samples[name]) for place, value in objects(CASE) for name in samples if name not in value]
        for case, said in zip(cases, problems(cases)):
            self.assertEqual(validator.is_valid(case), said == "", (case, said))
        cases = list(mutations(CASE))
        accepted = [case for case, said in zip(cases, problems(cases)) if not said]
        self.assertTrue(accepted)
        for case in accepted:
            validator.validate(case)


if __name__ == "__main__":
    unittest.main()
