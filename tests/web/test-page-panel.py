#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The page of life-web: its panel, and patterns that come and go as files."""
import base64
import gzip
import re
import struct

from cells import at_origin, cells_of
from page_harness import HEIGHT, LIVE, PAGE, PAUSED, WIDTH, Page, Server, need_browser
from tap import main

PULSAR = 'x = 13, y = 13, rule = B3/S23\n2b3o3b3o2$o4bobo4bo$o4bobo4bo$o4bobo4bo$2b3o3b3o2$2b3o3b3o$o4bobo4bo$o4bobo4bo$' \
    'o4bobo4bo2$2b3o3b3o!\n'
HIGHLIFE = 'x = 5, y = 2, rule = B36/S23\nob3o$2bo!\n'
ENTER = '\ue007'


def check_controls(page):
    """Changes each property by its control; returns their names."""
    page.open_panel()
    names = page.script("return [...document.querySelectorAll('[data-property]')].map(one => one.dataset.property)")
    for name in names:
        previous = page.get(name)
        changed = page.script("""
            const row = document.querySelector(`[data-property="${arguments[0]}"]`);
            const input = row.querySelector('input, select');
            const fire = type => input.dispatchEvent(new Event(type, {bubbles: true}));
            const typed = {rule: 'B36/S23', palette: 'ocean', caption: 'counter', 'generations-rate': '2',
                           'stagnation-frames': '99', 'density-gain': '2'};
            if (input.type === 'checkbox') { input.click(); return input.checked; }
            if (/-color$|^background-/.test(arguments[0])) input.value = 'tomato';
            else if (input.tagName === 'SELECT')
                input.value = [...input.options].map(one => one.value).find(one => one !== input.value);
            else if (input.type === 'range') input.value = Number(input.min) + (input.max - input.min) / 4;
            else input.value = typed[arguments[0]] ?? '3';
            fire('input');
            fire('change');
            return input.value;""", name)
        now = page.await_value(name, lambda value, previous=previous: value != previous)
        wrong = page.script('return document.querySelector(`[data-property="${arguments[0]}"] .wrong`).textContent', name)
        assert not wrong, (name, wrong)
        print(f'# {name}: {previous!r}, {changed!r} makes {now!r}')
    return set(names)


def test_each_control_sets_its_property():
    with Server() as server, Page(server, size=(1280, 800)) as page:
        names = check_controls(page)
        assert {'rule', 'palette', 'color-mode', 'zoom', 'view-x', 'grid', 'generations-rate', 'caption'} <= names, names
        assert not {'slice', 'azimuth', 'shadows'} & names, names


def test_colors_are_typed_and_picked():
    with Server() as server, Page(server, size=(1280, 800)) as page:
        page.open_panel()
        field = '#property-dead-color'
        for text, value in (('tomato', '#ff6347'), ('#12345680', '#12345680')):
            page.script("""const input = document.querySelector(arguments[0]);
                input.value = arguments[1];
                input.dispatchEvent(new Event('change'));""", field, text)
            page.await_value('dead-color', lambda now, value=value: now == value)
            page.wait('return document.querySelector(arguments[0]).value === arguments[1]', field, value)
        page.script("""const picker = document.querySelector(`${arguments[0]} + input`);
            picker.value = '#204060';
            picker.dispatchEvent(new Event('input'));""", field)
        page.await_value('dead-color', lambda now: now == '#20406080')
        page.script("""const input = document.querySelector(arguments[0]);
            input.value = 'tomatoe';
            input.dispatchEvent(new Event('change'));""", field)
        page.wait("""return document.querySelector('[data-property="dead-color"] .wrong').textContent.includes('#rrggbb')""")
        assert page.get('dead-color') == '#20406080'


def test_each_control_of_a_body_sets_its_property():
    with Server('world-width=24', 'world-height=24', 'world-depth=24', 'rule=B6/S567', 'view=volume') as server, \
            Page(server, size=(1280, 800), empty=False) as page:
        page.script("document.querySelector('[data-action=pause]').click()")
        names = check_controls(page)
        assert {'rule', 'palette', 'azimuth', 'shadows', 'camera-distance', 'cut-x'} <= names, names
        assert not {'slice', 'zoom', 'view-x'} & names, names
        able = page.script("return [...document.querySelectorAll('#tools button')].filter(one => one.disabled).length")
        assert able == 5, able


