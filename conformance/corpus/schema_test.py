"""Checks that every case.json conforms to case.schema.json and uses only features of features.txt."""

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


def main():
    schema = json.loads((ROOT / "case.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    if validator.is_valid({}):
        sys.exit("the schema accepts an empty case")
    features = set((ROOT / "features.txt").read_text(encoding="utf-8").split())
    cases = sorted(ROOT.glob("**/case.json"))
    wrong = ["%s: %s" % (path, fault) for path in cases for fault in faults(validator, features, path)]
    print("\n".join(wrong))
    print("%d cases, %d faults" % (len(cases), len(wrong)))
    return 1 if wrong or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
