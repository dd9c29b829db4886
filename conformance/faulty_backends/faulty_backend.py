"""Faulty backends, each with one fault: `faulty_backend.py NAME`."""

import ctypes
import os
import signal
import sys
import time

import files
import hellos
import honest
import lines
from files import marker
from kinds import answering, folder_of, instead, output, right, with_values


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
    """A child process in its own session keeps the streams open."""
    if os.fork() == 0:
        os.setsid()
        time.sleep(5)
        os._exit(0)
    os._exit(3)


def moves_to_another_group(self, request):
    os.setpgid(0, os.getpgid(os.getppid()))
    time.sleep(60)


def floods_standard_error(self, request):
    block = b"x" * (1 << 20)
    for _ in range(1 << 10):
        os.write(2, block)
    honest.Backend.answer(self, request)


def sleeps_with_a_child(self, request):
    child = os.fork()
    if child > 0:
        with open(marker("pids.new"), "w") as file:
            file.write("%d %d" % (os.getpid(), child))
        os.rename(marker("pids.new"), marker("pids"))
    time.sleep(600)


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
    """After it has loaded a model of the folder `0`, the process gives wrong results for all others."""

    class Faulty(honest.Backend):
        poisoned = False

        def load(self, request):
            self.wrong, self.poisoned = self.poisoned, self.poisoned or "/0/" in request["model"].replace(".", "/")
            return super().load(request)

        def run(self, request):
            return with_values(self, request, lambda v: [v[0], v[1] + self.wrong])

    return Faulty


def at_bye(change):
    """Right in every run; `change(self, request)` instead of answering `bye`."""

    class Faulty(honest.Backend):
        def answer(self, request):
            if request["do"] == "bye":
                change(self, request)
            else:
                super().answer(request)

    return Faulty


class WrongAndSilentAtBye(honest.Backend):
    """Wrong in every run, so that it is restarted, and never answers `bye`. Writes down each one."""

    def run(self, request):
        return with_values(self, request, lambda values: [values[0], values[1] + 1])

    def answer(self, request):
        if request["do"] == "bye":
            with open(marker("byes"), "a") as file:
                file.write("bye\n")
            time.sleep(60)
        super().answer(request)


def after_bye(change):
    def answer_first(self, request):
        honest.Backend.answer(self, request)
        change(self)

    return at_bye(answer_first)


def complains_of_each(self, request):
    """Answers odd numbers; even ones are skipped."""
    k = request["inputs"][0]["values"][0]
    if k % 2 == 0:
        return {"skipped": {"reason": "no element type x8"}}
    return {"failed": {"message": 'Traceback (most recent call last):\n  File "/a/b.py", line %d, in f\n    f(%d)\n'
                                  "ValueError: cannot take %d" % (k, k, k)}}


def complains_of_all_sorts(self, request):
    k = request["inputs"][0]["values"][0]
    word = "".join(chr(ord("a") + int(digit)) for digit in str(k))
    return [{"failed": {"message": "broken by " + word}}, {"skipped": {"reason": "no " + word}},
            {"rejected": {"phase": "run", "message": (word + " ") * 50}}, {"outputs": []}][k % 4]


def never_writes(self, request):
    libc = ctypes.CDLL(None)
    libc.malloc.restype = ctypes.c_void_p
    return with_values(self, request, lambda values: list((ctypes.c_int32 * len(values)).from_address(libc.malloc(4 * len(values)))))


