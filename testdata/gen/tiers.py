"""Find the survey runs: their result depends on a decided rule. docs/spec/README.md, "Tiers"."""

import re

from expand import expand

# Rules that, by their status in docs/spec, only this project enforces: others may accept a violation.
DECIDED = {"BACK-1", "BODY-4", "GRAPH-1", "GRAPH-2", "GRAPH-3", "GRAPH-4", "GRAPH-5", "INPUT-1", "INPUT-2", "INPUT-3", "INPUT-4", "ITER-3",
           "LIMIT-1", "LIMIT-2", "LIMIT-3", "LIMIT-4", "NUM-8", "OP-1", "OUT-3", "PORT-1", "PORT-2", "PORT-3", "PORT-4", "PORT-6", "READ-1", "READ-3",
           "READ-4", "READ-7", "SLICE-2", "SLICE-3", "SLICE-4", "SLICE-6", "SLICE-8", "SLICE-9", "TRT-22", "TRT-23", "TRT-24", "WEIGHTS-1", "ZERO-3"}

# The defaults of an entry's attributes; Loop-5's page has none of these attributes (PORT-4).
PLAIN = {"start": "0", "end": "-1", "stride": "1", "part_size": "1"}
PORT_MAP_OF_A_LOOP = re.compile(r'<(?:layer|operation) [^>]*type="Loop"[^>]*>\s*(?:<data[^>]*/>\s*)?<port_map>(.*?)</port_map>', re.S)


def tiered(run, model, columns=None):
    """The run with its tier: survey if only decided rules reject it, or a Loop has attributes not on its page.

    A run with `"tier": "required"` is required even if a decided rule rejects it.
    """
    said = run.get("tier")
    rules = run.get("rejected", {}).get("rule", [])
    decided = bool(rules) and DECIDED.issuperset([rules] if isinstance(rules, str) else rules) and said != "required"
    if said == "survey" and not decided:
        return run
    rest = {key: value for key, value in run.items() if key != "tier"}
    if not decided and not cuts_a_loop(expand(model, columns, run.get("at"))):
        return rest
    head = {key: run[key] for key in ("name", "at") if key in run}
    return {**head, "tier": "survey", **rest}


def cuts_a_loop(model):
    """Whether an entry of a Loop has a start, end, stride or part_size other than the defaults."""
    for entries in PORT_MAP_OF_A_LOOP.findall(model):
        for name, value in re.findall(r' (start|end|stride|part_size)="([^"]*)"', entries):
            if value != PLAIN[name]:
                return True
    return False
