"""Write docs/ as one static HTML site.

usage: bazel run //tools:docs [-- DIR]    (DIR: site/ in the workspace)

Draw the pictures from their .dot sources, describe the cases on pages of their own, and list the cases of
every rule below it. CONTRIBUTING.md becomes a page too.
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

sys.path.insert(0, "docs")
from heading_slug import slug  # noqa: E402

PACKAGES = "python3-sphinx python3-myst-parser furo graphviz"


CASES = "- [Cases](cases/README.md): every case of the corpus, and the rules that it tests\n"


def add_contents(page, grouped):
    """Give Sphinx the pages that a README links to, in the same order, as its table of contents.

    grouped  one table for each section, under the section's heading; links above the first section do not count
    """
    text = page.read_text(encoding="utf-8")
    sections = [section.partition("\n") for section in re.split("^## ", text, flags=re.M)[1:]] if grouped else [("", "", text)]
    with page.open("a", encoding="utf-8") as file:
        for heading, _, links in sections:
            pages = dict.fromkeys(re.findall(r"\]\((\w+(?:/\w+)*)\.md\)", links))
            caption = f":caption: {heading}\n" if heading else ""
            file.write(f"\n```{{toctree}}\n:hidden:\n{caption}\n" + "\n".join(pages) + "\n```\n")


def stage_front(staged):
    """The landing page and CONTRIBUTING.md, which are in other folders on the site than in the repository."""
    front = staged / "README.md"
    text = front.read_text(encoding="utf-8").replace("](../CONTRIBUTING.md)", "](CONTRIBUTING.md)")
    front.write_text(re.sub("^<!-- cases: .*\n", CASES, text, flags=re.M), encoding="utf-8")
    text = pathlib.Path("CONTRIBUTING.md").read_text(encoding="utf-8")
    (staged / "CONTRIBUTING.md").write_text(text.replace("](docs/", "]("), encoding="utf-8")


def drop_outer_links(page, staged):
    """Keep only the words of links to files outside of docs/: the site does not have these pages."""

    def kept(link):
        return link[0] if (page.parent / link[2]).resolve().is_relative_to(staged.resolve()) else link[1]

    text = page.read_text(encoding="utf-8")
    page.write_text(re.sub(r"\[([^\]]+)\]\((\.\./[^)\s]+)\)", kept, text), encoding="utf-8")


def drop_anchors(page):
    """Removes the anchors of headings that have the same id on the site anyway."""

    def kept(anchor):
        return "" if slug(anchor[2]) == anchor[1] else anchor[0]

    text = page.read_text(encoding="utf-8")
    page.write_text(re.sub(r'<a id="([^"]+)"></a>\n\n(?=#+ (.*)\n)', kept, text), encoding="utf-8")


def show_scripts(page):
    """Show the scripts of findings, which the repository's pages only link to."""
    shown = r"[\1](\1):\n\n```{literalinclude} \1\n:language: python\n```\n\nIts output:"
    text = page.read_text(encoding="utf-8")
    page.write_text(re.sub(r"^\[([\w/]+\.py)\]\(\1\):$", shown, text, flags=re.M), encoding="utf-8")


def read_version():
    return pathlib.Path("VERSION").read_text(encoding="utf-8").strip()


def inline_imports(site):
    """Puts what the theme's script and style sheet import into them.

    Debian's furo imports a script, which the script tag of its pages cannot do, and a style sheet that only a
    web server has.
    """
    script, style = site / "_static/scripts/furo.js", site / "_static/styles/furo.css"

    def text_of(found):
        file = pathlib.Path("/usr/share", found[1]) if found[0].startswith("@") else script.parent / found[1]
        return file.read_text(encoding="utf-8") if file.exists() else ""

    for file, pattern in ((script, r'^import Gumshoe from "(.*)";\n'), (style, r"^@import url\(/(javascript/[^)]*)\);")):
        file.write_text(re.sub(pattern, text_of, file.read_text(encoding="utf-8")), encoding="utf-8")


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
        stage_front(staged)
        for page in staged.glob("**/*.md"):
            drop_outer_links(page, staged)
            drop_anchors(page)
            show_scripts(page)
        for page in staged.glob("**/README.md"):
            add_contents(page, grouped=page.parent == staged)
        build = ["sphinx-build", "-q", "-W", "--keep-going", "-b", "html", "-d", f"{folder}/doctrees"]
        version = read_version()
        build += ["-D", f"release={version}", "-D", f"html_title=backedge {version}", staged, site]
        if subprocess.run(build).returncode != 0:
            print(f"if an extension or theme is missing:\n  apt-get install {PACKAGES}", file=sys.stderr)
            return 1
    inline_imports(site)
    shutil.copy(site / "README.html", site / "index.html")
    print(f"{site / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
