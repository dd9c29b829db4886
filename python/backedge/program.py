"""The program `backedge`, and the corpus that it verifies with."""

import json
import os
import pathlib
import shutil
import sys
from typing import Any, Dict

_HERE = pathlib.Path(__file__).parent


def program() -> str:
    """The file of the program."""
    return str(_HERE / "bin" / "backedge")


def corpus() -> str:
    """The folder of the corpus."""
    return str(_HERE / "corpus")


def rules() -> Dict[str, Dict[str, Any]]:
    """The specification by rule: {"SLICE-6": {"title": ..., "status": ..., "text": ..., "cases": ..., ...}}.

    schemas()["rules"] describes it.
    """
    return json.loads((_HERE / "rules.json").read_text(encoding="utf-8"))["rules"]


def schemas() -> Dict[str, Dict[str, Any]]:
    """The JSON schemas by name: case, backend_protocol, results_format, expectations, tensorrt_network, ..."""
    files = (_HERE / "schemas").glob("*.schema.json")
    return {file.name.split(".")[0]: json.loads(file.read_text(encoding="utf-8")) for file in files}


def main() -> None:
    """Become the program, or the one that makes reports."""
    os.environ.setdefault("BACKEDGE_CORPUS", corpus())
    os.environ["BACKEDGE_REPORT"] = "1"  # the program prints commands that use it
    if sys.argv[1:2] == ["report"]:
        os.execv(sys.executable, [sys.executable, str(_HERE / "report" / "report.py"), *sys.argv[2:]])
    # The program prints commands to type next, and they begin with this word.
    name = "backedge" if shutil.which("backedge") == sys.argv[0] else sys.argv[0]
    os.execv(program(), [name, *sys.argv[1:]])
