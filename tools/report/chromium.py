"""A headless Chromium for tests, controlled over its DevTools pipe. It needs only the browser, no driver."""

import base64
import collections
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

SECONDS = 60  # for an answer
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


def find_chromium():
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


class Chromium:
    """One page.

    errors     exceptions, failed requests and errors of the console
    requests   the addresses that the page requested
    """

    def __init__(self):
        self.profile = tempfile.TemporaryDirectory()
        from_us, self.to_chromium = os.pipe()
        self.from_chromium, to_us = os.pipe()

        def wire():  # Chromium reads file descriptor 3 and writes 4
            reading, writing = os.dup(from_us), os.dup(to_us)
            os.dup2(reading, 3)
            os.dup2(writing, 4)

        command = [find_chromium(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                   "--disable-background-networking", "--hide-scrollbars", "--remote-debugging-pipe",
                   f"--user-data-dir={self.profile.name}", "about:blank"]
        environment = {**os.environ, "HOME": self.profile.name}
        self.process = subprocess.Popen(command, preexec_fn=wire, close_fds=False, env=environment,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(from_us)
        os.close(to_us)
        self.buffer, self.messages, self.last_id = b"", collections.deque(), 0
        self.errors, self.requests, self.loaded = [], [], False
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.to_chromium)
        os.close(self.from_chromium)
        self.profile.cleanup()

    def receive(self, deadline):
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.from_chromium], [], [], max(0, deadline - time.monotonic()))
            read = os.read(self.from_chromium, 1 << 20) if ready else b""
            if not read:
                raise TimeoutError("Chromium does not answer" if not ready else "Chromium has exited")
            self.buffer += read
        line, _, self.buffer = self.buffer.partition(b"\0")
        message = json.loads(line)
        self.note(message)
        return message

    def note(self, message):
        params = message.get("params", {})
        method = message.get("method")
        if method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
            self.errors.append(json.dumps(params["args"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.errors.append(params["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Page.loadEventFired":
            self.loaded = True

    def call(self, method, **params):
        """Call a method of the DevTools protocol and return its result."""
        self.last_id += 1
        message = {"id": self.last_id, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to_chromium, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + SECONDS
        while True:
            answer = self.receive(deadline)
            if answer.get("id") == self.last_id:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def wait_for_load(self, method, **params):
        self.loaded = False
        self.call(method, **params)
        deadline = time.monotonic() + SECONDS
        while not self.loaded:
            self.receive(deadline)

    def open(self, url):
        self.wait_for_load("Page.navigate", url=url)

    def reload(self):
        self.wait_for_load("Page.reload")

    def evaluate(self, expression):
        """The value of a JavaScript expression. A promise is awaited."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']['exception'].get('description')}")
        return answer["result"].get("value")

    def until(self, expression):
        """Wait until an expression is true."""
        deadline = time.monotonic() + SECONDS
        while not self.evaluate(expression):
            if time.monotonic() > deadline:
                raise TimeoutError(f"never true: {expression}")
            time.sleep(0.05)

    def key(self, key, code=0):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code, text="\r" if key == "Enter" else "")

    def resize(self, width, height=900, phone=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone)

    def prefer(self, scheme):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def screenshot(self, file, whole=False):
        data = self.call("Page.captureScreenshot", captureBeyondViewport=whole)["data"]
        with open(file, "wb") as stream:
            stream.write(base64.b64decode(data))