def test_what_other_viewers_change_is_shown_and_focus_stays():
    with Server() as server, Page(server, size=(1280, 800)) as page:
        page.open_panel()
        page.type('#property-rule', '/')
        page.set('palette', 'ocean')
        page.wait("return document.getElementById('property-palette').value === 'ocean'")
        page.set('rule', 'B36/S23')
        page.wait("return document.getElementById('place').textContent.includes('B36/S23')")
        field, focused = page.script("return [document.getElementById('property-rule').value, document.activeElement.id]")
        assert focused == 'property-rule' and field.endswith('/'), (field, focused)
        # A slider that is held stays under the finger.
        slide = """
            const slider = document.getElementById('property-trail');
            slider.value = 200;
            slider.dispatchEvent(new Event(arguments[0], {bubbles: true}))"""
        page.script(slide, 'input')
        page.await_value('trail', lambda now: now == 200)
        page.set('trail', 7)
        page.set('palette', 'fire')
        page.wait("return document.getElementById('property-palette').value === 'fire'")
        assert page.script("return document.getElementById('property-trail').value") == '200'
        page.script(slide, 'change')
        page.await_value('trail', lambda now: now == 200)


def test_wrong_value_is_explained_and_changes_nothing():
    with Server() as server, Page(server, size=(1280, 800)) as page:
        page.open_panel()
        rule = page.get('rule')
        page.type('#property-rule', 'nonsense' + ENTER)
        why = page.wait("return document.getElementById('property-rule-wrong').textContent")
        assert 'nonsense' in why, why
        assert page.script("return document.getElementById('property-rule').getAttribute('aria-invalid')") is not None
        assert page.get('rule') == rule


def test_pattern_is_chosen_by_name():
    with Server() as server, Page(server, size=(1280, 800)) as page:
        page.open_panel()
        page.script("document.getElementById('pattern-name').value = 'glider'")
        page.do('load')
        page.await_population(5)
        page.script("document.getElementById('pattern-name').value = 'r-pentomino'")
        page.do('load')
        page.await_value('population', lambda now: now == 5)
        page.await_toast('r-pentomino')
        page.script("document.getElementById('pattern-name').value = 'pulsar'")
        page.do('add')
        page.await_value('population', lambda now: now > 48)


def test_upload_and_download_agree():
    with Server() as server, Page(server, size=(1280, 800)) as page:
        page.open_panel()
        path = page.folder / 'mine.rle'
        path.write_text(HIGHLIFE)
        page.type('#file', str(path))
        page.await_population(5)
        assert page.get('rule').startswith('B36/S23'), page.get('rule')
        page.do('save')
        saved = page.await_file('life-*.rle').read_text()
        assert 'B36/S23' in saved, saved
        assert at_origin(cells_of(saved)) == cells_of(HIGHLIFE), saved


def test_packed_pattern_is_unpacked():
    with Server() as server, Page(server, size=(1280, 800)) as page:
        page.open_panel()
        path = page.folder / 'pulsar.rle.gz'
        path.write_bytes(gzip.compress(PULSAR.encode()))
        page.type('#file', str(path))
        page.await_population(48)
        assert at_origin(page.cells()) == cells_of(PULSAR)


def test_dropped_and_pasted_patterns_are_accepted():
    with Server() as server, Page(server, size=(1280, 800)) as page:
        page.script("""
            const data = new DataTransfer();
            data.items.add(new File([arguments[0]], 'pulsar.rle'));
            for (const type of ['dragenter', 'dragover', 'drop'])
                document.getElementById('world').dispatchEvent(new DragEvent(type,
                    {dataTransfer: data, bubbles: true, cancelable: true}))""", PULSAR)
        page.await_population(48)
        assert page.script("return document.getElementById('drop').hidden")
        page.script("""
            const data = new DataTransfer();
            data.setData('text', arguments[0]);
            document.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true}))""", HIGHLIFE)
        page.wait("return document.getElementById('question').open")
        assert page.get('population') == 48, 'replaced before it was confirmed'
        page.click('#question-yes')
        page.await_population(5)


