"""Tests the program: the outputs of each network, by hand, and some of the words that explain it."""

import subprocess
import sys

PROGRAM = sys.argv[1]


def run(name):
    done = subprocess.run([PROGRAM, name], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done
    return done.stdout


# i = 5, 7, 9, 11, 13; 3, 6, 12, 24: three values are below 20, and five positions are padding.
assert run("for").endswith("i32[]: 13\n"), run("for")
text = run("while")
assert "f32[]: 24\nf32[8]: 3 6 12 " in text and "before each iteration: " in text, text
text = run("nested")
assert text.endswith("f32[2]: 6 60\n") and "joined along the new axis 0" in text, text
# c' = f c + i g and h' = o tanh(c') in double by hand; f32 agrees in five digits.
text = run("lstm")
hidden, cell = text.split("\n")[-3:-1]
assert hidden.startswith("f32[1,2]: 0.14207") and cell.startswith("f32[1,2]: 0.34620"), text
assert run("for") in subprocess.run([PROGRAM], capture_output=True, text=True, check=True).stdout
