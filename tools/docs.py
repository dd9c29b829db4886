"""Writes docs/ as one static HTML site.

usage: bazel run //tools:docs [-- DIR]    (DIR: site/ in the workspace)

Pictures are drawn from their .dot sources, cases described on pages of their own, and every rule gets the list of its
cases.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import case_pages
import rules as spec

PACKAGES = "python3-sphinx python3-myst-parser furo graphviz"


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
        cases = spec.read_cases("testdata")
        chapters = {}
        for chapter in spec.chapters(staged / "spec"):
            chapters.update((rule.id, rule.chapter) for rule in spec.read_rules(chapter))
            case_pages.add_lists(chapter, cases)
        case_pages.write_pages(staged / "cases", cases, chapters)
        with (staged / "README.md").open("a", encoding="utf-8") as front:
            front.write("- [Cases](cases/README.md)\n")
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
