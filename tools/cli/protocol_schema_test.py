"""Tests that the schema of the protocol, the runner and a backend agree about the lines."""

import json
import re
import shlex
import subprocess
import sys
import unittest

import jsonschema

from schema_testing import closed, mutations
from verify_test import BACKEDGE, MANIFEST, MODEL, Verification, case, run

CORPUS = MANIFEST.rsplit("/", 1)[0]
SOURCES = ("conformance/protocol/protocol.cc", "conformance/protocol/protocol_tensors.cc")

with open("docs/backend_protocol.schema.json", encoding="utf-8") as file:
    SCHEMA = json.load(file)
KNOWN = jsonschema.Draft7Validator(closed(SCHEMA))
REQUEST, ANSWER = (jsonschema.Draft7Validator({**SCHEMA, "oneOf": [{"$ref": "#/definitions/" + side}]}) for side in ("request", "answer"))

# Passes every line on, and writes it to a file.
RECORDER = """
import subprocess, sys
behind = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
with open(sys.argv[1], "a") as log:
    for line in sys.stdin:
        behind.stdin.write(line)
        behind.stdin.flush()
        answer = behind.stdout.readline()
        log.write("request " + line + "answer " + answer)
        print(answer, end="", flush=True)
behind.stdin.close()
"""

# Answers as the file says. The answers to "run" are a list, and the first value of the input is the position.
PLAYER = """
import json, sys
answers = json.load(open(sys.argv[1]))
for line in sys.stdin:
    request = json.loads(line)
    answer = answers[request["do"]]
    if request["do"] == "run":
        answer = answer[request["inputs"][0]["values"][0]]
    print(json.dumps({"id": request["id"], **answer}), flush=True)
"""

HELLO = {"protocol": 2, "name": "player", "version": "1", "features": [], "formats": ["openvino-ir"], "scripts": False}
RIGHT = {"element_type": "i32", "shape": [2], "values": [1, 2]}
PLAIN = {"hello": {"hello": HELLO}, "load": {"loaded": True}, "run": [{"outputs": [RIGHT]}], "unload": {"unloaded": True}, "bye": {"bye": True}}
RUN_ANSWERS = [{"outputs": [RIGHT]}, {"rejected": {"phase": "run", "message": "m", "rule": "OUT-1"}}, {"skipped": {"reason": "r"}},
               {"failed": {"message": "m"}}]


