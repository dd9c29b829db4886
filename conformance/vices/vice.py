"""Backends with one vice each: `vice.py NAME`."""

import os
import shutil
import signal
import sys
import time

import honest


def instead(change):
    """A backend that does `change(self, request)` in place of answering `run`."""

    class Vicious(honest.Backend):
        def answer(self, request):
            if request["do"] == "run":
                change(self, request)
            else:
                super().answer(request)

    return Vicious


def answering(make):
    """A backend that answers `run` by `make(self, request)`."""

    class Vicious(honest.Backend):
        def run(self, request):
            super().run(request)
            return make(self, request)

    return Vicious


def output(**changes):
    """A backend whose outputs have other members."""
    return answering(lambda self, request: {"outputs": [{**self.output(request["inputs"][0]), **changes}]})


def right(self, request):
    return self.output(request["inputs"][0])


def with_values(self, request, change):
    tensor = right(self, request)
    return {"outputs": [{**tensor, "values": change(tensor["values"])}]}


def twice(self, request):
    for _ in range(2):
        honest.Backend.answer(self, request)


def out_of_order(self, request):
    honest.Backend.answer(self, {**request, "id": request["id"] + 1})


def half_a_line(self, request):
    self.send('{"id": %d, "outp' % request["id"])
    time.sleep(60)


def half_a_line_and_exit(self, request):
    self.send('{"id": %d, "outp' % request["id"])
    sys.exit(0)


def banner(self, request):
    self.send("Initialising...\n")
    honest.Backend.answer(self, request)


def endless(self, request):
    while True:
        self.send("x" * (1 << 20))


def chatty(self, request):
    sys.stderr.write("noise\n" * 100000 + "the end of it\n")
    sys.stderr.flush()
    os.abort()


def stops_reading(self, request):
    os.close(0)
    honest.Backend.answer(self, request)
    time.sleep(60)


def closes_output(self, request):
    os.close(1)
    time.sleep(60)


def leaves_a_child(self, request):
    if os.fork() == 0:
        time.sleep(60)
    os._exit(3)


def leaves_a_daemon(self, request):
    """It holds the streams, in a session of its own."""
    if os.fork() == 0:
        os.setsid()
        time.sleep(5)
        os._exit(0)
    os._exit(3)


def moves_to_another_group(self, request):
    os.setpgid(0, os.getpgid(os.getppid()))
    time.sleep(60)


def writes_to_every_file(self, request):
    for number in range(3, 256):
        try:
            os.write(number, b"noise\n")
        except OSError:
            pass
    honest.Backend.answer(self, request)


def floods_standard_error(self, request):
    block = b"x" * (1 << 20)
    for _ in range(1 << 10):
        os.write(2, block)
    honest.Backend.answer(self, request)


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
    """A file of `size` bytes of zeros, which takes no room, behind its header."""
    header = "{'descr': '<i4', 'fortran_order': False, 'shape': %s, }" % (shape,)
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\0" + len(header).to_bytes(2, "little") + header.encode())
        file.truncate(file.tell() + size)


def in_the_answer(text):
    """A backend whose answer has `text` for a member."""
    return instead(lambda self, request: self.send('{"id": %d, %s}\n' % (request["id"], text)))


def value(text):
    return in_the_answer('"outputs": [{"element_type": "i32", "shape": [2], "values": [3, %s]}]' % text)


def takes_memory(self, request):
    held = []
    while True:
        held.append(bytearray(1 << 28))


def keeps_the_first(self, request):
    if self.since_load == 1:
        self.kept = right(self, request)
    return {"outputs": [self.kept]}


def drifts(self, request):
    return with_values(self, request, lambda values: [values[0], values[1] + (self.runs - 1) % 2])


def wrong_and_drifts(self, request):
    return with_values(self, request, lambda values: [values[0], values[1] + self.runs])


def dies_of_5(self, request):
    if request["inputs"][0]["values"][0] == 5:
        os.kill(os.getpid(), signal.SIGSEGV)
    return {"outputs": [right(self, request)]}


def poisoned_by_model_0():
    """Once it has loaded a model of the folder `0`, the process is wrong about all others."""

    class Vicious(honest.Backend):
        poisoned = False

        def load(self, request):
            self.wrong, self.poisoned = self.poisoned, self.poisoned or "/0/" in request["model"].replace(".", "/")
            return super().load(request)

        def run(self, request):
            return with_values(self, request, lambda v: [v[0], v[1] + self.wrong])

    return Vicious


