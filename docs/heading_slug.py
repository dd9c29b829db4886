"""The anchors of headings, as links in docs/ write them."""

import re


def slug(heading):
    """slicing.md#SLICE-6, cases/loop.md#loop/control/never, findings/openvino.md#ov-1; else as forges have it:
    backend_protocol.md#other-answers."""
    if re.fullmatch(r"[A-Z]+-\d+|\S+/\S+", heading):
        return heading
    finding = re.match(r"[A-Z]+-\d+(?=:)", heading)
    return finding[0].lower() if finding else re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
