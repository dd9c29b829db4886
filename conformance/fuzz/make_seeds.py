"""Make the seeds of a fuzz target and its dictionary.

    make_seeds.py TARGET OUT_FOLDER DICTIONARY FILES...
"""

import pathlib
import sys

from model_seeds import model_seeds, model_words
from onnx_seeds import onnx_seeds, onnx_words, tensor_file_seeds, tensor_file_words
from text_seeds import (
    case_seeds,
    expectations_seeds,
    expectations_words,
    json_words,
    network_seeds,
    npy_seeds,
    npy_words,
    protocol_seeds,
    results_seeds,
)

TARGETS = {
    "model": (model_seeds, model_words),
    "onnx": (onnx_seeds, onnx_words),
    "tensor_file": (tensor_file_seeds, tensor_file_words),
    "network": (network_seeds, json_words),
    "npy": (npy_seeds, npy_words),
    "case": (case_seeds, json_words),
    "protocol": (protocol_seeds, json_words),
    "results": (results_seeds, json_words),
    "expectations": (expectations_seeds, expectations_words),
}


def quote(word):
    """A word in the format of libFuzzer's dictionaries."""
    data = word.encode("latin-1", errors="ignore")
    return '"' + "".join(chr(b) if 32 <= b < 127 and b not in b'"\\' else f"\\x{b:02x}" for b in data) + '"'


def main():
    target, folder, dictionary, *files = sys.argv[1:]
    make, list_words = TARGETS[target]
    seeds = list(make([pathlib.Path(file) for file in files]))
    names = [name for name, _ in seeds]
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for number, (name, seed) in enumerate(seeds):
        unique = name if names.count(name) == 1 else f"{name}_{number}"
        (folder / unique).write_bytes(seed)
    words = sorted(word for word in list_words(seeds) if 0 < len(word) <= 64)
    pathlib.Path(dictionary).write_text("".join(quote(word) + "\n" for word in words))


if __name__ == "__main__":
    main()
