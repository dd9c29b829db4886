"""The functions of interpreter/c_api.h."""

import ctypes
import pathlib

INT64_POINTER = ctypes.POINTER(ctypes.c_int64)


class Tensor(ctypes.Structure):
    _fields_ = [("element_type", ctypes.c_char_p), ("rank", ctypes.c_int64), ("shape", INT64_POINTER), ("data", ctypes.c_void_p)]


class Port(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("element_type", ctypes.c_char_p), ("rank", ctypes.c_int64), ("shape", INT64_POINTER)]


class Event(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_char_p), ("loop", ctypes.c_char_p), ("depth", ctypes.c_int64), ("iteration", ctypes.c_int64),
                ("name", ctypes.c_char_p), ("tensor", ctypes.POINTER(Tensor))]


Trace = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(Event))


class Options(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("weights", ctypes.c_char_p), ("max_bytes", ctypes.c_int64),
                ("max_iterations", ctypes.c_int64), ("max_seconds", ctypes.c_double), ("trace", Trace), ("user", ctypes.c_void_p),
                ("overridden", ctypes.POINTER(ctypes.c_char_p)), ("overridden_count", ctypes.c_size_t),
                ("variable_outputs", ctypes.c_int)]


def _declare():
    """Load the library beside this file. ctypes releases the GIL during each call."""
    library = ctypes.CDLL(str(pathlib.Path(__file__).with_name("libbackedge.so")))
    handle, error = ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p)
    options = ctypes.POINTER(Options)
    signatures = {
        "version": (ctypes.c_char_p, []),
        "load": (handle, [ctypes.c_char_p, options, error]),
        "load_bytes": (handle, [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, options, error]),
        "free_model": (None, [handle]),
        "input_count": (ctypes.c_size_t, [handle]),
        "output_count": (ctypes.c_size_t, [handle]),
        "input": (Port, [handle, ctypes.c_size_t]),
        "output": (Port, [handle, ctypes.c_size_t]),
        "default_count": (ctypes.c_size_t, [handle]),
        "default": (Port, [handle, ctypes.c_size_t]),
        "run": (handle, [handle, ctypes.POINTER(Tensor), ctypes.c_size_t, options, error]),
        "free_outputs": (None, [handle]),
        "output_tensor": (Tensor, [handle, ctypes.c_size_t]),
        "error_phase": (ctypes.c_char_p, [handle]),
        "error_rule": (ctypes.c_char_p, [handle]),
        "error_where": (ctypes.c_char_p, [handle]),
        "error_message": (ctypes.c_char_p, [handle]),
        "free_error": (None, [handle]),
    }
    for name, (result, arguments) in signatures.items():
        function = getattr(library, "backedge_" + name)
        function.restype, function.argtypes = result, arguments
    return library


LIBRARY = _declare()