def test_files_that_are_no_patterns_are_refused():
    with Server(options=['--max-pattern=20000']) as server, Page(server, size=(1280, 800)) as page:
        page.open_panel()
        for name, content, why in (('large.rle', b'o' * 20001, 'too large'), ('picture.png', b'\x89PNG\0\0', 'not the text'),
                                   ('all.zip', b'PK\3\4', 'zip'), ('cut.rle.gz', gzip.compress(b'bo!' * 99)[:20], 'damaged'),
                                   ('bomb.rle.gz', gzip.compress(b'o' * 1000000), 'too large')):
            path = page.folder / name
            path.write_bytes(content)
            page.type('#file', str(path))
            assert name in page.await_toast(why), name
        assert page.get('population') == 0


def test_screenshot_is_the_picture_of_the_film():
    with Server(*PAUSED, 'alive-color=0xff20c040') as server, Page(server, size=(1280, 800)) as page:
        page.open_panel()
        page.drag(page.position(30, 20))
        page.await_population(1)
        page.do_at_color('screenshot', 30, 20, (0x20, 0xc0, 0x40))
        path = page.await_file('life-*.png')
        assert struct.unpack('>II', path.read_bytes()[16:24]) == (WIDTH, HEIGHT)
        picture = 'data:image/png;base64,' + base64.b64encode(path.read_bytes()).decode()
        red, green, blue = page.script("""
            const image = new Image();
            image.src = arguments[0];
            return image.decode().then(() => {
                const canvas = document.createElement('canvas');
                const context = canvas.getContext('2d');
                context.drawImage(image, 30.5 * 8, 20.5 * 8, 1, 1, 0, 0, 1, 1);
                return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
            })""", picture)
        assert abs(red - 0x20) < 40 and abs(green - 0xc0) < 40 and abs(blue - 0x40) < 40, (red, green, blue)


def test_full_screen_comes_and_goes():
    with Server() as server, Page(server) as page:
        page.close_panel()
        page.do('full-screen')
        page.wait('return document.fullscreenElement !== null')
        page.do('full-screen')
        page.wait('return document.fullscreenElement === null')


def test_buttons_do_what_they_are_labeled():
    with Server() as server, Page(server, size=(1280, 800)) as page:
        page.close_panel()
        page.do('step')
        page.await_value('generation', lambda now: now == 1)
        page.do('pause')
        page.await_value('paused', lambda now: now is False)
        page.wait("return document.querySelector('[data-action=pause]').getAttribute('aria-label') === 'Pause'")
        page.do('pause')
        page.await_value('paused', lambda now: now is True)
        page.wait("return document.querySelector('[data-action=pause]').getAttribute('aria-label') === 'Play'")
        page.do('faster')
        page.await_value('generations-rate', lambda now: now == '2/1')
        page.wait("return document.getElementById('tempo').textContent === '2×'")
        page.do('slower')
        page.await_value('generations-rate', lambda now: now == '1/1')
        page.do('zoom-in')
        page.await_value('zoom', lambda now: now > 8)
        page.do('fit')
        page.await_value('zoom', lambda now: now != 10)
        page.do('grid')
        page.wait("return document.querySelector('[data-action=grid]').getAttribute('aria-pressed') === 'true'")
        page.do('random')
        page.await_value('population', lambda now: now > 900)
        page.do('clear')
        page.await_population(0)
        page.do('undo')
        page.await_value('population', lambda now: now > 900)


def test_curve_follows_the_population():
    with Server(*LIVE) as server, Page(server, empty=False, expected='willReadFrequently') as page:
        drawn = """
            const canvas = document.getElementById('curve');
            const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
            return data.some(one => one > 0)"""
        page.wait(drawn, what='a curve')
        page.wait("return /^min [0-9,]+$/.test(document.getElementById('curve-low').textContent)")


def shared_address(page):
    page.open_panel()
    page.do('share')
    address = page.wait("return document.getElementById('question').open && document.getElementById('question-field').value")
    page.script("document.getElementById('question').close()")
    return address


