#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The page of life-web: its film, and what mouse, fingers and keys do in the world."""
import random
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

from page_harness import CELL, COLUMNS, LIVE, LOST, PAGE, PAUSED, ROWS, Page, Server, need_browser
from tap import need, main

KEYS = {'left': '\ue012', 'up': '\ue013', 'right': '\ue014', 'down': '\ue015', 'page up': '\ue00e',
        'page down': '\ue00f', 'enter': '\ue007', 'backspace': '\ue003', 'shift': '\ue008', 'escape': '\ue00c',
        'delete': '\ue017', 'control': '\ue009'}
# What a machine that is very busy still does.
FIRST_PICTURE, STROKE, LAG = 30, 20, 3


def row_of(y, first, last):
    return {(x, y) for x in range(first, last + 1)}


# --- The film ---

def test_scripts_of_the_page_parse():
    need('node')
    with tempfile.TemporaryDirectory() as folder:
        for script in sorted(PAGE.glob('*.js')):
            # Older versions of node know modules by this ending alone.
            module = shutil.copy(script, f'{folder}/{script.stem}.mjs')
            done = subprocess.run(['node', '--check', module], capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr


def test_page_loads_nothing_from_elsewhere():
    with Server() as server, Page(server) as page:
        loaded = page.script("return performance.getEntriesByType('resource').map(one => one.name)")
        assert len(loaded) > 5, loaded
        assert all(one.startswith(server.address) for one in loaded), loaded
        policy = page.script("return fetch(location.href).then(one => one.headers.get('content-security-policy'))")
        for expected in "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'":
            assert expected in policy, policy
        assert 'unsafe' not in policy and '*' not in policy, policy


def test_film_plays_and_advances():
    with Server(*LIVE) as server, Page(server, empty=False) as page:
        previous = page.script("return [document.getElementById('film').currentTime, self.life.figures.generation]")
        after = page.wait("""
            const now = [document.getElementById('film').currentTime, self.life.figures.generation, self.life.film.figures];
            return now[0] > arguments[0][0] + 1 && now[1] > arguments[0][1] + 10 && now[2].lag < arguments[1] && now""",
                          previous, LAG, what='a film that advances and is not late')
        print(f'# {after}')


def test_first_picture_comes_soon():
    with Server() as server, Page(server, prelude="""
            addEventListener('playing', () => { self.firstPicture ??= performance.now(); }, true)""") as page:
        first = page.script('return self.firstPicture') / 1000
        print(f'# first picture after {first:.3f} s')
        assert first < FIRST_PICTURE, first


def test_film_catches_up_after_a_busy_page():
    with Server(*LIVE) as server, Page(server, empty=False) as page:
        page.script('const end = performance.now() + 2500; while (performance.now() < end);')
        page.wait(f'return self.life.film.lag < {LAG}', what='a film that has caught up')
        previous = page.script("return document.getElementById('film').currentTime")
        page.wait("return document.getElementById('film').currentTime > arguments[0] + 1", previous)


def test_old_pieces_of_the_film_are_removed():
    with Server(*LIVE) as server, Page(server, empty=False) as page:
        page.wait("""
            const {buffered, currentTime} = document.getElementById('film');
            self.begun ??= currentTime;
            return currentTime > self.begun + 3 && buffered.start(0) > self.begun""", what='a buffer that lost its begin')


def test_page_in_the_background_lets_the_film_go():
    with Server(*LIVE) as server, Page(server, empty=False) as page:
        hide = """
            Object.defineProperty(document, 'hidden', {value: arguments[0], configurable: true});
            document.dispatchEvent(new Event('visibilitychange'))"""
        page.script(hide, True)
        page.wait("return document.body.dataset.state === 'asleep' && !document.getElementById('film').src")
        page.script(hide, False)
        page.await_picture()


def free_port():
    """A port that is never assigned to a connection."""
    first, last = map(int, Path('/proc/sys/net/ipv4/ip_local_port_range').read_text(encoding='ascii').split())
    # Browsers open no page at some lower ones.
    ports = [*range(11000, first), *range(last + 1, 65536)] or range(11000, 65536)
    for port in random.sample(ports, len(ports)):
        with socket.socket() as probe:
            try:
                probe.bind(('127.0.0.1', port))
                return port
            except OSError:
                pass
    raise AssertionError(f'no free port outside of {first} to {last}')


def test_page_comes_back_with_the_server():
    # Until the server is started again, another program may be assigned any ephemeral port.
    with Server(port=free_port()) as server, Page(server, expected=LOST) as page:
        with server:
            pass
        page.wait("return !document.getElementById('trouble').hidden")
        assert 'lost' in page.script("return document.getElementById('trouble-title').textContent")
        with Server(port=server.port):
            page.script("document.getElementById('trouble-button').click()")
            page.await_picture()
            page.clear()
            page.drag(page.position(30, 20))
            page.await_population(1)


def test_page_with_a_password_shows_its_film():
    with tempfile.NamedTemporaryFile('w') as file:
        file.write('secret\n')
        file.flush()
        with Server(*LIVE, options=['--user=me', f'--password-file={file.name}']) as server:
            server.address = server.address.replace('//', '//me:secret@')
            with Page(server, empty=False) as page:
                page.wait('return self.life.film.figures.frames > 0')


def test_page_that_is_let_go_comes_back():
    count = 'const Plain = WebSocket; self.opened = 0; self.WebSocket = class extends Plain { ' \
        'constructor(...all) { super(...all); self.opened += 1; } }'
    with Server(*LIVE, options=['--max-unacknowledged=2', '--max-lag=1']) as server, \
            Page(server, empty=False, prelude=count) as page:
        page.script('const end = performance.now() + 8000; while (performance.now() < end);')
        page.wait('return self.opened > 1', what='a second connection')
        page.await_picture()


def test_page_shows_that_the_server_is_full():
    with Server(options=['--max-viewers=1']) as server, Page(server, empty=False) as first:
        with Page(server, expected=LOST, ready=False, empty=False) as page:
            page.wait("return document.getElementById('trouble-text').textContent.includes('full: 1 of 1')",
                      what='what the server says')
            assert 'reached' not in page.script("return document.getElementById('trouble-text').textContent")
            first.go('about:blank')
            page.script("document.getElementById('trouble-button').click()")
            page.await_picture()


def test_page_without_h264_still_controls():
    with Server() as server, Page(server, ready=False,
                                  prelude='MediaSource.isTypeSupported = () => false') as page:
        page.wait("return document.getElementById('trouble-title').textContent === 'No picture'")
        page.await_controls()
        page.close_panel()
        page.press('.')
        page.await_value('generation', lambda now: now == 1)


def test_page_requests_a_click_if_it_must_not_play():
    refuse = """
        const play = HTMLMediaElement.prototype.play;
        self.isAllowed = false;
        HTMLMediaElement.prototype.play = function () {
            return self.isAllowed ? play.call(this) : Promise.reject(new DOMException('no', 'NotAllowedError'));
        };"""
    with Server(*LIVE) as server, Page(server, empty=False, ready=False, prelude=refuse) as page:
        page.wait("return document.getElementById('trouble-button').textContent === 'Play'")
        page.script('self.isAllowed = true')
        page.click('#trouble-button')
        page.await_picture()


# --- Mouse and fingers ---

def test_drag_makes_cells():
    with Server() as server, Page(server) as page:
        page.close_panel()
        page.drag(page.position(20, 15), page.position(30, 15), page.position(50, 15))
        page.await_population(31)
        assert page.cells() and len(page.cells()) == 31
        page.wait("return document.getElementById('population').textContent === '31'")


def test_drag_hits_the_cell_under_it_at_any_window_size():
    for size, ratio in ((1001, 333), 1), ((390, 844), 3), ((1440, 900), 1.25), ((333, 1000), 2):
        with Server() as server, Page(server, size=size, ratio=ratio) as page:
            page.close_panel()
            for fills in False, True:
                if page.script("return document.getElementById('fill').checked") != fills:
                    page.script("document.getElementById('fill').click()")
                page.clear()
                cells = {(COLUMNS // 2 + x, ROWS // 2 + y) for x, y in ((-2, -2), (2, -1), (0, 3), (-1, 0))}
                for column, row in cells:
                    page.drag(page.position(column, row))
                page.await_population(len(cells))
                assert page.cells() == cells, (size, fills, page.cells() ^ cells)


def test_right_button_and_eraser_erase():
    with Server() as server, Page(server) as page:
        page.close_panel()
        page.drag(page.position(20, 15), page.position(40, 15))
        page.await_population(21)
        page.drag(page.position(20, 15), page.position(24, 15), button=2)
        page.await_population(16)
        page.do('tool-erase')
        page.drag(page.position(36, 15), page.position(40, 15))
        page.await_population(11)
        assert page.cells() == row_of(15, 25, 35)


def test_stroke_is_undone_as_one():
    with Server() as server, Page(server) as page:
        page.close_panel()
        page.drag(page.position(10, 20))
        page.await_population(1)
        page.drag(page.position(20, 20), page.position(40, 25), page.position(20, 30), page.position(40, 35), duration=120)
        page.await_value('population', lambda now: now > 50)
        page.do('undo')
        page.await_population(1)
        page.do('undo')
        page.await_population(0)


def test_stroke_is_seen_soon():
    with Server() as server, Page(server) as page:
        page.close_panel()
        x, y = page.position(40, 22)
        seconds = page.script("""
            const [x, y, left, top, cell] = arguments;
            const film = document.getElementById('film');
            const world = document.getElementById('world');
            const canvas = document.createElement('canvas');
            const context = canvas.getContext('2d', {willReadFrequently: true});
            const bright = () => {
                context.drawImage(film, left, top, 1, 1, 0, 0, 1, 1);
                return context.getImageData(0, 0, 1, 1).data[1] > 128;
            };
            const event = {pointerId: 1, pointerType: 'mouse', clientX: x, clientY: y, bubbles: true, isPrimary: true};
            world.setPointerCapture = () => {};
            const until = wanted => new Promise(resolve => film.requestVideoFrameCallback(function look() {
                if (bright() === wanted) resolve(performance.now());
                else film.requestVideoFrameCallback(look);
            }));
            return until(false).then(() => {
                const begun = performance.now();
                world.dispatchEvent(new PointerEvent('pointerdown', {...event, buttons: 1}));
                world.dispatchEvent(new PointerEvent('pointerup', event));
                return until(true).then(seen => (seen - begun) / 1000);
            });""", x, y, 40.5 * CELL, 22.5 * CELL, CELL)
        print(f'# stroke seen after {seconds:.3f} s')
        assert seconds < STROKE, seconds


def test_wheel_zooms_where_the_pointer_is():
    with Server() as server, Page(server) as page:
        page.close_panel()
        x, y = page.position(60, 10)
        previous = [page.get(name) for name in ('zoom', 'view-x', 'view-y')]
        page.wheel((x, y), -300)
        zoom = page.await_value('zoom', lambda now: now > previous[0] * 1.1)
        # The cell that was under the pointer is drawn there still.
        page.drag((x, y))
        page.await_population(1)
        assert page.cells() == {(60, 10)}, (page.cells(), zoom)


def test_middle_button_moves_the_view():
    with Server() as server, Page(server) as page:
        page.close_panel()
        page.drag(page.position(40, 20), page.position(30, 15), button=1)
        page.await_value('view-x', lambda now: abs(now - (COLUMNS / 2 + 10)) < 0.3)
        page.await_value('view-y', lambda now: abs(now - (ROWS / 2 + 5)) < 0.3)
        assert page.get('population') == 0


def test_tool_moves_the_view_too():
    with Server() as server, Page(server) as page:
        page.close_panel()
        page.do('tool-pan')
        page.drag(page.position(40, 20), page.position(48, 20))
        page.await_value('view-x', lambda now: abs(now - (COLUMNS / 2 - 8)) < 0.3)
        assert page.get('population') == 0


def test_one_finger_draws():
    with Server() as server, Page(server, size=(390, 844), ratio=2, mobile=True) as page:
        positions = [page.position(column, 22) for column in (36, 40, 44)]
        page.drag(*positions, kind='touch', duration=200)
        page.await_population(9)
        assert page.cells() == row_of(22, 36, 44), page.cells()


def test_two_fingers_zoom_and_do_not_draw():
    with Server() as server, Page(server, size=(390, 844), ratio=2, mobile=True) as page:
        middle = page.position(COLUMNS // 2, ROWS // 2)
        left, right = [(middle[0] + by, middle[1]) for by in (-40, 40)]
        far_left, far_right = [(middle[0] + by, middle[1]) for by in (-120, 120)]
        page.pinch([left, far_left], [right, far_right], duration=400)
        page.await_value('zoom', lambda now: CELL * 2 < now < CELL * 4)
        assert page.get('population') == 0


# --- A view of one's own ---

VIEW = 'zoom', 'view-x', 'view-y'


def film_box(page):
    return page.script("""
        const {left, top, width} = document.getElementById('film').getBoundingClientRect();
        return [left, top, width]""")


def test_own_view_moves_for_one_viewer_alone():
    with Server() as server, Page(server) as page, Page(server, empty=False) as other:
        page.close_panel()
        view, box, others = [page.get(name) for name in VIEW], film_box(page), film_box(other)
        page.do('own-view')
        x, y = page.position(60, 10)
        page.wheel((x, y), -700)
        page.wait('return self.life.picture.own.zoom > 2')
        again = page.position(60, 10)
        assert max(abs(again[0] - x), abs(again[1] - y)) <= 3, 'the cell under the pointer moved'
        page.drag((x, y), (x - 60, y + 30), button=1)
        moved = page.position(60, 10)
        assert abs(moved[0] - x + 60) <= 3 and abs(moved[1] - y - 30) <= 3, (moved, x, y)
        # Drawing hits the cell under the pointer, and pixels are squares.
        page.drag(moved)
        page.await_population(1)
        assert page.cells() == {(60, 10)}
        assert page.script("return getComputedStyle(document.getElementById('film')).imageRendering") == 'pixelated'
        assert [page.get(name) for name in VIEW] == view and film_box(other) == others
        page.click('#own [data-action=follow]')
        assert film_box(page) == box and not page.script("return document.getElementById('own').checkVisibility()")


def test_shared_view_is_taken_to_the_own_one():
    with Server() as server, Page(server) as page:
        page.close_panel()
        page.press('v')
        page.wheel(page.position(60, 10), -450)
        page.wait('return self.life.picture.own.zoom > 1.5')
        own = page.script('return self.life.picture.own')
        page.click('#own [data-action=take]')
        page.await_value('zoom', lambda now: abs(now - CELL * own['zoom']) < 0.5)
        page.await_value('view-x', lambda now: abs(now - own['x'] / CELL) < 0.5)
        page.await_value('view-y', lambda now: abs(now - own['y'] / CELL) < 0.5)
        assert page.script('return self.life.picture.own.zoom') == 1


def test_one_who_only_watches_has_an_own_view():
    with Server(*LIVE, options=['--read-only']) as server, \
            Page(server, empty=False, size=(320, 568), mobile=True) as page:
        page.close_panel()
        view = [page.get(name) for name in VIEW]
        x, y = page.position(COLUMNS // 2, ROWS // 2)
        page.pinch([(x - 20, y), (x - 80, y)], [(x + 20, y), (x + 80, y)], duration=400)
        zoom = page.script('return self.life.picture.own.zoom')
        assert 2 < zoom < 6, zoom
        box = film_box(page)
        page.drag((x, y), (x + 40, y), kind='touch', duration=200)
        page.wait('return document.getElementById("film").getBoundingClientRect().left > arguments[0] + 30', box[0])
        page.press(KEYS['page up'])
        page.wait('return self.life.picture.own.zoom > arguments[0]', zoom)
        assert not page.script("return document.querySelector('#own [data-action=take]').checkVisibility()")
        page.press('w')
        page.wait('return self.life.picture.own.zoom === 1')
        assert [page.get(name) for name in VIEW] == view


def test_panel_covers_nothing_of_the_film():
    with Server(*LIVE) as server, Page(server, empty=False) as page:
        for size in (1440, 900), (1000, 700), (320, 568):
            page.resize(*size)
            page.open_panel()
            page.wait("""
                const world = document.getElementById('world').getBoundingClientRect();
                const panel = document.getElementById('panel').getBoundingClientRect();
                return world.right <= panel.left || world.bottom <= panel.top + 1""", what=f'a free world at {size}')


# --- The library ---

def choose_pattern(page, name):
    page.press('l')
    page.wait("return document.getElementById('library').open")
    page.type('#library-search', name)
    page.wait("return document.querySelector(`.card[data-pattern=\"${arguments[0]}\"]`)?.dataset.drawn === '1'", name,
              what='a picture of the pattern')
    page.click(f'.card[data-pattern="{name}"]')
    page.wait("return !document.getElementById('ghost').hidden")


def test_pattern_of_the_library_is_placed_where_one_points():
    with Server() as server, Page(server) as page:
        page.close_panel()
        choose_pattern(page, 'glider')
        # The ghost covers the cells that will live.
        x, y = page.position(20, 10)
        page.drag((x, y))
        page.await_population(5)
        first = {(19 + x, 9 + y) for x, y in ((1, 0), (2, 1), (0, 2), (1, 2), (2, 2))}
        assert page.cells() == first, page.cells()
        box = page.script("""
            const {left, top, width, height} = document.getElementById('ghost').getBoundingClientRect();
            return [left, top, left + width, top + height]""")
        corner, opposite = page.position(19, 9), page.position(21, 11)
        assert box[0] < corner[0] < box[2] and box[1] < corner[1] < box[3] and box[0] < opposite[0] < box[2], (box, corner)
        page.press('r', 'f', (KEYS['shift'], KEYS['right']), KEYS['down'], KEYS['enter'])
        page.await_population(10)
        # Turned by a quarter and flipped.
        assert page.cells() - first == {(29 + x, 10 + y) for x, y in ((2, 0), (2, 1), (0, 1), (2, 2), (1, 2))}, page.cells() - first
        page.press(KEYS['escape'])
        assert page.script("return document.getElementById('ghost').hidden && document.getElementById('placing').hidden")
        page.drag(page.position(50, 30))
        page.await_population(11)


def test_pattern_is_placed_by_a_finger_in_a_view_of_ones_own():
    with Server() as server, Page(server, size=(320, 568), mobile=True) as page:
        page.close_panel()
        page.press('v', KEYS['page up'], KEYS['page up'])
        choose_pattern(page, 'block')
        x, y = page.position(COLUMNS // 2 + 3, ROWS // 2 - 3)
        page.drag((x, y), kind='touch')
        page.await_population(4)
        assert page.cells() == {(x, y) for x in (COLUMNS // 2 + 2, COLUMNS // 2 + 3) for y in (ROWS // 2 - 4, ROWS // 2 - 3)}, page.cells()


def test_rule_of_the_library_moves_and_is_chosen():
    for mobile in False, True:
        with Server() as server, Page(server, size=(320, 568) if mobile else (1440, 900), mobile=mobile) as page:
            page.close_panel()
            page.press('l')
            page.wait("return document.getElementById('library').open")
            page.script("""const kind = document.getElementById('library-kind');
                kind.value = 'rules';
                kind.dispatchEvent(new Event('change'));""")
            page.type('#library-search', 'highlife')
            page.wait("return document.querySelector('.card[data-rule=highlife]')?.dataset.drawn === '12'", what='frames of a rule')
            pixels = "return document.querySelector('.card[data-rule=highlife] canvas').toDataURL()"
            page.prefer(reduced_motion='reduce')
            page.wait("return matchMedia('(prefers-reduced-motion: reduce)').matches")
            shown = page.script(pixels)
            page.pause(0.5)
            assert page.script(pixels) == shown, 'it moves all the same'
            page.prefer(reduced_motion='no-preference')
            page.wait(pixels + ' !== arguments[0]', shown, what='another frame')
            page.click('.card[data-rule=highlife]')
            page.await_value('rule', lambda now: now == 'B36/S23')


def test_word_becomes_cells_where_one_points():
    for mobile in False, True:
        with Server() as server, Page(server, size=(320, 568) if mobile else (1440, 900), mobile=mobile) as page:
            page.close_panel()
            page.press('b')
            page.wait("return document.getElementById('writing').open")
            page.script("document.getElementById('writing-word').value = ''")
            page.click('#writing [value=yes]')
            assert page.script("return document.getElementById('writing').open"), 'placed without a word'
            page.press('H')
            if mobile:
                page.click('#writing [value=yes]')
            else:
                page.press(KEYS['enter'])
            page.wait("return !document.getElementById('ghost').hidden")
            columns, rows, cells = page.script("""
                const ghost = document.getElementById('ghost');
                const {data} = ghost.getContext('2d').getImageData(0, 0, ghost.width, ghost.height);
                return [ghost.width, ghost.height, data.filter((_, i) => i % 4 === 3 && data[i]).length]""")
            assert 8 <= columns <= 16 and 9 <= rows <= 16 and columns * rows / 3 < cells < columns * rows, (columns, rows, cells)
            middle = COLUMNS // 2, ROWS // 2
            page.drag(page.position(*middle), kind='touch' if mobile else 'mouse')
            page.await_population(cells)
            found = {(x - middle[0] + columns // 2, y - middle[1] + rows // 2) for x, y in page.cells()}
            # Two strokes over all rows, and one across.
            assert all((0, y) in found and (columns - 1, y) in found for y in range(rows)), sorted(found)
            assert {y for x, y in found if x == columns // 2} and not (columns // 2, 0) in found, sorted(found)


# --- Selections ---

def test_selection_is_erased_filled_moved_and_copied():
    with Server() as server, Page(server, prelude='''
            Object.defineProperty(navigator, 'clipboard', {value: {writeText: async text => { self.copied = text; }}})''') as page:
        page.close_panel()
        page.drag(page.position(10, 10), page.position(29, 10))
        page.await_population(20)
        page.do('tool-select')
        page.wait("return !document.getElementById('selecting').hidden")
        page.drag(page.position(15, 8), page.position(19, 12))
        page.press('c')
        page.wait("return self.copied")
        assert page.script('return self.copied') == 'x = 5, y = 5\n2$5o!\n', page.script('return self.copied')
        page.press(KEYS['delete'])
        page.await_population(15)
        assert page.cells() == row_of(10, 10, 29) - row_of(10, 15, 19)
        page.do('undo')
        page.await_population(20)
        page.do('redo')
        page.await_population(15)
        page.press((KEYS['control'], 'z'))
        page.await_population(20)
        page.click('#selecting [data-action=selection-move]')
        page.wait("return !document.getElementById('ghost').hidden")
        page.await_population(15)
        page.drag(page.position(40, 30))
        page.await_population(20)
        assert page.cells() == row_of(10, 10, 29) - row_of(10, 15, 19) | row_of(30, 38, 42), page.cells()
        page.press(KEYS['escape'], 'a')
        page.wait("return !document.getElementById('selecting').hidden")
        page.press(KEYS['right'])
        page.wait("return !document.getElementById('selection').hidden")
        page.script("document.getElementById('soup-density').value = 95")
        page.press('s')
        page.await_value('population', lambda now: 20 + 45 < now <= 20 + 64)
        corner = COLUMNS // 2, ROWS // 2
        soup = {(x, y) for x, y in page.cells() if corner[0] <= x < corner[0] + 8 and corner[1] <= y < corner[1] + 8}
        assert len(page.cells()) - len(soup) == 20, page.cells() - soup
        page.do('undo')
        page.await_population(20)
        page.press((KEYS['control'], KEYS['shift'], 'z'))
        page.await_population(20 + len(soup))
        page.press((KEYS['control'], 'z'))
        page.await_population(20)
        page.press((KEYS['control'], 'y'))
        page.await_population(20 + len(soup))
        page.press('y')
        page.await_toast('nothing to redo')
        page.press(KEYS['escape'])
        assert page.script("return document.getElementById('selection').hidden && document.getElementById('selecting').hidden")


def test_bars_of_selections_and_patterns_cover_nothing_of_a_small_film():
    with Server() as server, Page(server, size=(320, 568), mobile=True) as page:
        page.close_panel()
        page.press('a')
        for bar in 'selecting', 'placing':
            page.wait("""
                const bar = document.getElementById(arguments[0]).getBoundingClientRect();
                const world = document.getElementById('world').getBoundingClientRect();
                return bar.height > 0 && world.bottom <= bar.top && world.height > 300 && bar.bottom < 520""", bar, what=f'a free film by {bar}')
            if bar == 'selecting':
                page.press(KEYS['right'], 'v')


# --- Keys ---

def test_keys_do_what_they_do_in_a_window():
    with Server() as server, Page(server) as page:
        page.close_panel()
        page.press('.')
        page.await_value('generation', lambda now: now == 1)
        page.press(' ')
        page.await_value('paused', lambda now: now is False)
        page.press(' ')
        page.await_value('paused', lambda now: now is True)
        page.press('+')
        page.await_value('generations-rate', lambda now: now == '2/1')
        page.press('-', '-')
        page.await_value('generations-rate', lambda now: now == '1/2')
        palette = page.get('palette')
        page.press('p')
        page.await_value('palette', lambda now: now != palette)
        page.press('g')
        page.await_value('grid', lambda now: now > 0)
        page.press('g')
        page.await_value('grid', lambda now: now == 0)


def test_grid_shows_from_which_zoom_it_is_drawn():
    with Server(*PAUSED, 'zoom=2') as server, Page(server) as page:
        page.do('grid')
        page.await_toast('drawn from zoom 4 on, and this is zoom 2')
        page.await_value('grid', lambda now: now > 0)
        page.do('grid')
        page.await_value('grid', lambda now: now == 0)
        page.set('zoom', 8)
        page.await_value('zoom-used', lambda now: now == 8)
        page.clear_toasts()
        page.do('grid')
        page.await_value('grid', lambda now: now > 0)
        page.pause(0.5)
        assert not page.toasts(), f'a message where the grid is drawn: {page.toasts()}'


def test_keys_change_cells():
    with Server() as server, Page(server) as page:
        page.close_panel()
        page.press('r')
        page.await_value('population', lambda now: now > COLUMNS * ROWS / 4)
        page.press('c')
        page.await_population(0)
        page.press('u')
        page.await_value('population', lambda now: now > COLUMNS * ROWS / 4)


def test_keys_move_and_zoom_the_view():
    with Server() as server, Page(server) as page:
        page.close_panel()
        page.press(KEYS['right'], KEYS['down'])
        page.await_value('view-x', lambda now: now > COLUMNS / 2 + 5)
        page.await_value('view-y', lambda now: now > ROWS / 2 + 3)
        page.press(KEYS['left'], KEYS['up'])
        page.await_value('view-x', lambda now: abs(now - COLUMNS / 2) < 0.3)
        page.press(KEYS['page up'])
        page.await_value('zoom', lambda now: now > CELL)
        page.drag(page.position(3, 3))
        page.press('0')
        page.await_value('zoom', lambda now: now != CELL * 1.25)


def test_keys_are_left_to_fields():
    with Server() as server, Page(server) as page:
        page.drag(page.position(30, 20))
        page.await_population(1)
        page.open_panel()
        page.type('#property-rule', 'c.u')
        page.pause(0.5)
        assert page.get('population') == 1 and page.get('generation') == 0
        assert page.script("return document.getElementById('property-rule').value").endswith('c.u')


def test_cells_are_drawn_without_a_mouse():
    for properties in (), [one for one in PAUSED if not one.startswith('zoom')]:
        with Server(*properties) as server, Page(server) as page:
            page.close_panel()
            page.press('k')
            page.wait("return !document.getElementById('cursor').hidden")
            page.press(KEYS['enter'], KEYS['right'], KEYS['enter'], (KEYS['shift'], KEYS['down']), KEYS['enter'])
            page.await_population(3)
            x, y = min(page.cells(), key=lambda cell: cell[::-1])
            assert page.cells() == {(x, y), (x + 1, y), (x + 1, y + 10)}, page.cells()
            page.press(KEYS['backspace'])
            page.await_population(2)
            assert '1 right, 10 down' in page.script("return document.getElementById('announcer').textContent")
            page.press(KEYS['escape'])
            assert page.script("return document.getElementById('cursor').hidden")


if __name__ == '__main__':
    main(globals(), require=need_browser)
