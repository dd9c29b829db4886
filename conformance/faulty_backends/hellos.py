"""Faulty backends whose `hello` is wrong, strange, or changes."""

import os
import time

import honest
from files import marker
from lines import CONTROLS


def changes_its_hello(**changes):
    """A backend that crashes in its first inference and restarts under another name."""

    class Faulty(honest.Backend):
        def hello(self, request):
            answer = super().hello(request)
            if os.path.exists(marker("died")):
                answer["hello"].update(changes)
            return answer

        def run(self, request):
            if not os.path.exists(marker("died")):
                open(marker("died"), "w").close()
                os._exit(3)
            return super().run(request)

    return Faulty


def another_name_beside_it():
    """The second process has another name. The first one answers when the second has said hello."""

    class Faulty(honest.Backend):
        def hello(self, request):
            answer = super().hello(request)
            if os.path.exists(marker("first")):
                answer["hello"]["name"] = "another"
                open(marker("second"), "w").close()
            open(marker("first"), "w").close()
            return answer

        def run(self, request):
            while not os.path.exists(marker("second")):
                time.sleep(0.01)
            return super().run(request)

    return Faulty


def silent_at_hello():
    class Faulty(honest.Backend):
        def hello(self, request):
            open(marker("asked"), "w").close()
            time.sleep(600)

    return Faulty


class Version1(honest.Backend):
    """A correct backend that knows only version 1 of the protocol, and checks that the runner speaks it."""

    def hello(self, request):
        assert request["protocol"] == 1, request
        return {"hello": {"protocol": 1, "name": "faulty", "version": "1", "features": []}}

    def load(self, request):
        assert set(request) == {"id", "do", "model", "weights"}, request
        return super().load(request)


def with_hello(**members):
    """A backend whose `hello` has other members; None removes one."""

    class Faulty(honest.Backend):
        def hello(self, request):
            said = {**super().hello(request)["hello"], **members}
            return {"hello": {name: value for name, value in said.items() if value is not None}}

    return Faulty


def says_hello_with(**members):
    """The same, for a `hello` after which nothing may be asked."""

    class Faulty(with_hello(**members)):
        def load(self, request):
            raise AssertionError("nothing should be loaded")

    return Faulty


FAULTS = {
    "version_1": Version1,
    "reads_onnx": says_hello_with(formats=["onnx"]),
    "no_formats": says_hello_with(formats=None),
    "version_3": says_hello_with(protocol=3),
    "misspelt_feature": says_hello_with(features=["op:Add-1", "type:int32"]),
    "other_name_after_a_crash": changes_its_hello(name="another"),
    "other_version_after_a_crash": changes_its_hello(version="2"),
    "other_features_after_a_crash": changes_its_hello(features=["type:i32"]),
    "another_name_beside_it": another_name_beside_it(),
    "silent_at_hello": silent_at_hello(),
    "controls_in_hello": with_hello(name="\u009bm", version="\u202e1"),
    "controls_in_a_name": says_hello_with(name=CONTROLS),
    "controls_in_a_feature": says_hello_with(features=["type:" + CONTROLS]),
}
