"""Tests the schema of results on the examples of its page, on wrong lines, and against the reader of --resume.

verify_test.py validates every line that `backedge verify` writes.
"""

import json
import re
import unittest

import jsonschema

from schema_testing import mutations

with open("docs/results_format.schema.json", encoding="utf-8") as file:
    SCHEMA = json.load(file)
VALIDATOR = jsonschema.Draft7Validator(SCHEMA)


def examples():
    with open("docs/results_format.md", encoding="utf-8") as page:
        return [json.loads(line) for line in re.search("```\n(.*?)```", page.read(), re.S)[1].splitlines()]


def has(schema, path):
    """Whether the schema of an object has this member: "/corpus/digest"."""
    for name in path.strip("/").split("/"):
        schema = schema.get("properties", {}).get(name)
        if schema is None:
            return False
    return True


class ResultsSchemaTest(unittest.TestCase):
    def test_examples_of_the_page(self):
        jsonschema.Draft7Validator.check_schema(SCHEMA)
        lines = examples()
        self.assertEqual(len(lines), 4)
        for line in lines:
            VALIDATOR.validate(line)
            self.assertFalse(VALIDATOR.is_valid({**line, "other": 1}))

    def test_wrong_lines(self):
        optional = {"started", "expectations", "title", "wrong", "text", "name", "differ", "positions"}
        for line in examples():
            wrong = [other for other in mutations(line) if not VALIDATOR.is_valid(other)]
            removed = {key for key in line if {k: v for k, v in line.items() if k != key} in wrong}
            self.assertEqual(removed, set(line) - optional)
            self.assertGreater(len(wrong), 5 * len(line))

    def test_members_that_resume_reads(self):
        with open("conformance/results/read_results.cc", encoding="utf-8") as file:
            read = re.findall(r'text_at\((\w+), "([^"]+)"\)|(\w+)\.(?:contains|value)\("(\w+)"', file.read())
        self.assertGreater(len(read), 10)
        parts = {"header": ["header"], "line": ["run", "footer"], "seen": ["observation"]}
        for members in read:
            variable, path = filter(None, members)
            self.assertTrue(any(has(SCHEMA["definitions"][part], path) for part in parts[variable]), (variable, path))


if __name__ == "__main__":
    unittest.main()
