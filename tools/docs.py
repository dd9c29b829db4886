"""Writes docs/ as one static HTML site.

usage: bazel run //tools:docs [-- DIR]    (DIR: site/ in the workspace)

Pictures are drawn from their .dot sources, and every rule gets the list of its cases.
"""

import collections
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import rules as spec

PACKAGES = "python3-sphinx python3-myst-parser furo graphviz"


def cases_of_rules():
    cases = collections.defaultdict(list)
    for case in spec.read_cases("testdata"):
        for rule in case.rules | case.rejects:
            cases[rule].append(f"- `{case.path}`: {case.title}\n")
    return cases


def add_cases(chapter, cases):
    """Puts the cases of each rule behind it, that is before the anchor of the next."""
    text = chapter.read_text(encoding="utf-8")
    sections = re.split(r'(?=^<a id=")', text, flags=re.M)
    for i, section in enumerate(sections):
        named = re.match(r'<a id="([^"]+)"', section)
        if named and cases[named.group(1)]:
            sections[i] += "\n**Cases:**\n\n" + "".join(cases[named.group(1)]) + "\n"
    chapter.write_text("".join(sections), encoding="utf-8")


def add_contents(page):
    """Hands the pages that a README links to, in its order, to Sphinx as its table of contents."""
    pages = dict.fromkeys(re.findall(r"\((\w+(?:/\w+)*)\.md\)", page.read_text(encoding="utf-8")))
    with page.open("a", encoding="utf-8") as file:
        file.write("\n```{toctree}\n:hidden:\n\n" + "\n".join(pages) + "\n```\n")


def main():
    workspace = pathlib.Path(os.environ.get("BUILD_WORKSPACE_DIRECTORY", "."))
    site = workspace / (sys.argv[1] if len(sys.argv) > 1 else "site")
    missing = [program for program in ("sphinx-build", "dot") if not shutil.which(program)]
    if missing:
        print(f"missing: {', '.join(missing)}\n  apt-get install {PACKAGES}", file=sys.stderr)
        return 1

    with tempfile.TemporaryDirectory() as folder:
        staged = pathlib.Path(folder) / "docs"
        shutil.copytree("docs", staged)
        for source in staged.glob("**/*.dot"):
            subprocess.run(["dot", "-Tsvg", source, "-o", source.with_suffix(".svg")], check=True)
        cases = cases_of_rules()
        for chapter in spec.chapters(staged / "spec"):
            add_cases(chapter, cases)
        for page in staged.glob("**/README.md"):
            add_contents(page)
        build = ["sphinx-build", "-q", "-W", "--keep-going", "-b", "html", "-d", f"{folder}/doctrees", staged, site]
        if subprocess.run(build).returncode != 0:
            print(f"if an extension or theme is missing:\n  apt-get install {PACKAGES}", file=sys.stderr)
            return 1
    shutil.copy(site / "README.html", site / "index.html")
    print(f"{site / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
