"""A correct backend for the model whose Result is its Parameter.

The faulty backends change some of its methods.
"""

import json
import os
import shutil
import sys


class Backend:
    def __init__(self):
        self.runs = 0  # of this process
        self.since_load = 0

    def hello(self, request):
        assert 2 in request["protocols"], request
        self.scratch = request["scratch"]
        return {"hello": {"protocol": 2, "name": "faulty", "version": "1", "features": [], "formats": ["openvino-ir"]}}

    def load(self, request):
        self.since_load = 0
        return {"loaded": True}

    def run(self, request):
        self.runs += 1
        self.since_load += 1
        return {"outputs": [self.output(request["inputs"][0])]}

    def output(self, tensor):
        output = {key: value for key, value in tensor.items() if key != "name"}
        if "file" in tensor:
            output["file"] = shutil.copy(tensor["file"], os.path.join(self.scratch, "output.npy"))
        return output

    def unload(self, request):
        return {"unloaded": True}

    def bye(self, request):
        return {"bye": True}

    def send(self, text):
        sys.stdout.write(text)
        sys.stdout.flush()

    def answer(self, request):
        self.send(json.dumps({"id": request["id"], **getattr(self, request["do"])(request)}) + "\n")

    def serve(self):
        for line in sys.stdin:
            request = json.loads(line)
            self.answer(request)
            if request["do"] == "bye":
                break


if __name__ == "__main__":
    Backend().serve()
