"""A headless Chromium for tests, through Debian's Selenium and driver."""

import json
import os
import pathlib
import shutil
import sys
import tempfile
import unittest

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.wait import WebDriverWait
except ImportError:
    webdriver = None

PROGRAM, DRIVER = "/usr/bin/chromium", "/usr/bin/chromedriver"
SECONDS = 60  # for an answer

# The lowest contrast between the text of an element and its background, and the text.
CONTRASTS = """(() => {
  const parse = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
  const behind = (e) => {
    const colour = parse(getComputedStyle(e).backgroundColor);
    return colour.length < 4 || colour[3] ? colour : behind(e.parentElement);
  };
  const contrast = (e) => {
    const [a, b] = [light(parse(getComputedStyle(e).color)), light(behind(e))].sort();
    return (b + 0.05) / (a + 0.05);
  };
  return [...document.body.querySelectorAll("*:not(script, option, svg *)")]
    .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()) && e.getClientRects().length)
    .map((e) => [contrast(e), e.textContent]).sort(([a], [b]) => a - b)[0];
})()"""


def is_installed():
    return webdriver is not None and os.path.exists(PROGRAM) and os.path.exists(DRIVER)


def run_tests(*programs):
    """Run the tests of the file, or report them to Bazel as skipped if the browser or a program is missing."""
    if is_installed() and all(map(shutil.which, programs)):
        unittest.main()
    reason = f"one of {', '.join(('Chromium', 'Selenium', *programs))} is missing: run tools/setup/install --browser"
    print(f"skipped: {reason}")
    if "XML_OUTPUT_FILE" in os.environ:
        pathlib.Path(os.environ["XML_OUTPUT_FILE"]).write_text(
            '<testsuites><testsuite name="page" tests="1" skipped="1"><testcase name="the page in a browser">'
            f'<skipped message="{reason}"/></testcase></testsuite></testsuites>', encoding="utf-8")
    sys.exit(0)


class Browser:
    """One page."""

    def __init__(self):
        options = webdriver.ChromeOptions()
        options.binary_location = PROGRAM
        options.ignore_local_proxy_environment_variables()
        for argument in ("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(DRIVER))
        self.driver.set_page_load_timeout(SECONDS)
        self.open, self.reload, self.close = self.driver.get, self.driver.refresh, self.driver.quit

    def take_errors(self):
        """The exceptions, failed requests, errors and warnings of the console since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]

    def take_requests(self):
        """The addresses that the page requested since the last call."""
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return [message["params"]["request"]["url"] for message in messages if message["method"] == "Network.requestWillBeSent"]

    def evaluate(self, expression):
        """The value of a JavaScript expression."""
        return self.driver.execute_script(f"return ({expression});")

    def until(self, expression):
        """Wait until an expression is true."""
        WebDriverWait(self.driver, SECONDS, poll_frequency=0.05).until(lambda _: self.evaluate(expression), f"never true: {expression}")

    def measure(self, action):
        """The processor time of an action that does not leave the page, in milliseconds."""
        self.driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
        times = []
        for do in (lambda: None, action):
            do()
            metrics = self.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
            times.append(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))
        return 1000 * (times[1] - times[0])

    def press(self, key):
        webdriver.ActionChains(self.driver).send_keys(getattr(Keys, key.upper())).perform()

    def send(self, text):
        """Type a text."""
        webdriver.ActionChains(self.driver).send_keys(text).perform()

    def resize(self, width, height=900, phone=False):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone})

    def prefer(self, scheme):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})


class PageCase(unittest.TestCase):
    """Tests of pages in one browser. They report no error, and run no script that is in the data."""

    width = 1100

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.browser.resize(self.width)
        self.browser.prefer("light")

    def tearDown(self):
        self.assertEqual(self.browser.take_errors(), [])
        self.assertIsNone(self.js("window.evil"))

    def open(self, address):
        self.browser.open("about:blank")
        self.browser.open(address)

    def js(self, expression):
        return self.browser.evaluate(expression)

    def texts(self, selector):
        return self.js(f"[...document.querySelectorAll({json.dumps(selector)})].map((e) => e.textContent)")
