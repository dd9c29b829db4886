"""Backends with one vice each: `vice.py NAME`."""

import os
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


def takes_memory(self, request):
    held = []
    while True:
        held.append(bytearray(1 << 28))


def keeps_the_first(self, request):
    if self.since_load == 1:
        self.kept = right(self, request)
    return {"outputs": [self.kept]}


def drifts(self, request):
    return with_values(self, request, lambda values: [values[0], values[1] + self.runs % 2])


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
    "wears_out": answering(wears_out),
    "keeps_the_first": answering(keeps_the_first),
    "unknown_members": answering(unknown_members),
}

if __name__ == "__main__":
    VICES[sys.argv[1]]().serve()
