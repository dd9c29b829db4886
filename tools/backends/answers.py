"""The exceptions of python/backedge/answers.py, which is not installed here."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "python"))

from backedge.answers import Failed, Rejected, Skipped  # noqa: E402, F401
