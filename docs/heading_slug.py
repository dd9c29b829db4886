"""The anchors of headings, as links in docs/ write them."""

import re

# Ids of findings, whose anchors are lower case.
FINDINGS = ("IREE", "JAX", "LITERT", "MNN", "ONNX", "ORT", "OV", "RTEN", "RW", "TINY", "TORCH", "TRACT")


def slug(heading):
    """The id of a rule, finding or case if the heading begins with one; otherwise the slug that forges make.

    "SLICE-6: parts must fit" -> slicing.md#SLICE-6
    "OV-1: CPU: ..." -> findings/openvino.md#ov-1
    "loop/control/never" -> cases/loop.md#loop/control/never
    "Other answers" -> backend_protocol.md#other-answers
    """
    if re.fullmatch(r"\S+/\S+", heading):
        return heading
    named = re.match(r"([A-Z]+(?:-[A-Z]+)?)-\d+(?=:)", heading)
    if named:
        return named[0].lower() if named[1] in FINDINGS else named[0]
    return forge_slug(heading)


def forge_slug(heading):
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
