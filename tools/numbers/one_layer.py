"""Run one operation on arrays, and write tables into docs/functions.md."""

import pathlib
import subprocess
import tempfile

import numpy as np

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/functions.md"


def layer(number, type_, attributes, inputs, outputs, count, version="opset1"):
    port = '<port id="{}"><dim>%d</dim></port>' % count
    return (f'<layer id="{number}" name="{number}" type="{type_}" version="{version}"><data {attributes}/>'
            f'<input>{"".join(map(port.format, range(inputs)))}</input>'
            f'<output>{"".join(map(port.format, range(inputs, inputs + outputs)))}</output></layer>')


def run(program, operation, version, element_type, columns):
    """The output of an OpenVINO operation whose operands are these arrays of one size.

    program  backedge
    """
    count, operands = len(columns[0]), len(columns)
    layers = [layer(i, "Parameter", f'shape="{count}" element_type="{element_type}"', 0, 1, count) for i in range(operands)]
    layers.append(layer(operands, operation, "", operands, 1, count, f"opset{version}"))
    layers.append(layer(operands + 1, "Result", "", 1, 0, count))
    edge = '<edge from-layer="{}" from-port="{}" to-layer="{}" to-port="{}"/>'
    edges = [edge.format(i, 0, operands, i) for i in range(operands)] + [edge.format(operands, operands, operands + 1, 0)]
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "model.xml")
        file.write_text(f'<net name="one" version="11"><layers>{"".join(layers)}</layers><edges>{"".join(edges)}</edges></net>', encoding="utf-8")
        inputs = []
        for i, column in enumerate(columns):
            np.save(f"{folder}/{i}.npy", column)
            inputs += ["--input", f"{i}={folder}/{i}.npy"]
        subprocess.run([program, "run", file, *inputs, "--output-dir", folder + "/out", "--max-seconds", "3600"], check=True,
                       stdout=subprocess.DEVNULL)
        (output,) = pathlib.Path(folder, "out").glob("*.npy")
        return np.load(output)


def write_rows(mark, rows, order, worth=lambda row: 0):
    """Replaces these rows of the table between the comments `mark: begin` and `mark: end`.

    rows   {name: row}; a row shows its name as `name` first
    worth  a row that is worth more than its new one stays
    """
    begin, end = f"<!-- {mark}: begin -->\n", f"<!-- {mark}: end -->\n"
    before, rest = PAGE.read_text(encoding="utf-8").split(begin)
    table, after = rest.split(end)
    lines = table.splitlines(keepends=True)
    rows = dict(rows)
    for name, old in ((line.split("`")[1], line) for line in lines[2:]):
        rows[name] = max(rows.get(name, old), old, key=worth)
    PAGE.write_text(before + begin + "".join(lines[:2] + [rows[name] for name in order if name in rows]) + end + after, encoding="utf-8")
