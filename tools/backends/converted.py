"""Converted from python/backedge/converted.py, for the engines of this folder."""

import answers  # noqa: F401  (makes the package importable)
from backedge.converted import Converted  # noqa: F401