def test_address_shows_the_same_world_in_another_browser():
    # In a world of one size the pattern keeps its place; in one of another size the view goes with it.
    for properties in PAUSED, ['rule=B3/S23', 'world-width=200', 'world-height=101', 'zoom=8', 'paused=true', 'density=0']:
        with Server() as server, Server(*properties) as second, Page(server, size=(1280, 800)) as page:
            page.set('rule', 'B36/S23')
            page.request(type='paste', pattern=PULSAR, x=3, y=5, z=-1)
            page.await_population(48)
            page.set('view-x', 30)
            page.set('zoom', 12)
            # The address is made from the page's copy of the view, which changes after the server's.
            page.wait("""return document.getElementById('property-zoom').value === '12'
                && document.getElementById('property-view-x').value === '30'
                && document.getElementById('place').textContent.includes('B36/S23')""", what='the view that was set')
            address = shared_address(page)
            assert len(address) < 2200 and 'pattern=' in address, address
            picture = at_view(page)
            with Page(second, size=(1280, 800)) as other:
                other.request(type='paste', pattern='o!', x=1, y=1, z=-1)
                other.script('location.hash = arguments[0]', address.split('#')[1])
                other.wait("return document.getElementById('question').open")
                assert other.get('population') == 1, 'replaced before it was confirmed'
                other.click('#question-yes')
                other.await_population(48)
                other.await_value('zoom', lambda now: now == 12)
                other.await_value('rule', lambda now: now.startswith('B36/S23'))
                other.await_value('view-x', lambda now: now != -1)
                assert at_view(other) == picture, (at_view(other), picture)


def at_view(page):
    """The cells, by their places from the middle of the view."""
    text = page.request(type='save')['text']
    left = int(re.match(r'#CXRLE Pos=(-?\d+),', text).group(1)) + page.get('world-width') // 2
    assert left == 0, text
    x = min(one[0] for one in cells_of(text)) + page.get('world-width') // 2
    return (x - page.get('view-x'), at_origin(cells_of(text)))


def test_addresses_that_are_wrong_change_nothing():
    with Server() as server, Page(server, size=(1280, 800)) as page:
        page.request(type='paste', pattern='o!', x=1, y=1, z=-1)
        for wrong, why in (('pattern=' + 'o' * 2001, 'no world'), ('rule=' + 'B' * 201, 'no world'), ('x=3', 'no world'),
                           ('rule=B3/S23&x=1e99', 'no world'), ('rule=B3/S23&zoom=%3Cb%3E', 'no world')):
            page.script('location.hash = arguments[0]', wrong)
            page.await_toast(why)
            assert not page.script("return document.getElementById('question').open"), wrong
        for wrong, why in (('rule=%3Cimg%20src=x%3E', 'The rule <img src=x> is wrong'),
                           ('pattern=%3Cb%3Enonsense', 'There is no pattern <b>nonsense')):
            page.script('location.hash = arguments[0]', wrong)
            page.wait("return document.getElementById('question').open")
            assert not page.script("return document.querySelector('#question-text *')")
            page.click('#question-yes')
            page.await_toast(why, '.wrong')
        page.script("location.hash = 'pattern=glider'")
        page.wait("return document.getElementById('question').open")
        page.click('#question [value=no]')
        page.pause(0.5)
        assert page.get('population') == 1 and page.script('return location.hash') == ''


def test_record_saves_a_film():
    count = 'const Plain = MediaRecorder; self.recorded = 0; self.MediaRecorder = class extends Plain { ' \
        "constructor(...all) { super(...all); this.addEventListener('dataavailable', ({data}) => { self.recorded += data.size; }); } }"
    with Server(*LIVE) as server, Page(server, empty=False, size=(1280, 800), prelude=count) as page:
        page.open_panel()
        page.do('record')
        page.wait("return document.body.classList.contains('recording')")
        page.wait('return self.recorded > 5000', what='more than the head of a film')
        page.do('record')
        path = page.await_file('life-*.[mw]*')
        start = path.read_bytes()[:12]
        assert start.startswith(b'\x1aE\xdf\xa3') or start[4:8] == b'ftyp', (path, start)
        assert path.stat().st_size == page.script('return self.recorded'), path.stat()
        page.wait("return !document.body.classList.contains('recording')")


