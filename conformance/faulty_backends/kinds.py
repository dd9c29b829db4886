"""Ways to make a faulty backend from the correct one."""

import honest


def instead(change):
    """A backend that calls `change(self, request)` instead of answering `run`."""

    class Faulty(honest.Backend):
        def answer(self, request):
            if request["do"] == "run":
                change(self, request)
            else:
                super().answer(request)

    return Faulty


def answering(make):
    """A backend that answers `run` with `make(self, request)`."""

    class Faulty(honest.Backend):
        def run(self, request):
            super().run(request)
            return make(self, request)

    return Faulty


def folder_of(request):
    """The last folder of the case from which this model was copied."""
    return request["model"].split("/")[-2].split(".")[-1]


def output(**changes):
    """A backend whose outputs have different members."""
    return answering(lambda self, request: {"outputs": [{**self.output(request["inputs"][0]), **changes}]})


def right(self, request):
    return self.output(request["inputs"][0])


def with_values(self, request, change):
    tensor = right(self, request)
    return {"outputs": [{**tensor, "values": change(tensor["values"])}]}


def in_the_answer(text):
    """A backend whose answer has `text` as a member."""
    return instead(lambda self, request: self.send('{"id": %d, %s}\n' % (request["id"], text)))


def value(text):
    return in_the_answer('"outputs": [{"element_type": "i32", "shape": [2], "values": [3, %s]}]' % text)
