"""The answers of an engine other than outputs, as exceptions."""


class Rejected(Exception):
    """The model or its inputs are wrong."""


class Skipped(Exception):
    """They may be right, but the engine lacks a feature that they need."""


class Failed(Exception):
    """The engine failed."""
