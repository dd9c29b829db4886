"""Results as JUnit XML: a testsuite for each backend and case, a testcase for each run.

If there is an expectation list, only results that differ from it are failures.
"""

import collections
import re
import shlex
import xml.etree.ElementTree as ElementTree

BROKEN = ("failed", "crashed", "timed out", "protocol error")  # errors; the rest that fails are failures
NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_text(text):
    """A text without the characters that XML does not allow."""
    return NOT_XML.sub("\ufffd", text)


def details(results, run):
    again = "again: " + results.commands(shlex.quote(run.name))[0]
    return xml_text("\n".join(filter(None, [run.title, "rules: " + ", ".join(run.rules), run.text, again])))


def add_case(suite, results, run):
    case = ElementTree.SubElement(suite, "testcase", classname=suite.get("name"), name=xml_text(run.name.rpartition("/")[2]),
                                  time=f"{run.seconds:.4f}")
    said = xml_text(run.text.split("\n")[0][:200])
    if run.surprise:
        ElementTree.SubElement(case, "failure", type="unexpected", message=xml_text(run.surprise[:200])).text = details(results, run)
    elif run.failed and results.has_list:
        known = f"listed as {run.listed}" if run.listed else "newer than the list"
        ElementTree.SubElement(case, "skipped", message=xml_text(f"{run.outcome}, {known}"))
    elif run.kind == "failed":
        element = ElementTree.SubElement(case, "error" if run.outcome in BROKEN else "failure", type=run.outcome)
        element.set("message", f"{run.outcome}: {said}".removesuffix(": "))
        element.text = details(results, run)
    elif run.is_disturbed and not results.has_list:
        said = "another outcome in a process that other runs had used"
        ElementTree.SubElement(case, "failure", type="disturbed", message=said).text = details(results, run)
    elif run.kind == "skipped":
        ElementTree.SubElement(case, "skipped", message=said)
    elif run.kind == "differs":
        ElementTree.SubElement(case, "skipped", message=f"survey: {run.outcome}: {said}")
    if run.stderr:
        ElementTree.SubElement(case, "system-err").text = xml_text(run.stderr)


def add_suite(root, results, path, runs):
    suite = ElementTree.SubElement(root, "testsuite", name=xml_text(f"{results.label}: {path}"), tests=str(len(runs)))
    for run in runs:
        add_case(suite, results, run)
    for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(name, str(len(suite.findall(f"testcase/{tag}"))))
    suite.set("time", f"{sum(run.seconds for run in runs):.4f}")


def write_junit(file, all_results):
    root = ElementTree.Element("testsuites", name="backedge")
    for results in all_results:
        cases = collections.defaultdict(list)
        for run in results.runs.values():
            cases[run.case].append(run)
        for path, runs in sorted(cases.items()):
            add_suite(root, results, path, runs)
    ElementTree.ElementTree(root).write(file, encoding="utf-8", xml_declaration=True)