class SchemaTest(Verification):
    def recorded(self, command, *words):
        """The lines of both directions between a command and a backend."""
        log = self.path("log")
        self.write("recorder.py", RECORDER)
        backend = shlex.join([sys.executable, self.path("recorder.py"), log, *command])
        subprocess.run([BACKEDGE, *words, "--backend", backend], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=250, check=False)
        with open(log) as lines:
            return [(side, json.loads(line)) for side, line in (line.split(" ", 1) for line in lines)]

    def write(self, name, text):
        with open(self.path(name), "w") as file:
            file.write(text)

    def path(self, name):
        return "%s/%s" % (self.root, name)

    def played(self, **answers):
        """The outcomes of the runs if a backend answers so; empty if the verification does not begin."""
        self.write("player.py", PLAYER)
        self.write("answers.json", json.dumps({**PLAIN, **answers}))
        self.write("results.jsonl", "")
        _, _, lines = self.verify(shlex.join([sys.executable, self.path("player.py"), self.path("answers.json")]))
        return [line["outcome"] for line in lines[1:-1]]

    def test_examples_of_the_page(self):
        with open("docs/backend_protocol.md", encoding="utf-8") as page:
            text = page.read()
        examples = [json.loads(line.strip("`")) for line in re.findall(r"^`\{.*?\}`|(?<=^runner   )\{.*|(?<=^backend  )\{.*", text, re.M)]
        self.assertGreater(len(examples), 15)
        for example in examples:
            KNOWN.validate(example)

    def test_recorded_lines(self):
        lines = self.recorded([BACKEDGE, "serve"], "verify", "--corpus", CORPUS, "--smoke", "--results", self.results)
        lines += self.recorded([BACKEDGE, "serve"], "verify", "--corpus", CORPUS, "--filter", "models/gru_with_lengths", "--results", self.results)
        lines += self.recorded([sys.executable, "conformance/faulty_backends/misreads.py", 'type="Add"', 'type="Multiply"', BACKEDGE, "serve"],
                               "shrink", "loop/trip_grid", "--corpus", CORPUS, "--out", self.path("shrunk"))
        faults = ["%s %.300s: %.300s" % (side, line, error.message) for side, line in lines for error in KNOWN.iter_errors(line)]
        self.assertEqual(faults[:3], [])
        seen = {line["do"] for side, line in lines if side == "request"} | {key for side, line in lines if side == "answer" for key in line}
        self.assertEqual(seen, {"hello", "load", "run", "unload", "bye", "script", "id", "loaded", "outputs", "rejected", "unloaded"})
        tensors = [tensor for _, line in lines for tensor in line.get("inputs", []) + line.get("outputs", [])]
        self.assertEqual({key for tensor in tensors for key in tensor}, {"name", "element_type", "shape", "values", "file"})

    def test_the_runner_rejects_what_the_schema_rejects(self):
        answers = [answer for right in RUN_ANSWERS for answer in [right, *mutations(right)]]
        self.write_corpus({"a/%03d" % k: case(run("only", k, k)) for k in range(len(answers))})
        outcomes = self.played(run=answers)
        self.assertEqual(len(outcomes), len(answers))
        for answer, outcome in zip(answers, outcomes):
            if not ANSWER.is_valid({"id": 1, **answer}):
                self.assertEqual(outcome, "protocol error", answer)
        self.assertEqual([outcomes[answers.index(right)] for right in RUN_ANSWERS], ["wrong value", "rejected", "skipped", "failed"])

    def test_the_runner_rejects_other_hellos(self):
        self.write_corpus({"a/b": case(run("only", 0, 0))})
        self.assertEqual(self.played(), ["wrong value"])
        for hello in mutations({"hello": HELLO}):
            if not ANSWER.is_valid({"id": 1, **hello}):
                self.assertEqual(self.played(hello=hello), [], hello)
        for loaded in mutations({"loaded": True}):
            self.assertFalse(ANSWER.is_valid({"id": 1, **loaded}))
            self.assertEqual(self.played(load=loaded), ["protocol error"], loaded)

    def test_a_backend_rejects_what_the_schema_rejects(self):
        self.write("model.xml", MODEL)
        common = {"model": self.path("model.xml"), "weights": None}
        inputs = [{"name": "x", **RIGHT}]
        requests = [{"do": "hello", "protocol": 1, "protocols": [1, 2], "scratch": self.root}, {"do": "load", "format": "openvino-ir", **common},
                    {"do": "run", "inputs": inputs}, {"do": "unload"}, {"do": "bye"}, {"do": "script", **common, "inputs": inputs, "expected": [RIGHT]}]
        # The interpreter does not read these, or accepts other values: the schema says what the runner sends.
        free = {"protocol", "protocols", "scratch", "id", "format", "weights", "model"}
        for right in requests:
            right = {"id": 1, **right}
            self.assertTrue(REQUEST.is_valid(right) and self.is_served(right), right)
            for request in mutations(right):
                differs = {key for key in right if request.get(key) != right[key]}
                if not REQUEST.is_valid(request) and not differs <= free:
                    self.assertFalse(self.is_served(request), request)

    def is_served(self, request):
        done = subprocess.run([BACKEDGE, "serve"], input=json.dumps(request) + "\n", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        return "not a request" not in done.stderr

    def test_members_in_the_source(self):
        text = ""
        for source in SOURCES:
            with open(source, encoding="utf-8") as file:
                text += file.read()
        names = {name for part in SCHEMA["definitions"].values() for name in part.get("properties", {})}
        names |= set(SCHEMA["definitions"]["answer"]["properties"]["hello"]["properties"])
        names |= {name for word in ("rejected", "skipped") for name in SCHEMA["definitions"]["answer"]["properties"][word]["properties"]}
        read = set(re.findall(r'(?:find|read_\w+)\([^()"]*"(\w+)"\)', text)) | set(re.findall(r'json\["(\w+)"\]', text))
        self.assertEqual(read - names, set(), "the source reads or writes members that the schema does not have")
        self.assertEqual(names - set(re.findall(r'"(\w+)"', text)), set(), "the source does not know members of the schema")


if __name__ == "__main__":
    unittest.main()
