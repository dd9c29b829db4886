"""Check that every link of docs/, README.md and CONTRIBUTING.md leads to a page and, after a #, an anchor.

A forge has the anchors that are written, and those that it makes of headings. The site that `bazel run
//tools:docs` writes has the slugs of headings alone. A link must be right in both.
"""

import pathlib
import re
import sys

sys.path.insert(0, "docs")
from heading_slug import forge_slug, slug  # noqa: E402


def anchors(text):
    """The anchors of a page on a forge and on the site, as two sets."""
    headings = [heading.replace("`", "").strip() for heading in re.findall(r"^#+ (.*)$", text, re.M)]
    written = set(re.findall(r'<a id="([^"]+)">', text))
    return written | set(map(forge_slug, headings)), set(map(slug, headings))


def check():
    files = [pathlib.Path("README.md"), pathlib.Path("CONTRIBUTING.md"), *pathlib.Path("docs").glob("**/*.md")]
    pages = {page.resolve(): page.read_text(encoding="utf-8") for page in files}
    links = 0
    for page, text in sorted(pages.items()):
        text = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if re.match(r"[a-z]+:", target):
                continue
            links += 1
            file, _, anchor = target.partition("#")
            to = (page.parent / file).resolve() if file else page
            if to not in pages:
                source = to.with_suffix(".dot") if to.suffix == ".svg" else to  # the site's build draws it
                if not source.exists():
                    yield f"{page.name}: no page: {target}"
            elif anchor:
                for place, found in zip(("a forge", "the site"), anchors(pages[to])):
                    if anchor not in found:
                        yield f"{page.name}: no such anchor on {place}: {target}"
    if links < 100:
        yield f"{links} links only: the documents are missing"


wrong = list(check())
print("\n".join(wrong) or "every link is valid")
sys.exit(bool(wrong))