# In the page: the cells of each picture of a GIF.
CELLS_OF_GIF = """
    const [base64, columns, rows, cell] = arguments;
    const data = Uint8Array.from(atob(base64), one => one.charCodeAt(0));
    const decoder = new ImageDecoder({data, type: 'image/gif'});
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d', {willReadFrequently: true});
    return Promise.all([decoder.completed, decoder.tracks.ready]).then(async () => {
        const found = [];
        for (let i = 0; i < decoder.tracks.selectedTrack.frameCount; i++) {
            const {image} = await decoder.decode({frameIndex: i});
            [canvas.width, canvas.height] = [image.displayWidth, image.displayHeight];
            context.drawImage(image, 0, 0);
            const cells = [];
            for (let y = 0; y < rows; y++) for (let x = 0; x < columns; x++)
                if (context.getImageData((x + .5) * cell, (y + .5) * cell, 1, 1).data[1] > 128) cells.push([x, y]);
            found.push([image.duration, cells]);
            image.close();
        }
        return [String(decoder.tracks.selectedTrack.repetitionCount), found];
    })"""


def next_generation(cells, columns, rows):
    counts = {}
    for x, y in cells:
        for dx in -1, 0, 1:
            for dy in -1, 0, 1:
                if dx or dy:
                    place = (x + dx) % columns, (y + dy) % rows
                    counts[place] = counts.get(place, 0) + 1
    return {place for place, count in counts.items() if count == 3 or count == 2 and place in cells}


