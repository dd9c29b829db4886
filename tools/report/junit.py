"""Results as JUnit XML: a testsuite for each backend and case, a testcase for each run."""

import collections
import re
import xml.etree.ElementTree as ElementTree

BROKEN = ("failed", "crashed", "timed out", "protocol error")  # errors; the rest that fails are failures
NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_text(text):
    """A text without the characters that XML has not."""
    return NOT_XML.sub("\ufffd", text)


def add_case(suite, results, run):
    case = ElementTree.SubElement(suite, "testcase", classname=suite.get("name"), name=xml_text(run.name.rpartition("/")[2]),
                                  time=f"{run.seconds:.4f}")
    said = xml_text(run.text.split("\n")[0][:200])
    if run.kind == "failed":
        element = ElementTree.SubElement(case, "error" if run.outcome in BROKEN else "failure", type=run.outcome)
        element.set("message", f"{run.outcome}: {said}".removesuffix(": "))
        again = results.again(run.name)
        element.text = xml_text("\n".join(filter(None, [run.title, "rules: " + ", ".join(run.rules), run.text, "again: " + again])))
    elif run.kind == "skipped":
        ElementTree.SubElement(case, "skipped", message=said)
    elif run.kind == "differs":
        ElementTree.SubElement(case, "skipped", message=f"survey: {run.outcome}: {said}")
    if run.stderr:
        ElementTree.SubElement(case, "system-err").text = xml_text(run.stderr)


def add_suite(root, results, path, runs):
    kinds = collections.Counter(run.kind for run in runs)
    errors = sum(run.failed and run.outcome in BROKEN for run in runs)
    counts = {"tests": len(runs), "failures": kinds["failed"] - errors, "errors": errors, "skipped": kinds["skipped"] + kinds["differs"]}
    suite = ElementTree.SubElement(root, "testsuite", name=xml_text(f"{results.label}: {path}"))
    for name, count in counts.items():
        suite.set(name, str(count))
    suite.set("time", f"{sum(run.seconds for run in runs):.4f}")
    for run in runs:
        add_case(suite, results, run)


def write_junit(file, all_results):
    root = ElementTree.Element("testsuites", name="backedge")
    for results in all_results:
        cases = collections.defaultdict(list)
        for run in results.runs.values():
            cases[run.case].append(run)
        for path, runs in sorted(cases.items()):
            add_suite(root, results, path, runs)
    ElementTree.ElementTree(root).write(file, encoding="utf-8", xml_declaration=True)
