"""Ways to make a backend with a vice of one that has none."""

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


def folder_of(request):
    """The last folder of the case whose model this is a copy of."""
    return request["model"].split("/")[-2].split(".")[-1]


def output(**changes):
    """A backend whose outputs have other members."""
    return answering(lambda self, request: {"outputs": [{**self.output(request["inputs"][0]), **changes}]})


def right(self, request):
    return self.output(request["inputs"][0])


def with_values(self, request, change):
    tensor = right(self, request)
    return {"outputs": [{**tensor, "values": change(tensor["values"])}]}


def in_the_answer(text):
    """A backend whose answer has `text` for a member."""
    return instead(lambda self, request: self.send('{"id": %d, %s}\n' % (request["id"], text)))


def value(text):
    return in_the_answer('"outputs": [{"element_type": "i32", "shape": [2], "values": [3, %s]}]' % text)
