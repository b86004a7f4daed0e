#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The page of life-web for everybody: what axe-core finds, contrast, keyboard, words. The tests
with axe-core fetch it with npm, once per build folder, or are skipped."""
import shutil
import subprocess
from pathlib import Path

from page_harness import Page, Server, need_browser
from tap import BUILD, Skip, need, main

AXE = 'axe-core@4.14.1'
SIZES = {'phone': ((390, 844), 2, True), 'tablet': ((820, 1180), 1, False), 'desktop': ((1440, 900), 1, False)}
SOUP = ['world-width=160', 'world-height=90', 'density=0.3']


def axe():
    """The text of axe-core."""
    need('npm')
    folder = BUILD / 'axe-core'
    script = folder / 'package' / 'axe.min.js'
    if not script.exists():
        folder.mkdir(exist_ok=True)
        packed = subprocess.run(['npm', 'pack', AXE, '--silent'], cwd=folder, capture_output=True, text=True, check=False,
                                timeout=120)
        if packed.returncode:
            raise Skip(f'npm does not get {AXE}')
        shutil.unpack_archive(folder / Path(packed.stdout.strip()).name, folder)
    return script.read_text(encoding='utf-8')


def show(page, part):
    """Shows one of the parts that the page has."""
    page.close_panel()
    if part == 'panel':
        page.open_panel()
    elif part == 'keys':
        page.script("document.getElementById('keys').showModal()")
    elif part == 'library':
        page.script("document.getElementById('keys').close(); document.querySelector('[data-action=library]').click()")
        page.wait("return document.getElementById('library').open")
    elif part == 'trouble':
        page.script("""
            document.getElementById('trouble-title').textContent = 'Connection lost';
            document.getElementById('trouble-text').textContent = 'Trying again.';
            document.getElementById('trouble-button').textContent = 'Try now';
            document.getElementById('trouble-button').hidden = document.getElementById('trouble').hidden = false""")


def check_with_axe(name):
    script = axe()
    size, ratio, mobile = SIZES[name]
    with Server(*SOUP) as server, Page(server, empty=False, size=size, ratio=ratio, mobile=mobile) as page:
        for scheme in 'dark', 'light':
            page.prefer(color_scheme=scheme)
            for part in 'world', 'panel', 'trouble', 'keys', 'library':
                show(page, part)
                found = page.script(script + """
                    return axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations.map(
                        one => [one.impact, one.id, one.nodes.map(node => node.target.join(' '))]))""")
                assert not found, (name, scheme, part, found)
            page.script("document.getElementById('library').close(); document.getElementById('trouble').hidden = true")


def test_axe_finds_nothing_on_a_phone():
    check_with_axe('phone')


def test_axe_finds_nothing_on_a_tablet():
    check_with_axe('tablet')


def test_axe_finds_nothing_on_a_desktop():
    check_with_axe('desktop')


CONTRAST = """
    const numbers = text => (text.match(/[\\d.]+(?:e-?\\d+)?/g) ?? []).map(Number);
    const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
    const parse = color => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
        return [r, g, b, a / 255];
    };
    const over = (top, under) => [0, 1, 2].map(i => top[i] * top[3] + under[i] * (1 - top[3]));
    const light = color => [0.2126, 0.7152, 0.0722].reduce((sum, weight, i) => {
        const one = color[i] / 255;
        return sum + weight * (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
    }, 0);
    const seen = [];
    for (const part of document.querySelectorAll('body *')) {
        const text = [...part.childNodes].filter(one => one.nodeType === 3).map(one => one.data.trim()).join('')
            || (part.matches('button, input:not([type=color], [type=range], [type=checkbox]), select') ? part.value || part.ariaLabel || '' : '');
        if (!text || !part.checkVisibility() || part.closest('.unseen, option, canvas, [disabled], .suggestions')) continue;
        for (const picture of [[0, 0, 0], [255, 255, 255]]) {
            const parents = [];
            for (let one = part; one && one !== document.body; one = one.parentElement) parents.unshift(one);
            let back = picture;
            for (const one of parents) back = over(parse(getComputedStyle(one).backgroundColor), back);
            const ink = over(parse(getComputedStyle(part).color), back);
            const [bright, dark] = [light(ink), light(back)].sort((a, b) => b - a);
            seen.push([(bright + 0.05) / (dark + 0.05), text, picture]);
        }
    }
    return seen"""


def test_text_contrasts_whatever_the_world_shows():
    """What axe cannot see: the panels let a little of the film through."""
    with Server(*SOUP) as server, Page(server, empty=False, size=(1440, 900)) as page:
        for scheme in 'dark', 'light':
            page.prefer(color_scheme=scheme)
            for part in 'world', 'panel', 'trouble':
                show(page, part)
                seen = page.script(CONTRAST)
                assert len(seen) > 10, seen
                low = [one for one in seen if one[0] < 4.5]
                assert not low, (scheme, part, low)
            page.script("document.getElementById('trouble').hidden = true")


def test_every_control_is_reached_by_keyboard():
    with Server(*SOUP) as server, Page(server, empty=False, size=(1440, 900)) as page:
        page.open_panel()
        page.script("document.activeElement.blur()")
        expected = set(page.script("""
            self.nameOf = one => one.id || one.dataset.action || one.getAttribute('aria-label') || one.textContent.trim();
            return [...document.querySelectorAll('#world, button, input, select, summary')]
                .filter(one => one.checkVisibility() && !one.disabled && one.tabIndex >= 0).map(nameOf)"""))
        reached, unmarked = set(), set()
        for _ in range(2 * len(expected)):
            page.press('\ue004')
            name, marked = page.script("""
                const one = document.activeElement;
                const style = getComputedStyle(one);
                return [nameOf(one), style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2]""")
            reached.add(name)
            if name in expected and not marked:
                unmarked.add(name)
            if expected <= reached:
                break
        assert expected <= reached, expected - reached
        assert not unmarked, unmarked


def test_figures_are_announced_when_requested():
    with Server(*SOUP) as server, Page(server, empty=False) as page:
        page.close_panel()
        assert not page.script("return document.getElementById('generation').closest('[aria-live], [role=status]')")
        page.press('i')
        text = page.wait("return document.getElementById('announcer').textContent")
        assert text.startswith('Generation ') and 'population' in text and 'lowest' in text, text
        page.wait("return document.getElementById('curve').ariaLabel.includes('highest')")


def test_keys_are_listed():
    with Server(*SOUP) as server, Page(server, empty=False) as page:
        page.close_panel()
        page.press('?')
        listed = page.wait("return document.getElementById('keys').open && document.getElementById('key-list').textContent")
        for word in 'Space', 'Pause', 'Undo', 'Full screen':
            assert word in listed, listed
        page.press('\ue00c')
        page.wait("return !document.getElementById('keys').open")


def test_theme_follows_the_system_and_the_user():
    with Server(*SOUP) as server, Page(server, empty=False) as page:
        ink = "return getComputedStyle(document.getElementById('tools')).color"
        page.prefer(color_scheme='dark')
        dark = page.script(ink)
        page.prefer(color_scheme='light')
        light = page.script(ink)
        assert dark != light, dark
        page.open_panel()
        page.do('theme')
        assert page.script(ink) == dark
        page.go(server.address)
        page.await_picture()
        assert page.script(ink) == dark


def test_nothing_moves_if_less_motion_is_wished():
    with Server(*SOUP) as server, Page(server, empty=False) as page:
        busy = """
            const trouble = document.getElementById('trouble');
            trouble.hidden = false;
            trouble.classList.add('busy');
            return document.getAnimations().length"""
        page.prefer(reduced_motion='no-preference')
        assert page.script(busy) == 1
        page.prefer(reduced_motion='reduce')
        assert page.script(busy) == 0


if __name__ == '__main__':
    main(globals(), require=need_browser)
