"""A backend that passes models to another one after replacing one text in them. It also writes scripts.

    misreads.py TEXT OTHER COMMAND...
"""

import json
import pathlib
import subprocess
import sys

text, other, *command = sys.argv[1:]
behind = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def answer(request):
    if request["do"] == "hello":
        answer.scratch = request["scratch"]
    if request["do"] == "script":
        return {"id": request["id"], "script": "print(%r)\n" % json.dumps([request["inputs"], request.get("expected")])}
    if request["do"] == "load":
        model = pathlib.Path(request["model"])
        misread = pathlib.Path(answer.scratch, "misread" + model.suffix)
        misread.write_bytes(model.read_bytes().replace(text.encode(), other.encode()))
        request["model"] = str(misread)
    behind.stdin.write(json.dumps(request) + "\n")
    behind.stdin.flush()
    given = json.loads(behind.stdout.readline())
    if "hello" in given:
        given["hello"]["scripts"] = True
    return given


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
behind.stdin.close()
behind.wait()
