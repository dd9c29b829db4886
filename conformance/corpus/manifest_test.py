"""Checks that MANIFEST has the digest of each case's folder: of the output of `sha256sum *` there."""

import hashlib
import pathlib
import sys

ROOT = pathlib.Path("testdata")


def digest(folder):
    lines = ("%s  %s\n" % (hashlib.sha256(file.read_bytes()).hexdigest(), file.name) for file in sorted(folder.iterdir()))
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def main():
    entries = [line.split() for line in (ROOT / "MANIFEST").read_text(encoding="utf-8").splitlines()]
    paths = [path for path, _, _ in entries]
    wrong = ["changed: " + path for path, _, listed in entries if digest(ROOT / path) != listed]
    if paths != sorted(set(paths)):
        wrong.append("the paths are not in order, or one is listed twice")
    print("\n".join(wrong))
    print("%d cases, %d faults" % (len(entries), len(wrong)))
    return 1 if wrong or not entries else 0


if __name__ == "__main__":
    sys.exit(main())
