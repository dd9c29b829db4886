"""Write weights and inputs for testdata/examples/page_lstm.xml, the same on every machine.

    python3 tools/setup/quickstart_data.py FOLDER

The page that the model is from gives no weights, so these are random. All are small multiples of a power of
two: exact in f32.
"""

import array
import pathlib
import random
import struct
import sys


def draw(random_numbers, count, bound):
    """`count` values from [-bound, bound) as little-endian f32; bound is a power of two."""
    values = ((random_numbers.getrandbits(16) - 2**15) * (bound / 2**15) for _ in range(count))
    floats = array.array("f", values)
    if sys.byteorder == "big":
        floats.byteswap()
    return floats.tobytes()


def write_weights(path, random_numbers):
    """The constants at the offsets that the model's `data` elements name: shape, W and B, shape."""
    content = struct.pack("<2q", 1, 512)
    content += draw(random_numbers, 1024 * 768, 1 / 16)
    content += draw(random_numbers, 1024, 1 / 16)
    content += struct.pack("<3q", 1, 1, 256)
    path.write_bytes(content)


def write_input(path, shape, random_numbers):
    """A .npy file of version 1.0, and a line that shows it."""
    count = shape[0] * shape[1] * (shape[2] if len(shape) > 2 else 1)
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + "\n"
    content = draw(random_numbers, count, 1)
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + content)
    first, last = struct.unpack("<3f", content[:12]), struct.unpack("<3f", content[-12:])
    row = " ".join(f"{value: .6f}" for value in first) + "  ... " + " ".join(f"{value: .6f}" for value in last)
    print(f"  {path.name:6} f32 {str(list(shape)).replace(' ', ''):11} [{row}]")


def main():
    folder = pathlib.Path(sys.argv[1])
    random_numbers = random.Random(7)
    write_weights(folder / "page_lstm.bin", random_numbers)
    write_input(folder / "x.npy", (1, 25, 512), random_numbers)
    write_input(folder / "h.npy", (1, 256), random_numbers)
    write_input(folder / "c.npy", (1, 256), random_numbers)


if __name__ == "__main__":
    main()
