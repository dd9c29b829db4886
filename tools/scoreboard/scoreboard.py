"""Make a static site from the results of several backends: the scoreboard, and a report for each of them.

usage: bazel run -c opt //tools:scoreboard -- RESULTS.jsonl... --out DIR [--docs URL]

A file has the name of its expectation list, such as openvino_reference.jsonl. tools/scoreboard/run verifies
real backends, writes these files and makes the site with the documentation.
"""

import argparse
import dataclasses
import html
import os
import pathlib
import re
import string

import page
import results as read

HERE = pathlib.Path(__file__).parent
# The columns of failures. Only runs of the required tier count there.
FAILURES = {
    "Wrong without notice": ("wrong value", "wrong shape", "wrong type", "missing output", "extra output", "unstable", "stale state", "accepted"),
    "Crashed or hung": ("crashed", "timed out", "protocol error"),
    "Refused": ("rejected", "failed"),
}


@dataclasses.dataclass
class Findings:
    page: str  # "onnxruntime"
    count: int


def findings_of(file, docs):
    """The page of findings whose name the results' file begins with, or None.

    Some pages are about several programs. There a finding is named "onnx.inliner: ...", and counts for
    onnx_inliner.
    """
    pages = {path.stem: re.findall(r"^\| \[[A-Z]+-\d+\]\(#[^)]*\) \| (.*?) \|", path.read_text(encoding="utf-8"), re.M)
             for path in sorted((docs / "findings").glob("*.md"))}
    longest = max((stem for stem in pages if file == stem or file.startswith(stem + "_")), key=len, default=None)
    if longest is not None:
        return Findings(longest, len(pages[longest]))
    for stem, titles in pages.items():
        of_program = [title for title in titles if title.partition(": ")[0].replace(".", "_") == file]
        if of_program:
            return Findings(stem, len(of_program))
    return None


def failures(results):
    """The number of required runs that fail, by column."""
    outcomes = [run.outcome for run in results.runs.values() if run.failed]
    return {column: sum(outcome in names for outcome in outcomes) for column, names in FAILURES.items()}


def tried(results):
    return len(results.runs) - results.count("skipped")


def bar(results):
    """The share of passed runs, as text and as a bar."""
    share = 100 * results.count("passed") / tried(results) if tried(results) else 0
    text = "100 %" if share == 100 else f"{min(share, 99.9):.1f} %"
    return f'<meter min="0" max="100" value="{share:.1f}" aria-hidden="true"></meter> {text}'


def row(results, docs, docs_url):
    findings = findings_of(results.file, docs)
    link = f"{docs_url}/findings/{findings.page}.html" if findings else ""
    counts = [f"{tried(results):,}", bar(results), *(f"{count:,}" for count in failures(results).values()),
              f"{results.count('differs'):,}", f"{results.count('skipped'):,}",
              f'<a href="{html.escape(link)}">{findings.count}</a>' if findings else ""]
    name = f'<a href="backends/{html.escape(results.file)}/index.html">{html.escape(results.label)}</a>'
    name += f" <small>{html.escape(results.version)}{'' if results.complete else ', incomplete'}</small>"
    return f'<tr><th scope="row">{name}</th>' + "".join(f"<td>{cell}</td>" for cell in counts) + "</tr>"


def scoreboard(all_results, docs, docs_url, version):
    """The page as HTML, the backend with the largest share of passed runs first."""
    ordered = sorted(all_results, key=lambda results: (-results.count("passed") / max(1, tried(results)), results.label))
    template = string.Template((HERE / "scoreboard.html").read_text(encoding="utf-8"))
    return template.substitute(
        css=(page.HERE / "page.css").read_text(encoding="utf-8"), version=html.escape(version), docs=html.escape(docs_url),
        runs=f"{max(len(results.runs) for results in all_results):,}",
        columns="".join(f'<th scope="col">{column}</th>' for column in FAILURES),
        rows="\n".join(row(results, docs, docs_url) for results in ordered))


def write_report(all_results, folder, corpus, docs_url):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "index.html").write_text(page.render_page(page.page_data(all_results, corpus, docs_url, ".html")), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(prog="scoreboard", description=__doc__.splitlines()[0])
    parser.add_argument("results", nargs="+", metavar="RESULTS.jsonl")
    parser.add_argument("--out", required=True, metavar="DIR")
    parser.add_argument("--docs", default="docs", metavar="URL", help="where the pages find the documentation [docs, inside DIR]")
    arguments = parser.parse_args()
    # `bazel run` starts in another folder; paths are relative to the caller's.
    caller = pathlib.Path(os.environ.get("BUILD_WORKING_DIRECTORY", "."))
    out, files = caller / arguments.out, [caller / file for file in arguments.results]
    docs, corpus = page.ROOT / "docs", page.ROOT / "testdata"
    is_inside = not re.match(r"\w+:|/", arguments.docs)

    def docs_from(depth):
        return "../" * depth + arguments.docs if is_inside else arguments.docs

    out.mkdir(parents=True, exist_ok=True)
    for file in files:
        alone = [read.read_results(file)]
        read.label_results(alone)
        write_report(alone, out / "backends" / alone[0].file, corpus, docs_from(2))
    all_results = [read.read_results(file) for file in files]
    read.label_results(all_results)
    version = (page.ROOT / "VERSION").read_text(encoding="utf-8").strip()
    (out / "index.html").write_text(scoreboard(all_results, docs, docs_from(0), version), encoding="utf-8")
    write_report(all_results, out / "rules", corpus, docs_from(1))
    print(out / "index.html")


if __name__ == "__main__":
    main()
