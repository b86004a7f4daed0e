# SPDX-License-Identifier: LGPL-2.1-or-later
"""What tests of the page share: life-web with a world of known cells, the page in a browser,
and a client beside it that asks the server. run() prints TAP."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import traceback
from pathlib import Path

from browser import Browser, WebDriverError

SOURCE = Path(os.environ['LIFE_SOURCE_ROOT'])
BUILD = Path(os.environ['LIFE_BUILD_ROOT'])
PAGE = SOURCE / 'pipelines' / 'web' / 'page'
WIDTH, HEIGHT, CELL = 640, 360, 8  # pixels of the film, and per cell
COLUMNS, ROWS = WIDTH // CELL, HEIGHT // CELL
# Cells stay where they are drawn until a test lets them live.
PAUSED = [f'world-width={COLUMNS}', f'world-height={ROWS}', f'zoom={CELL}', 'topology=torus', 'rule=B3/S23',
          'density=0.4', 'paused=true']
LIVE = PAUSED[:-1]
# Errors of the console that a test has on purpose.
LOST = r'WebSocket connection to .* failed|/live - Failed to load resource'


class Skip(Exception):
    """Why a test cannot run here."""


def need(*programs):
    for program in programs:
        if not shutil.which(program):
            raise Skip(f'{program} is not installed')


class Server:
    """life-web with properties of lifesrc, on a port of its own, until the end of a with."""

    def __init__(self, *properties, size=(WIDTH, HEIGHT), options=(), port=0):
        self._program = subprocess.Popen(
            [BUILD / 'pipelines' / 'web' / 'life-web', f'--port={port}', f'--width={size[0]}', f'--height={size[1]}',
             *options, '--', *(properties or PAUSED)],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        said = []
        for line in self._program.stdout:
            said.append(line)
            address = re.search(r'http://[\d.]+:(\d+)/?', line)
            if address:
                self.address, self.port = address.group(0), int(address.group(1))
                break
        else:
            raise AssertionError(f'life-web did not start: {"".join(said)}')
        self.said = said
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self._program.stdout:
            self.said.append(line)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._program.terminate()
        try:
            self._program.wait(20)
        except subprocess.TimeoutExpired:
            self._program.kill()
            raise


class Page(Browser):
    """The page of a server, in a browser of its own; its world is empty if nobody wants its soup."""

    def __init__(self, server, size=(1000, 700), ratio=1, mobile=False, prelude=None, expected=None, ready=True,
                 empty=True):
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix='life-web-'))
        self.server = server
        self._expected = expected
        try:
            self.command('Browser.setDownloadBehavior', behavior='allow', downloadPath=str(self.folder))
            self.resize(*size, ratio, mobile)
            if mobile:
                self.command('Emulation.setTouchEmulationEnabled', enabled=True, maxTouchPoints=5)
            if prelude:
                self.command('Page.addScriptToEvaluateOnNewDocument', source=prelude)
            self.go(server.address)
            if ready:
                self.await_picture()
            if empty:
                self.clear()
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *what):
        try:
            if what and what[0] is None:
                self.check_console()
        finally:
            super().__exit__(*what)
            shutil.rmtree(self.folder)

    def await_picture(self):
        self.wait("""return document.body.dataset.state === 'live' && document.getElementById('trouble').hidden
            && document.getElementById('film').currentTime > 0 && document.getElementById('generation').textContent > ''""",
                  what='the first picture')

    def check_console(self):
        wrong = [entry['message'] for entry in self.log() if entry['level'] in ('SEVERE', 'WARNING')]
        wrong = [message for message in wrong if not (self._expected and re.search(self._expected, message))]
        assert not wrong, f'the console has: {wrong}'

    def ask(self, **message):
        """The answer that a client of its own gets, which has no film."""
        answer = self.script("""
            const address = new URL('live', location.href);
            address.protocol = 'ws:';
            const socket = new WebSocket(address.href, 'life.1');
            return new Promise((resolve, reject) => {
                socket.onerror = () => reject(new Error('not connected'));
                socket.onopen = () => socket.send(JSON.stringify({type: 'hello', video: false, id: 1}));
                socket.onmessage = ({data}) => {
                    const answer = JSON.parse(data);
                    if (answer.id === 1) socket.send(JSON.stringify({...arguments[0], id: 2}));
                    if (answer.id !== 2) return;
                    socket.onclose = () => resolve(answer);
                    socket.close();
                };
            });""", message)
        assert answer['type'] != 'error', f"{message}: {answer['message']}"
        return answer

    def get(self, name):
        return self.ask(type='get', name=name)['value']

    def set(self, name, value):
        self.ask(type='set', name=name, value=value)

    def await_value(self, name, right, patience=20):
        """Waits until a property's value passes a test, and returns it."""
        value = None
        for _ in range(patience * 10):
            value = self.get(name)
            if right(value):
                return value
            self.pause(0.1)
        raise AssertionError(f'{name} stays {value!r}')

    def await_population(self, count):
        self.await_value('population', lambda now: now == count)

    def pause(self, seconds):
        self.script('return new Promise(resolve => setTimeout(resolve, arguments[0]))', 1000 * seconds)

    def cells(self):
        """The live cells, by their places in the world. RLE counts from the middle of a bounded grid."""
        return {(x + COLUMNS // 2, y + ROWS // 2) for x, y in cells_of(self.ask(type='save')['text'])}

    def place(self, column, row):
        """The window's pixel in the middle of a cell, as CSS lays the film out."""
        x, y, width, height = self.script("""
            const box = document.getElementById('film').getBoundingClientRect();
            return [box.left, box.top, box.width, box.height]""")
        return (round(x + (column + 0.5) * CELL * width / WIDTH), round(y + (row + 0.5) * CELL * height / HEIGHT))

    def clear(self):
        self.ask(type='do', action='clear')
        self.await_population(0)

    def do(self, action):
        """Presses a button, wherever it is."""
        self.click(f'[data-action="{action}"]')

    def open_panel(self):
        self.script("if (document.getElementById('panel').hidden) document.querySelector('[data-action=panel]').click()")
        self.script("for (const one of document.querySelectorAll('details')) one.open = true")

    def close_panel(self):
        self.script("if (!document.getElementById('panel').hidden) document.querySelector('[data-action=close-panel]').click()")

    def await_toast(self, text):
        return self.wait("""return [...document.querySelectorAll('.toast')].map(one => one.textContent)
            .find(one => one.includes(arguments[0]))""", text, what=f'a message with "{text}"')

    def await_file(self, pattern):
        """A download that is complete."""
        for _ in range(200):
            found = [path for path in self.folder.glob(pattern) if path.stat().st_size]
            if found and not list(self.folder.glob('*.crdownload')):
                return found[0]
            self.pause(0.1)
        raise AssertionError(f'no {pattern} among {list(self.folder.iterdir())}')


def cells_of(text):
    """The cells of an RLE of two states, from its corner, or where #CXRLE says that it is."""
    corner = re.search(r'Pos=(-?\d+),(-?\d+)', text)
    body = ''.join(line for line in text.splitlines() if line and line[0] not in '#x')
    x, y = x0, _ = (int(corner.group(1)), int(corner.group(2))) if corner else (0, 0)
    cells = set()
    for count, tag in re.findall(r'(\d*)([bo$!])', body):
        count = int(count or 1)
        if tag == 'o':
            cells |= {(x + i, y) for i in range(count)}
        if tag == '$':
            x, y = x0, y + count
        elif tag == '!':
            break
        else:
            x += count
    return cells


def at_origin(cells):
    """The same cells, moved so that their corner is (0, 0)."""
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return {(x - left, y - top) for x, y in cells}


def run(module, wanted):
    """Runs the functions test_* of a module, or those wanted, prints TAP, and returns whether one failed."""
    tests = [(name, test) for name, test in vars(module).items()
             if name.startswith('test_') and (not wanted or name in wanted)]
    print(f'1..{len(tests)}')
    failed = False
    for i, (name, test) in enumerate(tests, 1):
        try:
            need('chromium', 'chromedriver')
            test()
            print(f'ok {i} {name}')
        except Skip as why:
            print(f'ok {i} {name} # SKIP {why}')
        except (Exception, WebDriverError):  # pylint: disable=broad-except
            failed = True
            print(f'not ok {i} {name}')
            for line in traceback.format_exc().splitlines():
                print(f'# {line}')
        sys.stdout.flush()
    return failed
