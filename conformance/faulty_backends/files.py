"""Faulty backends that misuse files."""

import os
import shutil
import stat

import honest
from kinds import answering, instead, output


def removes_scratch(self, request):
    shutil.rmtree(self.scratch, ignore_errors=True)
    self.send('{"id": %d, "skipped": {"reason": "done"}}\n' % request["id"])


def names_a_file(make):
    """A backend whose output is in a file that `make(path)` makes."""

    def run(self, request):
        path = os.path.join(self.scratch, "out.npy")
        make(path)
        tensor = {"element_type": "i32", "shape": [2], "file": path}
        return {"outputs": [tensor]}

    return answering(run)


def names_a_path(path):
    return answering(lambda self, request: {"outputs": [{"element_type": "i32", "shape": [2], "file": path(self)}]})


def behind_a_link(scratch):
    os.symlink(os.path.dirname(scratch), scratch + "/link")
    npy(scratch + "/link/kept.npy", (2,), 8)
    return scratch + "/link/kept.npy"


def npy(path, shape, size):
    """A sparse file: a header and `size` bytes of zeros."""
    header = "{'descr': '<i4', 'fortran_order': False, 'shape': %s, }" % (shape,)
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\0" + len(header).to_bytes(2, "little") + header.encode())
        file.truncate(file.tell() + size)


def marker(name):
    """A file that outlives the process."""
    return os.path.join(os.environ["TMPDIR"], name)


def overwrites_its_model():
    class Faulty(honest.Backend):
        def load(self, request):
            for file in (request["model"], request["weights"]):
                if file:
                    os.chmod(file, 0o666)
                    with open(file, "w") as stream:
                        stream.write("overwritten")
            return super().load(request)

    return Faulty


def links_to(target, request, scratch):
    """Create links with the names of the runner's next files, as far as they can be guessed."""
    for number in range(request["id"], request["id"] + 20):
        for name in ["in%d_%d.npy" % (number, k) for k in range(2)] + ["load%d.one" % number]:
            if not os.path.lexists(os.path.join(scratch, name)):
                os.symlink(target, os.path.join(scratch, name))


def lays_links():
    """Replace the paths of the runner's inputs and models with links to another file and folder."""

    class Faulty(honest.Backend):
        def run(self, request):
            links_to(marker("kept"), request, self.scratch)
            return {"outputs": []}

    return Faulty


def link_to_a_tensor(link):
    """Make a tensor outside of scratch, and `link(it, path)` inside."""

    def make(path):
        npy(marker("kept.npy"), (2,), 8)
        link(marker("kept.npy"), path)

    return make


def writes_to_every_file(self, request):
    for number in range(3, 256):
        try:
            os.write(number, b"noise\n")
        except OSError:
            pass
    honest.Backend.answer(self, request)


FAULTS = {
    "fifo": names_a_file(os.mkfifo),
    "endless_file": names_a_file(lambda path: os.symlink("/dev/zero", path)),
    "folder_as_file": names_a_file(os.mkdir),
    "huge_file": names_a_file(lambda path: npy(path, (1 << 40,), 1 << 42)),
    "file_with_overflow": names_a_file(lambda path: npy(path, (1 << 62, 1 << 62, 1 << 62), 8)),
    "file_outside": names_a_path(lambda self: "/etc/passwd"),
    "file_above": names_a_path(lambda self: self.scratch + "/../kept.npy"),
    "file_behind_a_link": names_a_path(lambda self: behind_a_link(self.scratch)),
    "scratch_as_file": names_a_path(lambda self: self.scratch + "/"),
    "files_of_20_gib": answering(lambda self, request: npy(self.scratch + "/o.npy", (25 << 20,), 100 << 20) or {
        "outputs": 200 * [{"element_type": "i32", "shape": [25 << 20], "file": self.scratch + "/o.npy"}]}),
    "writes_to_every_file": instead(writes_to_every_file),
    "removes_scratch": instead(removes_scratch),
    "no_such_file": output(values=None, file="/no/such/file.npy"),
    "overwrites_its_model": overwrites_its_model(),
    "lays_links": lays_links(),
    "symbolic_link": names_a_file(link_to_a_tensor(os.symlink)),
    "hard_link": names_a_file(link_to_a_tensor(os.link)),
    "device": names_a_file(lambda path: os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, 5))),
}
