# SPDX-License-Identifier: LGPL-2.1-or-later
"""What tests of the page share: life-web with a world of known cells, the page in a browser,
and a client next to it that sends requests to the server. Nothing here is a test."""
import re
import shutil
import tempfile
import time
from pathlib import Path

import web_peer
from browser import Browser
from cells import cells_of
from tap import SOURCE, TIMEOUT, need

PAGE = SOURCE / 'pipelines' / 'web' / 'page'
WIDTH, HEIGHT, CELL = 640, 360, 8  # pixels of the film, and per cell
COLUMNS, ROWS = WIDTH // CELL, HEIGHT // CELL
FILE_TIMEOUT = 90  # seconds: the page allows a GIF twelve of its periods, and 12 s more
# Cells stay where they are drawn until a test lets them live.
PAUSED = [f'world-width={COLUMNS}', f'world-height={ROWS}', f'zoom={CELL}', 'topology=torus', 'rule=B3/S23',
          'density=0.4', 'paused=true']
LIVE = PAUSED[:-1]
# Errors of the console that a test has on purpose.
LOST = r'WebSocket connection to .* failed|/live - Failed to load resource'
# A toast is shown for six seconds, which may pass between two polls.
COLLECT_TOASTS = """
    self.toasts = [];
    new MutationObserver(changes => {
        for (const {addedNodes} of changes)
            for (const node of addedNodes)
                if (node.classList?.contains('toast')) self.toasts.push(node);
    }).observe(document, {childList: true, subtree: true});"""


