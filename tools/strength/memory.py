"""Results that the mutation tester keeps between runs, in a folder next to its tree."""

import hashlib
import json
import pathlib
import pickle


def digest_of(*parts):
    """The digest of texts and of files' bytes."""
    made = hashlib.sha256()
    for part in parts:
        data = part.read_bytes() if isinstance(part, pathlib.Path) else part.encode()
        made.update(len(data).to_bytes(8, "little") + data)
    return made.hexdigest()


class Memory:
    def __init__(self, folder):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def recall(self, name, digest, make):
        """make(), or its last result under this name if the digest is still the same."""
        path = self.folder / (name.replace("/", "_") + ".pickle")
        if path.exists():
            old, value = pickle.loads(path.read_bytes())
            if old == digest:
                return value
        value = make()
        path.write_bytes(pickle.dumps((digest, value)))
        return value


class Answers:
    """The results of one killer: (word, unit) by the mutant's key.

    They are valid while its digest is the same.
    """

    def __init__(self, memory, killer, digest):
        self.path, self.digest = memory.folder / f"{killer}.json", digest
        old = json.loads(self.path.read_text()) if self.path.exists() else {"digest": "", "holding": {}, "likely": {}}
        self.holding = {key: tuple(answer) for key, answer in old["holding"].items()} if old["digest"] == digest else {}
        self.likely = old["likely"]  # the unit that killed a mutant some time ago, to be tried first

    def add(self, key, word, unit):
        self.holding[key] = word, unit
        if word == "killed":
            self.likely[key] = unit

    def save(self):
        self.path.write_text(json.dumps({"digest": self.digest, "holding": self.holding, "likely": self.likely}))