def wears_out(self, request):
    return with_values(self, request, lambda values: [values[0], values[1] + self.since_load // 2])


def dies_at_unload():
    class Faulty(honest.Backend):
        def unload(self, request):
            os.kill(os.getpid(), signal.SIGSEGV)

    return Faulty


def dies_of_every_third():
    class Faulty(honest.Backend):
        def load(self, request):
            """Crashes by the model's folder, so the test knows which runs crash."""
            if int(folder_of(request)) % 3 == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return super().load(request)

    return Faulty


def silent_of_every_third():
    class Faulty(honest.Backend):
        def load(self, request):
            if int(folder_of(request)) % 3 == 0:
                time.sleep(60)
            return super().load(request)

    return Faulty


def wrong_by_the_model(is_wrong):
    """A backend with wrong results for some models, chosen by the last folder of their paths."""

    class Faulty(honest.Backend):
        def load(self, request):
            self.folder = folder_of(request)
            return super().load(request)

        def run(self, request):
            return with_values(self, request, lambda v: [v[0], v[1] + is_wrong(self.folder)])

    return Faulty


def unknown_members(self, request):
    return {"outputs": [{**right(self, request), "colour": "red"}], "took": 3}


FAULTS = {
    **lines.FAULTS,
    **files.FAULTS,
    **hellos.FAULTS,
    "none": honest.Backend,
    "wrong_value": answering(lambda self, request: with_values(self, request, lambda v: [v[0], v[1] + 1])),
    "silent_of_every_third": silent_of_every_third(),
    "wrong_for_every_third": wrong_by_the_model(lambda folder: int(folder) % 3 == 0),
    "wrong_for_a_pair": wrong_by_the_model(lambda folder: folder == "pair"),
    "wrong_shape": output(shape=[1, 2]),
    "wrong_type": output(element_type="i64"),
    "missing_output": answering(lambda self, request: {"outputs": []}),
    "extra_output": answering(lambda self, request: {"outputs": 2 * [right(self, request)]}),
    "rejects": answering(lambda self, request: {"rejected": {"phase": "run", "message": "no"}}),
    "skips": answering(lambda self, request: {"skipped": {"reason": "not today"}}),
    "fails": answering(lambda self, request: {"failed": {"message": "an exception"}}),
    "segfaults": instead(lambda self, request: os.kill(os.getpid(), signal.SIGSEGV)),
    "exits_with_0": instead(lambda self, request: sys.exit(0)),
    "leaves_a_child": instead(leaves_a_child),
    "chatty": instead(chatty),
    "dies_at_unload": dies_at_unload(),
    "dies_of_every_third": dies_of_every_third(),
    "is_silent": instead(lambda self, request: time.sleep(60)),
    "huge_shape_of_nothing": output(shape=[1 << 62, 1 << 62, 0], values=[]),
    "rank_of_1000": output(shape=[1] * 1000, values=[3]),
    "leaves_a_daemon": instead(leaves_a_daemon),
    "moves_to_another_group": instead(moves_to_another_group),
    "stops_itself": instead(lambda self, request: os.kill(os.getpid(), signal.SIGSTOP)),
    "floods_standard_error": instead(floods_standard_error),
    "answers_another_question": answering(lambda self, request: {"loaded": True}),
    "short_values": output(values=[1]),
    "huge_shape": output(shape=[1 << 62, 1 << 62]),
    "value_out_of_range": output(values=[1, 1 << 40]),
    "closes_output": instead(closes_output),
    "stops_reading": instead(stops_reading),
    "takes_memory": instead(takes_memory),
    "sleeps_with_a_child": instead(sleeps_with_a_child),
    "drifts": answering(drifts),
    "complains_of_each": answering(complains_of_each),
    "complains_of_all_sorts": answering(complains_of_all_sorts),
    "wrong_and_drifts": answering(wrong_and_drifts),
    "dies_of_5": answering(dies_of_5),
    "poisoned_by_model_0": poisoned_by_model_0(),
    "bye_ends": at_bye(lambda self, request: os._exit(0)),
    "bye_silent": at_bye(lambda self, request: time.sleep(60)),
    "wrong_and_silent_at_bye": WrongAndSilentAtBye,
    "bye_exits_with_7": after_bye(lambda self: os._exit(7)),
    "bye_stays": after_bye(lambda self: time.sleep(60)),
    "bye_more": after_bye(lambda self: (time.sleep(0.2), self.send("more\n"))),
    "never_writes": answering(never_writes),
    "wears_out": answering(wears_out),
    "keeps_the_first": answering(keeps_the_first),
    "unknown_members": answering(unknown_members),
}

if __name__ == "__main__":
    FAULTS[sys.argv[1]]().serve()