class Server(web_peer.Server):
    """life-web with properties of lifesrc; what it says is no error. Several withs may end it."""

    def __init__(self, *properties, size=(WIDTH, HEIGHT), options=(), port=0):
        super().__init__('--width', str(size[0]), '--height', str(size[1]), '--bitrate', '4000', '--port', str(port), *options,
                         properties=properties or PAUSED, says='')
        self.address = f'http://127.0.0.1:{self.port}'

    def __exit__(self, kind, value, trace):
        if self.process.poll() is None:
            super().__exit__(kind, value, trace)


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
            self.begin_with(COLLECT_TOASTS)
            if prelude:
                self.begin_with(prelude)
            self.go(server.address)
            if ready:
                self.await_picture()
            if empty:
                self.clear()
        except BaseException as error:
            self.__exit__(type(error))
            raise

    def __exit__(self, kind=None, *_):
        shutil.rmtree(self.folder)
        try:
            if kind is None:
                self.check_console()
        except BaseException:
            self.end()
            raise
        super().__exit__(kind)

    def await_picture(self):
        self.wait("""return document.body.dataset.state === 'live' && document.getElementById('trouble').hidden
            && document.getElementById('film').currentTime > 0 && self.life.figures !== null""",
                  what='the first picture')
        self.await_controls()

    def await_controls(self):
        """Waits until keys and buttons have their effects: after hello the page requests more."""
        self.wait("return document.querySelector('#settings .group') !== null", what='controls')

    def check_console(self):
        wrong = [entry['message'] for entry in self.log() if entry['level'] in ('SEVERE', 'WARNING')]
        wrong = [message for message in wrong if not (self._expected and re.search(self._expected, message))]
        assert not wrong, f'the console has: {wrong}'

    def request(self, **message):
        """The reply that a client of its own gets, which has no film."""
        reply = self.script("""
            const address = new URL('live', location.href);
            address.protocol = 'ws:';
            const socket = new WebSocket(address.href, 'life.1');
            return new Promise((resolve, reject) => {
                socket.onerror = () => reject(new Error('not connected'));
                socket.onopen = () => socket.send(JSON.stringify({type: 'hello', video: false, id: 1}));
                socket.onmessage = ({data}) => {
                    const reply = JSON.parse(data);
                    if (reply.id === 1) socket.send(JSON.stringify({...arguments[0], id: 2}));
                    if (reply.id !== 2) return;
                    socket.onclose = () => resolve(reply);
                    socket.close();
                };
            });""", message)
        assert reply['type'] != 'error', f"{message}: {reply['message']}"
        return reply

    def get(self, name):
        return self.request(type='get', name=name)['value']

    def set(self, name, value):
        self.request(type='set', name=name, value=value)

    def await_value(self, name, right):
        """Waits until a property's value passes a test, and returns it."""
        end = time.monotonic() + TIMEOUT
        while True:
            value = self.get(name)
            if right(value):
                return value
            assert time.monotonic() < end, f'{name} stays {value!r}'
            self.pause(0.1)

    def await_population(self, count):
        self.await_value('population', lambda now: now == count)

    def pause(self, seconds):
        self.script('return new Promise(resolve => setTimeout(resolve, arguments[0]))', 1000 * seconds)

    def cells(self):
        """The live cells, by their places in the world. RLE counts from the middle of a bounded grid."""
        return {(x + COLUMNS // 2, y + ROWS // 2) for x, y in cells_of(self.request(type='save')['text'])}

    def position(self, column, row):
        """The window's pixel in the middle of a cell, as CSS lays the film out."""
        # The film is laid out at the end of a frame in which its window changed.
        x, y, width, height = self.script("""
            const frame = () => new Promise(requestAnimationFrame);
            return frame().then(frame).then(() => {
                const box = document.getElementById('film').getBoundingClientRect();
                return [box.left, box.top, box.width, box.height];
            })""")
        return (round(x + (column + 0.5) * CELL * width / WIDTH), round(y + (row + 0.5) * CELL * height / HEIGHT))

    def do_at_color(self, action, column, row, color):
        """Presses a button when the film shows a color in the middle of a cell, nearly as it was set. The film may show
        an earlier picture for a moment where it jumps, so this is one step."""
        self.wait("""
            const [action, x, y, color] = arguments;
            const context = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
            context.drawImage(document.getElementById('film'), x, y, 1, 1, 0, 0, 1, 1);
            const shown = context.getImageData(0, 0, 1, 1).data;
            if (!color.every((value, i) => Math.abs(shown[i] - value) < 20)) return false;
            document.querySelector(`[data-action="${action}"]`).click();
            return true""", action, (column + 0.5) * CELL, (row + 0.5) * CELL, color, what=f'a cell of the color {color}')

    def clear(self):
        self.request(type='do', action='clear')
        self.await_population(0)

    def do(self, action):
        """Presses a button, wherever it is."""
        self.click(f'[data-action="{action}"]')

    def open_panel(self):
        self.script("if (document.getElementById('panel').hidden) document.querySelector('[data-action=panel]').click()")
        self.script("for (const one of document.querySelectorAll('details')) one.open = true")

    def close_panel(self):
        self.script("if (!document.getElementById('panel').hidden) document.querySelector('[data-action=close-panel]').click()")

    def await_toast(self, text, kind='.toast'):
        """Waits for a message, which may be gone by now, and returns it. Each counts once."""
        return self.wait("""
            const [text, kind] = arguments;
            const found = self.toasts.findIndex(one => one.matches(kind) && one.textContent.includes(text));
            return found >= 0 && self.toasts.splice(found, 1)[0].textContent""", text, kind, what=f'a message with "{text}"')

    def toasts(self):
        """The messages that were not awaited."""
        return self.script('return self.toasts.map(one => one.textContent)')

    def clear_toasts(self):
        self.script('self.toasts = []')

    def await_file(self, pattern):
        """A download that is complete."""
        end = time.monotonic() + FILE_TIMEOUT
        while True:
            files = list(self.folder.iterdir())
            # No file is renamed unless one is being downloaded.
            if not any(path.suffix == '.crdownload' for path in files):
                found = [path for path in files if path.match(pattern) and path.stat().st_size]
                if found:
                    return found[0]
            assert time.monotonic() < end, f'no {pattern} among {files}'
            self.pause(0.1)


def need_browser():
    web_peer.need_encoder()
    need('chromium', 'chromedriver')
