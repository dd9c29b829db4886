"""Checks that every case.json conforms to case.schema.json and uses only features of features.txt.

Every TensorRT network that a run loads conforms to docs/tensorrt_network.schema.json.
"""

import json
import pathlib
import sys

try:
    import jsonschema
except ImportError:
    sys.exit("The JSON schema validator is missing: install Debian's package python3-jsonschema, or run tools/setup/install.")

ROOT = pathlib.Path("testdata")


def faults(validator, features, path):
    case = json.loads(path.read_text(encoding="utf-8"))
    for error in validator.iter_errors(case):
        yield "/".join(map(str, error.absolute_path)) + ": " + error.message[:200]
    for feature in sorted(set(case.get("features", ())) - features):
        yield "feature %s is not in features.txt" % feature


def networks(path):
    """(run, text) of each network of a case, with the values of its table; one run for each text."""
    case = json.loads(path.read_text(encoding="utf-8"))
    if case["format"] != "tensorrt-network":
        return
    seen = set()
    for run in case["runs"]:
        if run.get("rejected", {}).get("phase") in ("read", "load"):
            continue
        text = (path.parent / "model.json").read_text(encoding="utf-8")
        for name, value in zip(case.get("columns", []), run.get("at", [])):
            text = text.replace("{{%s}}" % name, str(value))
        if text not in seen:
            seen.add(text)
            yield run.get("name", "-"), text


def network_faults(validator, path):
    for run, text in networks(path):
        for error in validator.iter_errors(json.loads(text)):
            yield "%s: %s: %s" % (run, "/".join(map(str, error.absolute_path)), error.message[:200])


def schema_of(path, wrong):
    """The validator of a schema, which must reject this."""
    schema = json.loads(path.read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    if validator.is_valid(wrong):
        sys.exit("%s accepts %s" % (path, json.dumps(wrong)))
    return validator


def main():
    validator = schema_of(ROOT / "case.schema.json", {})
    of_networks = schema_of(pathlib.Path("docs/tensorrt_network.schema.json"),
                            {"format": "tensorrt-network", "calls": [{"as": "x", "call": "addLoops"}]})
    features = set((ROOT / "features.txt").read_text(encoding="utf-8").split())
    cases = sorted(ROOT.glob("**/case.json"))
    wrong = ["%s: %s" % (path, fault) for path in cases for fault in faults(validator, features, path)]
    wrong += ["%s: %s" % (path, fault) for path in cases for fault in network_faults(of_networks, path)]
    count = sum(1 for path in cases for _ in networks(path))
    print("\n".join(wrong))
    print("%d cases, %d networks, %d faults" % (len(cases), count, len(wrong)))
    return 1 if wrong or not cases or not count else 0


if __name__ == "__main__":
    sys.exit(main())
