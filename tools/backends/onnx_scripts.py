"""Scripts that show an inference of an ONNX model with an engine's own API."""

import onnx
import onnx.numpy_helper
import onnx.parser
import onnx.printer

import scripts

# The part of scripts before they show `got`.
RUN = """
model = {read}
{prepare}got = [np.asarray(value) for value in {call}]
"""


def write_script(title, model, feeds, expected, module, prepare, call):
    """A program: `prepare` uses `model`; `call` returns the outputs for FEEDS."""
    bfloat16 = scripts.needs_bfloat16([*feeds.values(), *(expected or [])])
    modules = ["import onnx", module, *(["import ml_dtypes"] if bfloat16 else [])]
    text = onnx.printer.to_text(model)
    if is_exact(text, model):
        constants, read = [("MODEL", scripts.quoted(text))], "onnx.parser.parse_model(MODEL)"
    else:
        constants, read = [("MODEL", scripts.encoded(model.SerializeToString()))], "onnx.load_from_string(MODEL)"
        modules.append("import base64")
    constants.append(("FEEDS", scripts.dict_of((name, scripts.literal(array)) for name, array in feeds.items())))
    return scripts.program(title, modules, constants, RUN.format(read=read, prepare=prepare, call=call), expected)


def is_exact(text, model):
    """Whether the parser reads the text as the same model.

    The printer shortens reals, and the parser is incomplete.
    """
    try:
        return plain(onnx.parser.parse_model(text)) == plain(model)
    except Exception:  # any exception of the parser makes the text useless
        return False


def plain(message):
    """A normalized copy: one way to store the elements of tensors and the standard domain of nodes."""
    copy = type(message)()
    copy.CopyFrom(message)
    for part in parts_of(copy):
        if isinstance(part, onnx.TensorProto):
            name, part.name = part.name, ""
            part.CopyFrom(onnx.numpy_helper.from_array(onnx.numpy_helper.to_array(part), name))
        elif isinstance(part, onnx.NodeProto) and not part.domain:
            part.ClearField("domain")
    return copy


def parts_of(message):
    yield message
    for field, value in message.ListFields():
        if field.message_type is not None:
            for part in value if field.is_repeated else [value]:
                yield from parts_of(part)
