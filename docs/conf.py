"""Sphinx's settings for the site that `bazel run //tools:docs` writes."""

project = "backedge"
extensions = ["myst_parser"]
root_doc = "README"
html_theme = "furo"
html_title = "backedge"
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
html_static_path = ["site.css"]
html_css_files = ["site.css"]
myst_heading_anchors = 2
myst_heading_slug_func = str  # as it is: rules keep their capitals, slicing.md#SLICE-6
