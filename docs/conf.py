"""Sphinx's settings for the site that `bazel run //tools:docs` writes."""

import os
import sys

from docutils import nodes

sys.path.insert(0, os.path.dirname(__file__))
from heading_slug import slug  # noqa: E402  (a separate module, because Sphinx pickles it)

project = "backedge"
extensions = ["myst_parser"]
root_doc = "README"
highlight_language = "none"  # a block without a language is a command or its output
html_theme = "furo"
html_title = "backedge"  # //tools:docs adds the version
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
html_static_path = ["site.css"]
html_css_files = ["site.css"]
myst_heading_anchors = 3
myst_heading_slug_func = slug


def name_sections(_, page):
    """Put the slug of a heading first among its ids, so the link of a rule does not depend on its title."""
    for section in page.findall(nodes.section):
        name = slug(section[0].astext())
        section["ids"] = [name, *(other for other in section["ids"] if other != name)]


def setup(app):
    app.connect("doctree-read", name_sections, priority=1)  # before the table of contents is made
