# SPDX-License-Identifier: LGPL-2.1-or-later
"""Headless Chromium for tests, through the WebDriver protocol. Knows nothing of the page."""
import atexit
import base64
import json
import re
import shutil
import subprocess
import time
import urllib.error
import urllib.request

ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
TIMEOUT = 60  # seconds, for a machine that is busy
STARTS = 3  # of chromedriver and browser, at most
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # whatever proxies there are


class WebDriverError(Exception):
    """What chromedriver replies if a command cannot be done."""


class Browser:
    """A browser: one that an earlier test has left as it was at first, or a new one. A context manager, which ends it
    where something went wrong."""

    _idle = []

    def __init__(self):
        self._preludes = []
        if Browser._idle:
            self._driver, self._base, self._session = Browser._idle.pop()
            return
        self._session = ''
        options = {'args': ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--hide-scrollbars',
                            '--no-first-run']}
        log = []
        for _ in range(STARTS):
            if self._start(options, log):
                return
        raise WebDriverError(f'no browser started: {"".join(log)}')

    def _start(self, options, log):
        """Whether driver and browser started; what went wrong is added to a list."""
        self._base = self._start_driver(log)
        # The port that it finds for one protocol may be taken for the other one; then it ends.
        if not self._base:
            return False
        try:
            made = self._call('POST', '', {'capabilities': {'alwaysMatch': {
                'browserName': 'chrome', 'goog:chromeOptions': options, 'goog:loggingPrefs': {'browser': 'ALL'},
                'timeouts': {'script': 1000 * TIMEOUT}}}})
        except BaseException as error:
            self._driver.kill()
            self._driver.wait()
            self._driver.stdout.close()
            # On a machine that is busy the browser may take too long.
            if not isinstance(error, WebDriverError):
                raise
            log.append(f'{error}\n')
            return False
        self._session = '/' + made['sessionId']
        return True

    def _start_driver(self, log):
        """The address of its sessions, '' where it ends; what it says is added to a list."""
        self._driver = subprocess.Popen([shutil.which('chromedriver'), '--port=0'], stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True)
        for line in self._driver.stdout:
            log.append(line)
            port = re.search(r'success.* on port (\d+)', line)
            if port:
                return f'http://127.0.0.1:{port.group(1)}/session'
        self._driver.wait()
        self._driver.stdout.close()
        return ''

    def __enter__(self):
        return self

    def __exit__(self, kind=None, *_):
        if kind:
            self.end()
            return
        self.go('about:blank')
        for prelude in self._preludes:
            self.command('Page.removeScriptToEvaluateOnNewDocument', identifier=prelude)
        self.command('Emulation.clearDeviceMetricsOverride')
        self.command('Emulation.setTouchEmulationEnabled', enabled=False)
        self.command('Emulation.setEmulatedMedia', features=[])
        self.log()
        Browser._idle.append((self._driver, self._base, self._session))

    def end(self):
        try:
            self._call('DELETE', '')
        except (OSError, WebDriverError):
            pass
        self._driver.terminate()
        try:
            self._driver.wait(10)
        except subprocess.TimeoutExpired:
            self._driver.kill()
        self._driver.stdout.close()

    def begin_with(self, script):
        """Every page begins with this script."""
        self._preludes.append(self.command('Page.addScriptToEvaluateOnNewDocument', source=script)['identifier'])

    def _call(self, method, path, body=None):
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self._base + self._session + path, data, method=method,
                                         headers={'Content-Type': 'application/json'})
        try:
            with DIRECT.open(request, timeout=2 * TIMEOUT) as reply:
                return json.load(reply)['value']
        except urllib.error.HTTPError as error:
            value = json.load(error)['value']
            raise WebDriverError(f"{value['error']}: {value['message']}") from None

    def go(self, address):
        self._call('POST', '/url', {'url': address})

    def script(self, text, *arguments):
        """Runs the body of a function in the page, which may return a promise."""
        return self._call('POST', '/execute/sync', {'script': text, 'args': list(arguments)})

    def command(self, name, **parameters):
        """A command of the DevTools protocol."""
        return self._call('POST', '/goog/cdp/execute', {'cmd': name, 'params': parameters})

    def resize(self, width, height, ratio=1, mobile=False):
        """The size of the page, not of its window."""
        self.command('Emulation.setDeviceMetricsOverride', width=width, height=height, deviceScaleFactor=ratio,
                     mobile=mobile)

    def prefer(self, **features):
        """Media features: prefer(color_scheme='dark')."""
        self.command('Emulation.setEmulatedMedia', features=[
            {'name': 'prefers-' + name.replace('_', '-'), 'value': value} for name, value in features.items()])

    def find(self, selector):
        return self._call('POST', '/element', {'using': 'css selector', 'value': selector})

    def click(self, selector):
        self._call('POST', f'/element/{self.find(selector)[ELEMENT]}/click', {})

    def type(self, selector, text):
        self._call('POST', f'/element/{self.find(selector)[ELEMENT]}/value', {'text': text})

    def press(self, *keys):
        """Keys wherever the focus is; a tuple holds all but its last."""
        steps = []
        for key in keys:
            keys = key if isinstance(key, tuple) else (key,)
            steps += [{'type': 'keyDown', 'value': one} for one in keys]
            steps += [{'type': 'keyUp', 'value': one} for one in reversed(keys)]
        self._act({'type': 'key', 'id': 'keys', 'actions': steps})

    def drag(self, *positions, button=0, kind='mouse', duration=40):
        """Presses at the first position, goes along the rest, and lets go."""
        self._act({'type': 'pointer', 'id': kind, 'parameters': {'pointerType': kind},
                   'actions': _moves(positions, button, duration)})

    def pinch(self, *paths, duration=40):
        """Fingers, each along its own way."""
        self._act(*({'type': 'pointer', 'id': f'finger-{i}', 'parameters': {'pointerType': 'touch'},
                     'actions': _moves(direction, 0, duration)} for i, direction in enumerate(paths)))

    def wheel(self, position, delta):
        self._act({'type': 'wheel', 'id': 'wheel', 'actions': [
            {'type': 'scroll', 'x': position[0], 'y': position[1], 'deltaX': 0, 'deltaY': delta, 'origin': 'viewport'}]})

    def _act(self, *sources):
        self._call('POST', '/actions', {'actions': list(sources)})
        self._call('DELETE', '/actions')

    def screenshot(self):
        """The page as a PNG."""
        return base64.b64decode(self._call('GET', '/screenshot'))

    def log(self):
        """What the console has had since the last call."""
        return self._call('POST', '/se/log', {'type': 'browser'})

    def wait(self, text, *arguments, what=None, timeout=TIMEOUT):
        """Waits until a function's body returns what is true, and returns it."""
        end = time.monotonic() + timeout
        while True:
            value = self.script(text, *arguments)
            if value:
                return value
            assert time.monotonic() < end, f'not seen within {timeout} s: {what or text}'
            time.sleep(0.05)


def _moves(positions, button, duration):
    first, *rest = positions
    steps = [{'type': 'pointerMove', 'x': first[0], 'y': first[1], 'duration': 0},
             {'type': 'pointerDown', 'button': button}]
    steps += [{'type': 'pointerMove', 'x': x, 'y': y, 'duration': duration} for x, y in rest]
    return steps + [{'type': 'pointerUp', 'button': button}]


def end_all():
    while Browser._idle:
        Browser().end()


atexit.register(end_all)
