"""`backedge run` on files."""

import json
import subprocess


def run_program(program, model, inputs, out, output_format="npy"):
    """Each output as (its file, what outputs.json says of it), and None; or None, and the error as an object.

    inputs  file by name or position
    out     the folder for the outputs
    """
    words = [word for name, file in inputs.items() for word in ("--input", f"{name}={file}")]
    done = subprocess.run([program, "run", model, *words, "--output-dir", out, "--output-format", output_format, "--error-format", "json",
                           "--max-seconds", "60"], capture_output=True, text=True)
    if done.returncode != 0:
        return None, json.loads(done.stderr.strip().splitlines()[-1])
    listed = json.loads((out / "outputs.json").read_text(encoding="utf-8"))["outputs"]
    return [(out / entry["file"], entry) for entry in listed], None
