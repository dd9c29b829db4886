"""The specification for programs: every rule with its status, its text and its cases, as JSON.

    bazel run //tools:rules -- --out rules.json
"""

import argparse
import json
import os
import pathlib

import rules


def rules_of(spec, testdata):
    """{id: rule}, in the order of the chapters and their headings. Its dialects are those of its cases."""
    cases = rules.read_cases(testdata)
    found = {}
    for rule in (rule for chapter in rules.chapters(spec) for rule in rules.read_rules(chapter)):
        of_rule = [case for case in cases if rule.id in case.rules]
        found[rule.id] = {"title": rule.title, "chapter": rule.chapter, "document": f"docs/spec/{rule.chapter}.md#{rule.id}",
                          "status": rule.statuses, "text": rule.text, "dialects": sorted({case.dialect for case in of_rule}),
                          "cases": [case.path for case in of_rule]}
    return found


def document(version, spec, testdata):
    """What rules.json contains: docs/rules.schema.json."""
    return {"backedge": version, "rules": rules_of(spec, testdata)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", default="rules.json", help="the file to write [rules.json]")
    out = pathlib.Path(os.environ.get("BUILD_WORKING_DIRECTORY", "."), parser.parse_args().out)
    version = pathlib.Path("VERSION").read_text(encoding="utf-8").strip()
    found = document(version, "docs/spec", "testdata")
    out.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
