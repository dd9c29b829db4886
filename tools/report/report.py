"""Make reports from results.jsonl files: index.html, junit.xml, a badge and a summary. No backend is run.

usage: bazel run -c opt //tools:report -- RESULTS.jsonl... --out DIR
       backedge report RESULTS.jsonl... --out DIR      of the Python package
"""

import argparse
import os
import pathlib
import shutil
import sys

import junit
import page
import results as read
import summary


def parse_arguments():
    parser = argparse.ArgumentParser(
        prog="backedge report" if "BACKEDGE_REPORT" in os.environ else "report",
        description="Make reports from files of `backedge verify --results`; several files become one page.")
    parser.add_argument("results", nargs="+", metavar="RESULTS.jsonl")
    parser.add_argument("--out", required=True, metavar="DIR", help="the folder for index.html, junit.xml and badge.svg; or PAGE.html for the page alone")
    parser.add_argument("--docs", metavar="URL", help="where the page finds docs/ [docs/ of this workspace if DIR is inside it]")
    parser.add_argument("--corpus", metavar="DIR", help="the folder that contains MANIFEST [BACKEDGE_CORPUS, or testdata of this workspace]")
    return parser.parse_args()


def find_docs(out):
    """The relative path from a folder of the workspace to its docs/."""
    workspace = os.environ.get("BUILD_WORKSPACE_DIRECTORY", "")
    docs = pathlib.Path(workspace, "docs")
    is_inside = workspace and (docs / "spec").is_dir() and out.resolve().is_relative_to(workspace)
    return os.path.relpath(docs, out.resolve()) if is_inside else ""


def main():
    """Write the reports and return the exit code."""
    arguments = parse_arguments()
    # `bazel run` starts in another folder; paths are relative to the caller's.
    caller = pathlib.Path(os.environ.get("BUILD_WORKING_DIRECTORY", "."))
    out = caller / arguments.out
    corpus = caller / (arguments.corpus or os.environ.get("BACKEDGE_CORPUS", page.ROOT / "testdata"))
    file = out if out.suffix == ".html" else out / "index.html"
    docs = find_docs(file.parent) if arguments.docs is None else arguments.docs
    try:
        all_results = [read.read_results(caller / name) for name in arguments.results]
        read.label_results(all_results)
        file.parent.mkdir(parents=True, exist_ok=True)
        text = page.render_page(page.page_data(all_results, corpus, docs))
        file.write_text(text, encoding="utf-8")
        if file != out:
            junit.write_junit(out / "junit.xml", all_results)
        for results in all_results if file != out else []:
            (out / summary.badge_file(results, all_results)).write_text(summary.badge(results), encoding="utf-8")
    except OSError as error:
        print(f"report: {error}", file=sys.stderr)
        return 1
    print(summary.summary_text(all_results), end="")
    if not shutil.which("dot"):
        print("no pictures of models: Graphviz is missing (apt-get install graphviz)", file=sys.stderr)
    print(file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
