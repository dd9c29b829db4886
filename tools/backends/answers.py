"""What an engine may answer but outputs: exceptions, so that they can be raised wherever it shows."""


class Rejected(Exception):
    """The model or its inputs are wrong."""


class Skipped(Exception):
    """They may be right, but the engine has not what they need."""


class Failed(Exception):
    """The engine broke."""
