"""The pieces of the scripts that adapters write: self-contained programs that use only an engine's own API."""

import base64
import textwrap

import numpy as np

import protocol

SHOW = '''
same = len(got) == len(EXPECTED)
for position, (expected, value) in enumerate(zip(EXPECTED, got)):
    same &= expected.dtype == value.dtype and np.array_equal(expected, value, equal_nan=value.dtype.kind == "f")
    print(f"output {position}")
    print(f"expected {expected.dtype}{list(expected.shape)}", expected, sep="\\n")
    print(f"got      {value.dtype}{list(value.shape)}", value, sep="\\n")
print("the same" if same else "not the same")
'''

SHOW_ACCEPTED = '''
print("expected a rejection")
for position, value in enumerate(got):
    print(f"output {position}: got {value.dtype}{list(value.shape)}", value, sep="\\n")
'''


def program(title, modules, constants, body, expected):
    """The text of a program.

    modules    import lines; NumPy is always imported
    constants  (name, expression) pairs
    body       sets `got`, a list of arrays
    expected   arrays, or None for a rejection
    """
    lines = [f'"""{title}"""', "", *sorted(["import numpy as np", *modules]), "", 'np.set_printoptions(floatmode="unique")', ""]
    if expected is not None:
        constants = [*constants, ("EXPECTED", list_of(literal(array) for array in expected))]
    lines += [f"{name} = {text}" for name, text in constants]
    return "\n".join(lines) + "\n" + body + (SHOW_ACCEPTED if expected is None else SHOW)


def list_of(expressions):
    return "[" + "".join(f"\n    {text}," for text in expressions) + "\n]"


def dict_of(pairs):
    return "{" + "".join(f"\n    {name!r}: {text}," for name, text in pairs) + "\n}"


def literal(array):
    """The array as an expression with the same bits."""
    if array.dtype == protocol.BFLOAT16:
        return f"{literal(array.view(np.uint16))}.view(ml_dtypes.bfloat16)"
    if array.dtype.kind == "f" and not is_plain(array):
        return f"{literal(array.view(f'uint{8 * array.itemsize}'))}.view(np.{array.dtype})"
    dtype = "bool" if array.dtype == bool else f"np.{array.dtype}"
    shape = "" if array.ndim == 1 else f".reshape({', '.join(map(str, array.shape))})" if array.ndim else ".reshape(())"
    return f"np.array({flat_list(array)}, {dtype}){shape}"


def is_plain(array):
    """Whether decimals are enough: no NaN, whose bits they would lose, and no infinity."""
    return bool(np.isfinite(array).all())


def flat_list(array):
    numbers = [repr(value.item()) if array.dtype.kind != "f" else np.format_float_positional(value) if 1e-5 < abs(float(value)) < 1e16
               else np.format_float_scientific(value) if value else "-0.0" if np.signbit(value) else "0.0" for value in array.reshape(-1)]
    return "\n".join(textwrap.wrap("[" + ", ".join(numbers) + "]", 110, subsequent_indent=" " * 8, break_on_hyphens=False))


def needs_bfloat16(arrays):
    return any(array.dtype == protocol.BFLOAT16 for array in arrays)


def quoted(text):
    """A long text as a readable literal."""
    return f"'''{text}'''" if "\\" not in text and "'''" not in text and not text.endswith("'") else repr(text)


def encoded(data):
    """Bytes as a literal: an expression of module base64."""
    return 'base64.b64decode("""\n' + "\n".join(textwrap.wrap(base64.b64encode(data).decode(), 110)) + '""")'