def wears_out(self, request):
    return with_values(self, request, lambda values: [values[0], values[1] + self.since_load // 2])


def dies_at_unload():
    class Vicious(honest.Backend):
        def unload(self, request):
            os.kill(os.getpid(), signal.SIGSEGV)

    return Vicious


def dies_of_every_third():
    class Vicious(honest.Backend):
        def load(self, request):
            """By the model's folder, so that it is known which runs die."""
            if int(request["model"].split("/")[-2]) % 3 == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return super().load(request)

    return Vicious


def wrong_by_the_model(is_wrong):
    """A backend that is wrong about some models, by the last folder of their paths."""

    class Vicious(honest.Backend):
        def load(self, request):
            self.folder = request["model"].split("/")[-2]
            return super().load(request)

        def run(self, request):
            return with_values(self, request, lambda v: [v[0], v[1] + is_wrong(self.folder)])

    return Vicious


def unknown_members(self, request):
    return {"outputs": [{**right(self, request), "colour": "red"}], "took": 3}


VICES = {
    "none": honest.Backend,
    "wrong_value": answering(lambda self, request: with_values(self, request, lambda v: [v[0], v[1] + 1])),
    "wrong_for_every_third": wrong_by_the_model(lambda folder: int(folder) % 3 == 0),
    "wrong_for_a_twin": wrong_by_the_model(lambda folder: folder == "twin"),
    "wrong_shape": output(shape=[1, 2]),
    "wrong_type": output(element_type="i64"),
    "missing_output": answering(lambda self, request: {"outputs": []}),
    "extra_output": answering(lambda self, request: {"outputs": 2 * [right(self, request)]}),
    "rejects": answering(lambda self, request: {"rejected": {"phase": "run", "message": "no"}}),
    "skips": answering(lambda self, request: {"skipped": {"reason": "not today"}}),
    "fails": answering(lambda self, request: {"failed": {"message": "an exception"}}),
    "segfaults": instead(lambda self, request: os.kill(os.getpid(), signal.SIGSEGV)),
    "exits_with_0": instead(lambda self, request: sys.exit(0)),
    "half_a_line_and_exit": instead(half_a_line_and_exit),
    "leaves_a_child": instead(leaves_a_child),
    "chatty": instead(chatty),
    "dies_at_unload": dies_at_unload(),
    "dies_of_every_third": dies_of_every_third(),
    "is_silent": instead(lambda self, request: time.sleep(60)),
    "half_a_line": instead(half_a_line),
    "garbage": instead(lambda self, request: self.send("}{ \x1b[31m\n")),
    "zero_bytes": instead(lambda self, request: self.send("\0" * 100 + "\n")),
    "empty_line": instead(lambda self, request: self.send("\n")),
    "banner": instead(banner),
    "endless_line": instead(endless),
    "line_of_100_mb": instead(lambda self, request: self.send('"' + "x" * (100 << 20) + '"\n')),
    "nested_in_shape": in_the_answer('"outputs": [{"element_type": "i32", "shape": %s, "values": []}]' % ("[" * 1000000 + "]" * 1000000)),
    "nested_aside": in_the_answer('"outputs": [], "aside": %s' % ('{"a":' * 1000000 + "0" + "}" * 1000000)),
    "huge_number": value("1e99999"),
    "long_number": value("7" * (1 << 22)),
    "long_value": value('"%s"' % ("x" * (1 << 22))),
    "long_message": in_the_answer('"failed": {"message": "%s"}' % ("x" * (1 << 22))),
    "member_twice": in_the_answer('"outputs": [], "outputs": [{"element_type": "i32", "shape": [2], "values": [3, 4]}]'),
    "zero_byte_inside": in_the_answer('"failed": {"message": "a\0b"}'),
    "not_utf8": instead(lambda self, request: os.write(1, b'{"id": %d, "failed": {"message": "\xff\xfe"}}\n' % request["id"])),
    "huge_shape_of_nothing": output(shape=[1 << 62, 1 << 62, 0], values=[]),
    "rank_of_1000": output(shape=[1] * 1000, values=[3]),
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
    "leaves_a_daemon": instead(leaves_a_daemon),
    "moves_to_another_group": instead(moves_to_another_group),
    "stops_itself": instead(lambda self, request: os.kill(os.getpid(), signal.SIGSTOP)),
    "writes_to_every_file": instead(writes_to_every_file),
    "floods_standard_error": instead(floods_standard_error),
    "removes_scratch": instead(removes_scratch),
    "nested": instead(lambda self, request: self.send("[" * 1000000 + "\n")),
    "twice": instead(twice),
    "out_of_order": instead(out_of_order),
    "not_an_object": instead(lambda self, request: self.send("[]\n")),
    "answers_another_question": answering(lambda self, request: {"loaded": True}),
    "two_answers_in_one": answering(lambda self, request: {"outputs": [], "failed": {"message": ""}}),
    "short_values": output(values=[1]),
    "huge_shape": output(shape=[1 << 62, 1 << 62]),
    "value_out_of_range": output(values=[1, 1 << 40]),
    "no_such_file": output(values=None, file="/no/such/file.npy"),
    "closes_output": instead(closes_output),
    "stops_reading": instead(stops_reading),
    "takes_memory": instead(takes_memory),
    "drifts": answering(drifts),
    "wrong_and_drifts": answering(wrong_and_drifts),
    "dies_of_5": answering(dies_of_5),
    "poisoned_by_model_0": poisoned_by_model_0(),
    "wears_out": answering(wears_out),
    "keeps_the_first": answering(keeps_the_first),
    "unknown_members": answering(unknown_members),
}

if __name__ == "__main__":
    VICES[sys.argv[1]]().serve()