def test_gif_is_exactly_one_period():
    with Server(*LIVE, 'color-mode=solid') as server, Page(server, size=(1280, 800)) as page:
        page.open_panel()
        for pattern, tempo, frames in (('pulsar', '1/1', 3), ('pentadecathlon', '1/2', 30)):
            page.request(type='load', pattern=pattern)
            page.set('generations-rate', tempo)
            page.wait("return document.getElementById('tempo').textContent === arguments[0]", f"{tempo.removesuffix('/1')}×")
            page.do('loop')
            path = page.await_file('life-*.gif')
            page.await_toast('The GIF was saved')
            forever, found = page.script(CELLS_OF_GIF, base64.b64encode(path.read_bytes()).decode(), WIDTH // 8, HEIGHT // 8, 8)
            path.unlink()
            pictures = [{tuple(cell) for cell in cells} for _, cells in found]
            assert (len(pictures), forever) == (frames, 'Infinity'), (len(pictures), forever)
            assert abs(sum(duration for duration, _ in found) - frames / 30 * 1e6) <= 10000, found[0][0]
            step = 1 if tempo == '1/1' else 2
            shown = pictures if step == 1 else pictures[::2] if pictures[0] == pictures[1] else pictures[1::2]
            for i, cells in enumerate(shown):
                assert cells and next_generation(cells, WIDTH // 8, HEIGHT // 8) == shown[(i + 1) % len(shown)], (pattern, i)


def test_gif_of_what_does_not_repeat_itself_is_refused():
    with Server('topology=unbounded', 'density=0', 'zoom=2') as server, Page(server, size=(1280, 800), empty=False) as page:
        page.request(type='load', pattern='glider')
        page.press('z')
        page.await_toast('does not repeat itself within 3000 generations')
        page.press(' ')
        page.await_value('paused', lambda now: now)
        page.wait("return document.body.classList.contains('paused')")
        page.press('z')
        page.await_toast('Nothing moves')


def words_of(language):
    text = (PAGE / f'words-{language}.js').read_text(encoding='utf-8')
    return dict(re.findall(r"^  '([^']+)': '(.*)',$", text, re.M))


def test_each_language_has_all_words():
    english = words_of('en')
    assert len(english) > 100
    for language in 'de', 'ja':
        words = words_of(language)
        assert set(words) == set(english), set(words) ^ set(english)
        for key, value in words.items():
            assert value.strip(), (language, key)
            assert set(re.findall(r'{\w+}', value)) == set(re.findall(r'{\w+}', english[key])), (language, key)


def test_page_speaks_the_language_of_the_browser():
    names = '''
        const seen = [];
        for (const one of document.querySelectorAll('body *')) {
            for (const part of one.childNodes) if (part.nodeType === Node.TEXT_NODE) seen.push(part.data.trim());
            seen.push(one.getAttribute('aria-label') ?? '');
        }
        return seen.filter(one => one)'''
    english = words_of('en')
    for language in 'de', 'ja':
        prelude = f"Object.defineProperty(navigator, 'languages', {{value: ['xx', '{language}-XX', 'en']}})"
        with Server(*LIVE) as server, Page(server, empty=False, size=(1440, 900), prelude=prelude) as page:
            page.open_panel()
            words = words_of(language)
            foreign = {english[key] for key in english if words[key] != english[key]} - set(words.values())
            seen = page.script(names)
            assert words['help-zoom'] in seen and words['property-rule'] in seen, seen
            assert not foreign & set(seen), foreign & set(seen)
            assert page.script('return document.documentElement.lang') == language


def test_reports_of_the_server_are_translated():
    prelude = "Object.defineProperty(navigator, 'languages', {value: ['de']})"
    with Server() as server, Page(server, size=(1280, 800), prelude=prelude, empty=False) as page:
        german = words_of('de')
        page.press('u')
        page.await_toast(german['report-no-undo'])
        page.open_panel()
        for name, value, why in (('rule', 'B9/S2', german['report-rule'].split('{place}')[0].format(rule='B9/S2') + '2'),
                                 ('rule', 'nonsense', german['report-rule-name'].format(rule='nonsense')),
                                 ('palette', 'nonsense', german['report-palette'].format(name='nonsense')),
                                 ('dead-color', 'tomatoe', german['report-color']), ('generations-rate', 'x', german['report-value']),
                                 # What has no words stays as it is.
                                 ('caption-color', 'x' * 1001, 'longer than 1000 bytes')):
            page.script("""const input = document.getElementById(`property-${arguments[0]}`);
                input.value = arguments[1];
                input.dispatchEvent(new Event('change'));""", name, value)
            page.wait('return document.getElementById(`property-${arguments[0]}-wrong`).textContent.includes(arguments[1])', name, why)
        keys = page.script("""return [...document.querySelectorAll('[aria-keyshortcuts]')]
            .map(one => one.getAttribute('aria-keyshortcuts'))""")
        assert 'Space' in keys and 'Y Control+Y Control+Shift+Z' in keys and 'PageUp' in keys and 'Plus =' in keys, keys
        assert all(re.fullmatch(r'[ -~]+', one) for one in keys), keys


def test_viewers_are_counted():
    with Server() as server, Page(server) as page:
        page.wait("return document.getElementById('viewers').textContent === '1 watching'")
        with Page(server, empty=False) as other:
            for one in page, other:
                one.wait("return document.getElementById('viewers').textContent === '2 watching'")
            other.go('about:blank')
        page.wait("return document.getElementById('viewers').textContent === '1 watching'")


def test_read_only_server_is_only_watched():
    with Server(*LIVE, options=['--read-only']) as server, Page(server, empty=False, size=(1280, 800)) as page:
        page.open_panel()
        assert not page.script("return document.getElementById('read-only').hidden")
        able = page.script("""
            return [...document.querySelectorAll('#settings .group input, #settings .group select, [data-action]')]
                .filter(one => !one.disabled && one.checkVisibility()).map(one => one.dataset.action ?? one.id)""")
        assert set(able) <= {'full-screen', 'panel', 'theme', 'help', 'close-panel', 'save', 'screenshot', 'share', 'record', 'loop', 'zoom-in', 'zoom-out', 'fit',
                             'own-view', 'follow'}, able
        page.clear_toasts()
        page.drag(page.position(20, 20), page.position(30, 20))
        page.press('c', ' ', '+')
        page.pause(0.5)
        assert page.get('paused') is False and page.get('population') > 0
        assert not page.toasts(), page.toasts()


if __name__ == '__main__':
    main(globals(), require=need_browser)
