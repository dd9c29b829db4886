"""The published models that real_models.py runs, and inputs for them from a generator with a fixed seed.

The inputs of a model are a generator of {name: array}. It gets the outputs of each inference, which contain the
states for the next one.
"""

import gzip
import io
import json
import struct
import zipfile
import zlib

import numpy as np

SEED = 14
SPEECH_SECONDS = 1.5
PITCH, FORMANTS = 120, ((700, 130), (1200, 180), (2600, 300))  # Hz; of a voice that says "a"
HALF_OF_A_FILE, PADDING = 1024, 256                            # of magika


def speech(seed, rate):
    """A voice with syllables, a pause in the middle, and noise."""
    random = np.random.default_rng([SEED, seed, rate])
    time = np.arange(int(SPEECH_SECONDS * rate)) / rate
    pitch = PITCH * (1 + 0.15 * np.sin(2 * np.pi * 2.3 * time + random.uniform(0, 6)))
    phase = 2 * np.pi * np.cumsum(pitch) / rate
    voice = np.zeros_like(time)
    for harmonic in range(1, int(rate / 2 / PITCH / 1.2)):
        strength = sum(1 / (1 + ((harmonic * PITCH - center) / width) ** 2) for center, width in FORMANTS)
        voice += strength * np.sin(harmonic * phase + random.uniform(0, 6))
    syllables = np.clip(np.sin(2 * np.pi * 3.7 * time) + 0.4, 0, 1)
    spoken = np.abs(time - SPEECH_SECONDS / 2) > SPEECH_SECONDS / 8
    return (0.1 * voice * syllables * spoken + 0.002 * random.standard_normal(time.size)).astype(np.float32)


def windows(rate, batch):
    """The sounds cut as the detector takes them: 32 ms, after the last 4 ms of the window before."""
    size, before = rate * 32 // 1000, rate * 4 // 1000
    sounds = np.stack([speech(number, rate) for number in range(batch)])
    sounds = np.pad(sounds, ((0, 0), (before, 0)))
    for begin in range(0, sounds.shape[1] - size - before + 1, size):
        yield np.ascontiguousarray(sounds[:, begin:begin + before + size])


def detector(rates=(8000, 16000), batches=(1, 3), with_rate=True):
    """The detector, window by window, from a state of zeros."""
    for rate in rates:
        for batch in batches:
            state = np.zeros((2, batch, 128), np.float32)
            for window in windows(rate, batch):
                rates_input = {"sr": np.array(rate, np.int64)} if with_rate else {}
                _, state = yield {"input": window, "state": state, **rates_input}


def sequences():
    """The form of the detector that takes all windows of a sound at once."""
    zeros = np.zeros((1, 1, 128), np.float32)
    for number in range(4):
        yield {"input": np.concatenate(list(windows(16000, number + 1)))[:40], "h": zeros, "c": zeros + np.float32(number / 8)}


def files():
    """(type, bytes) of files with made-up contents."""
    random = np.random.default_rng([SEED, 0])
    words = ["".join(random.choice(list("abcdefghijklmnop"), 5)) for _ in range(40)]
    rows = random.integers(0, 1000, (60, 4)).tolist()
    python = "import math\n\n\n" + "".join(f"def {word}(x):\n    return math.sqrt(x) + {k}\n\n\n" for k, word in enumerate(words))
    c_source = "#include <stdio.h>\n\n" + "".join(f"static int {word}(int n) {{\n  return n * {k};\n}}\n\n" for k, word in enumerate(words))
    page = "<!DOCTYPE html>\n<html><body>\n" + "".join(f"<p class=\"a\">{word} &amp; {word}</p>\n" for word in words) + "</body></html>\n"
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as written:
        written.writestr(zipfile.ZipInfo("a.txt"), " ".join(words))
        written.writestr(zipfile.ZipInfo("b.py"), python)
    pixels = b"".join(b"\0" + bytes(random.integers(0, 256, 32 * 3, np.uint8)) for _ in range(32))
    chunks = ((b"IHDR", struct.pack(">2I5B", 32, 32, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(pixels)), (b"IEND", b""))
    picture = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks)
    yield "python", python.encode()
    yield "c", c_source.encode()
    yield "html", page.encode()
    yield "csv", ("id,a,b,c\n" + "".join(",".join(map(str, row)) + "\n" for row in rows)).encode()
    yield "json", json.dumps({word: row for word, row in zip(words, rows)}, indent=1).encode()
    yield "zip", archive.getvalue()
    yield "gzip", gzip.compress(python.encode(), mtime=0)
    yield "png", picture
    yield "randombytes", bytes(random.integers(0, 256, 4000, np.uint8))
    yield "txt", (" ".join(words) + ".\n").encode()


def classified():
    """The classifier: the beginning and the end of each file, alone and then all together."""
    def features(data):
        begin, end = data.lstrip()[:HALF_OF_A_FILE], data.rstrip()[-HALF_OF_A_FILE:]
        padded = list(begin) + [PADDING] * (HALF_OF_A_FILE - len(begin)) + [PADDING] * (HALF_OF_A_FILE - len(end)) + list(end)
        return np.array(padded, np.int32)
    rows = [features(data) for _, data in files()]
    for row in rows:
        yield {"bytes": row[np.newaxis]}
    yield {"bytes": np.stack(rows)}


# Where to cut a model whose bounds grow from layer to layer: nodes. The others are cut where they stop.
CLASSIFIER = "jax2tf_get_logits_/pjit_get_logits_"
CUTS = [["Unsqueeze__115"], [f"{CLASSIFIER}/MagikaV2/LayerNorm_1/Sum"], [f"{CLASSIFIER}/Max"]]

# (file below the folder of models, its inputs, its cuts)
MODELS = [
    ("silero_vad/data/silero_vad.onnx", detector, []),
    ("silero_vad/data/silero_vad_16k_op15.onnx", lambda: detector((16000,)), []),
    ("silero_vad/data/silero_vad_half.onnx", lambda: detector((16000,), with_rate=False), []),
    ("silero_vad/data/silero_vad_op18_ifless.onnx", detector, []),
    ("silero_vad/data/silero_vad_openvino_16k.onnx", lambda: detector((16000,), (1,), with_rate=False), []),
    ("silero_vad/data/silero_vad_16k_sequence.onnx", sequences, []),
    ("magika/models/standard_v3_3/model.onnx", classified, CUTS),
]
