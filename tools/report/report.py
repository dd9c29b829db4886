"""Makes reports of results.jsonl files, without running anything: index.html, junit.xml, a badge and a summary.

usage: bazel run //tools:report -- RESULTS.jsonl... --out DIR
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
    parser = argparse.ArgumentParser(prog="report", description="Reports of `backedge verify --results FILE.jsonl`; several files become one page.")
    parser.add_argument("results", nargs="+", metavar="RESULTS.jsonl")
    parser.add_argument("--out", required=True, metavar="DIR", help="where index.html, junit.xml and badge.svg go")
    parser.add_argument("--docs", default="", metavar="URL", help="where the page finds docs/, for its links to rules [no links]")
    parser.add_argument("--corpus", default="testdata", metavar="DIR", help="the folder of MANIFEST [the one of this workspace]")
    return parser.parse_args()


def corpus_notes(all_results, corpus):
    digest = page.corpus_digest(corpus)
    others = [results.label for results in all_results if results.digest != digest]
    return [f"Made with another state of the corpus than the cases that are described here: {', '.join(others)}."] if others else []


def main():
    arguments = parse_arguments()
    # `bazel run` begins elsewhere; paths are the caller's.
    caller = pathlib.Path(os.environ.get("BUILD_WORKING_DIRECTORY", "."))
    corpus = arguments.corpus if arguments.corpus == "testdata" else caller / arguments.corpus
    try:
        all_results = [read.read_results(caller / file) for file in arguments.results]
        read.label_results(all_results)
        out = caller / arguments.out
        out.mkdir(parents=True, exist_ok=True)
        data = page.page_data(all_results, corpus, "docs", arguments.docs)
        data["notes"] = corpus_notes(all_results, corpus)
        (out / "index.html").write_text(page.render_page(data), encoding="utf-8")
        junit.write_junit(out / "junit.xml", all_results)
        for results in all_results:
            (out / summary.badge_file(results, all_results)).write_text(summary.badge(results), encoding="utf-8")
    except OSError as error:
        print(f"report: {error}", file=sys.stderr)
        return 1
    print(summary.summary_text(all_results), end="")
    if not shutil.which("dot"):
        print("no pictures of models: Graphviz is missing (apt-get install graphviz)", file=sys.stderr)
    print(out / "index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
