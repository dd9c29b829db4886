"""Faulty backends whose answers are not valid lines of the protocol, or are very long."""

import os
import sys
import time

import honest
from kinds import answering, in_the_answer, instead, value


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


MOST_BYTES = 16 << 20  # of a line


def full_line(unit, before="", after=""):
    """A backend whose answer is the longest allowed line: `before`, units separated by commas, `after`."""

    def send(self, request):
        head, end = '{"id": %d, %s' % (request["id"], before), after + "}\n"
        count = (MOST_BYTES - len(head) - len(end)) // (len(unit(0)) + 1)
        body = ",".join(map(unit, range(count)))
        self.send(head + body + end)

    return instead(send)


# A terminal obeys this: ESC c resets it, then RIGHT-TO-LEFT OVERRIDE, CSI as one character, CR.
CONTROLS = "\x1bc\u202e\u009bm\r"


def controls_and_crash(self, request):
    os.write(2, ("went wrong " + CONTROLS + "\n").encode() + b"\x9bm\n")  # the second line is not UTF-8
    os.abort()


def same(text):
    return lambda position: text


def in_outputs(text):
    return full_line(same(text), '"outputs": [', "]")


def in_values(text):
    return full_line(same(text), '"outputs": [{"element_type": "i32", "shape": [2], "values": [', "]}]")


FAULTS = {
    "half_a_line_and_exit": instead(half_a_line_and_exit),
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
    "nested": instead(lambda self, request: self.send("[" * 1000000 + "\n")),
    "twice": instead(twice),
    "out_of_order": instead(out_of_order),
    "not_an_object": instead(lambda self, request: self.send("[]\n")),
    "two_answers_in_one": answering(lambda self, request: {"outputs": [], "failed": {"message": ""}}),
    "controls_in_a_message": answering(lambda self, request: {"failed": {"message": "wrong " + CONTROLS}}),
    "controls_in_a_rejection": answering(lambda self, request: {"rejected": {"phase": "run", "rule": CONTROLS, "message": CONTROLS}}),
    "controls_in_a_reason": answering(lambda self, request: {"skipped": {"reason": "not " + CONTROLS}}),
    "controls_in_a_type": answering(lambda self, request: {"outputs": [{"element_type": CONTROLS, "shape": [2], "values": [3, 4]}]}),
    "controls_in_a_path": answering(lambda self, request: {"outputs": [
        {"element_type": "i32", "shape": [2], "file": self.scratch + "/" + CONTROLS}]}),
    "controls_and_crash": instead(controls_and_crash),
    "line_of_objects": in_outputs("{}"),
    "line_of_lists": in_outputs("[]"),
    "line_of_nested_lists": in_outputs("[" * 60 + "]" * 60),
    "line_of_empty_tensors": in_outputs('{"element_type": "i8", "shape": [0], "values": []}'),
    "line_of_integers": in_values("7"),
    "line_of_reals": in_values("1e9"),
    "line_of_texts": in_values('""'),
    "line_of_members": full_line(lambda k: '"%08d":0' % k, '"outputs": [], "aside": {', "}"),
    "line_of_the_same_member": full_line(same('"a":0'), '"outputs": [], "aside": {', "}"),
    "line_of_one_number": full_line(same("7" * (MOST_BYTES - 200)), '"outputs": [], "aside": [', "]"),
    "line_of_one_text": full_line(same("x" * (MOST_BYTES - 200)), '"failed": {"message": "', '"}'),
    "line_of_text_not_utf8": instead(lambda self, request: sys.stdout.buffer.write(
        b'{"id": %d, "failed": {"message": "' % request["id"] + b"x" * (MOST_BYTES - 200) + b'\xff"}}\n') and sys.stdout.flush()),
}
