#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Plays every gst-launch-1.0 line of README.md, docs/ and the comments of the elements, as far as it can be played here.

Usage: test-launch-lines.py ELEMENT,... [TEXT]. Prints TAP. ELEMENT: those that were built; TEXT: only tests with it in their
name, as docs/how-to/gallery.md:12.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

ROOT = Path(os.environ['LIFE_SOURCE_ROOT'])
LAUNCH = 'gst-launch-1.0'
# Frames of a line that would run longer.
FRAMES = 30
# Seconds; a guard against hangs, no line takes nearly as long.
TIMEOUT = 120
OURS = set(sys.argv[1].split(','))
# Screens, and what needs a device, a session or a server.
SCREENS = {'autovideosink', 'ximagesink', 'xvimagesink', 'glimagesink', 'waylandsink', 'gtksink', 'fpsdisplaysink', 'pipewiresink',
           'v4l2sink', 'webrtcsink', 'whipclientsink', 'whipsink', 'rtmp2sink', 'ndisink', 'autoaudiosink'}
CAMERAS = {'v4l2src', 'autovideosrc', 'ximagesrc', 'libcamerasrc', 'pipewiresrc'}
# Pages with at least so many lines, and those whose pictures each have one.
LINES = {'README.md': 4, 'docs/tutorials/filters.md': 12, 'docs/how-to/streaming.md': 5, 'docs/how-to/programs.md': 6,
         'plugin/lifesrc/lifesrc.c': 1, 'plugin/lifestep/lifestep.c': 1, 'plugin/lifevis/lifevis.c': 1}
GALLERIES = ['gallery', 'three-dimensions']
PICTURES = 12
MAX_PICTURE_BYTES = 2_500_000
GUN = '24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!\n'


class Skip(Exception):
    """Why a line cannot be played here."""


# --- Lines ---

def find_lines(path):
    """The launch lines of a file, without the markup of a comment, continued ones joined: number and text."""
    lines = [line.strip().removeprefix('* ').strip().split(']|')[0].rstrip() for line in path.read_text(encoding='utf-8').split('\n')]
    for number, text in enumerate(lines, 1):
        if text.startswith(f'{LAUNCH} '):
            following = number
            while text.endswith('\\'):
                text = text[:-1] + lines[following]
                following += 1
            yield number, text


def all_lines():
    """All of them by their file, relative to the tree."""
    files = [ROOT / 'README.md', *sorted(ROOT.glob('docs/**/*.md')), *sorted(ROOT.glob('plugin/**/*.c'))]
    return {str(file.relative_to(ROOT)): list(find_lines(file)) for file in files}


def words_of(text):
    """The words as the shell splits them, with their quotes."""
    return re.findall(r'''(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+''', text)


def property_of(word):
    """Name and value, without quotes, of the property that a word sets; not of caps."""
    match = re.fullmatch(r'''(@?[A-Za-z][^=/]*)=(["']?)(.*)\2''', word, re.DOTALL)
    return (match[1], match[3]) if match else None


def is_element(word):
    return re.fullmatch(r'[A-Za-z][^=/.]*', word) and word != LAUNCH


# --- Making a line run here ---

def bound_address(uri):
    """A player's address with few frames, which an address of the documentation names last if at all."""
    if uri.startswith('file:'):
        return uri
    head, named, _ = uri.partition('num-buffers=')
    return f'{head}{"" if named else "&" if "?" in uri else "?"}num-buffers={FRAMES}'


def adapt(words):
    """The line of these words with screens replaced by fakesink and cameras by a test picture, whose streams end."""
    out = []
    while words:
        word, *words = words
        properties = []
        while words and property_of(words[0]):
            properties.append(words.pop(0))
        values = dict(map(property_of, properties))
        if word in SCREENS:
            word, properties = 'fakesink', []
        elif word in CAMERAS:
            word, properties = 'videotestsrc', [f'num-buffers={FRAMES}']
        elif word in ('lifesrc', 'videotestsrc'):
            properties = [text for text in properties if not text.startswith('num-buffers=')]
            properties.append(f'num-buffers={min(FRAMES, int(values.get("num-buffers", FRAMES)))}')
        elif word in ('playbin', 'playbin3'):
            properties = ['video-sink=fakesink'] + [
                f'uri="{bound_address(values["uri"])}"' if text.startswith('uri=') else text
                for text in properties if text.startswith(('uri=', 'flags=', 'vis-plugin='))]
        out += [word, *properties]
    return ' '.join(out)


# --- Playing a line ---

def run(command, folder=None):
    """Status and output of a command."""
    done = subprocess.run(['timeout', '-k', '5', str(TIMEOUT), 'sh', '-c', command], cwd=folder, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode, done.stdout.decode(errors='replace')


def provide(name, is_pattern, folder):
    """Puts a file that a line reads into @folder: the project's own, or one that a reader would have."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if (ROOT / name).is_file():
        shutil.copy(ROOT / name, path)
    elif is_pattern:
        path.write_text(GUN, encoding='ascii')
    else:
        source = {'.png': 'videotestsrc num-buffers=1 ! pngenc',
                  '.ogg': 'audiotestsrc wave=ticks num-buffers=50 ! vorbisenc ! oggmux'}.get(
                      path.suffix, f'videotestsrc num-buffers={FRAMES} ! x264enc ! mp4mux')
        _, output = run(f'{LAUNCH} -q {source} ! filesink location={name}', folder)
        print(re.sub('^', '# ', output, flags=re.M) if output else '', end='')


def provide_files(words, folder):
    element = ''
    for word in words:
        element = word if is_element(word) else element
        name, value = property_of(word) or ('', '')
        file = value.removeprefix('file://$PWD/') if name == 'uri' else value
        if (name == 'location' or file != value) and not os.path.isabs(file) and element in OURS | {'filesrc', 'playbin'}:
            provide(file, element in OURS, folder)


def writes_files(words):
    element = ''
    for word in words:
        element = word if is_element(word) else element
        if word.startswith('location=') and 'sink' in element and element not in SCREENS:
            return True
    return False


def skip_what_is_missing(text, output):
    """An element that is not installed, unless it is ours, or a decoder, which decodebin reports in one way or another."""
    missing = re.search(r'Missing (?:element|decoder): ([^(\n]*)|no element "([^"]*)"', output)
    if missing and missing[2] not in OURS:
        raise Skip(f'{missing[1] or missing[2]} is not installed')
    if 'cannot open /usr/share/golly/' in output and not os.path.exists('/usr/share/golly'):
        raise Skip('Golly is not installed')
    if 'glupload' in text and run(f'{LAUNCH} -q videotestsrc num-buffers=1 ! glupload ! gldownload ! fakesink')[0] != 0:
        raise Skip('OpenGL does not start here')


def check_alpha(film, folder):
    """Encoders may choose a format without it."""
    _, output = run(f'{LAUNCH} filesrc location={film} ! decodebin ! videoconvert ! video/x-raw,format=RGBA ! identity eos-after=2 ! '
                    'filesink location=film.raw', folder)
    alpha = (folder / 'film.raw').read_bytes()[3::4]
    assert alpha and min(alpha) == 0 and max(alpha) == 255, f'{film} has no clear cells beside opaque ones:\n{output}'


def check_line(text):
    """A line plays to its end, and writes files if it says so, none of them empty; a film of transparent cells keeps them."""
    in_memory = 'CUDAMemory' in text
    if in_memory or 'engine=cuda' in text:
        if not os.path.exists('/dev/nvidiactl'):
            raise Skip('there is no NVIDIA GPU')
        if in_memory and 'CUDAMemory' not in run('gst-inspect-1.0 lifestep')[1]:
            raise Skip('the plugin is built without GstCuda')
    words = words_of(text)
    with tempfile.TemporaryDirectory(prefix='life-launch-') as name:
        folder = Path(name)
        provide_files(words, folder)
        previous = len(list(folder.iterdir()))
        command = adapt(words)
        status, output = run(command, folder)
        if status != 0:
            skip_what_is_missing(text, output)
        assert status == 0, f'{command}\nended with status {status} (124: it still ran after {TIMEOUT} s):\n{output}'
        files = [file for file in folder.iterdir() if file.is_file()]
        assert not writes_files(words) or len(files) > previous, f'{command}\nwrote no file:\n{output}'
        for file in files:
            assert file.stat().st_size > 0, f'{command}\nwrote {file.name}, which is empty'
            if 'dead-color=0' in words and file.suffix == '.mov':
                check_alpha(file.name, folder)


# --- The lines themselves ---

def check_count(lines, file, minimum):
    assert len(lines[file]) >= minimum, f'{file} shows {len(lines[file])} launch lines, not {minimum}'


def check_gallery(lines, page):
    """docs/how-to/@page.md has its pictures in docs/images/@page, and for each the line that makes it."""
    folder, file = ROOT / 'docs' / 'images' / page, f'docs/how-to/{page}.md'
    if not folder.is_dir():
        raise Skip('there are no pictures')
    pictures = re.findall(rf'\]\(\.\./images/{page}/([^)]*)\)', (ROOT / file).read_text(encoding='utf-8'))
    sizes = [(folder / name).stat().st_size for name in pictures]
    own = [text for _, text in lines[file] if ',width=' in text and text.endswith('! autovideosink')]
    files = [path for path in folder.iterdir() if path.is_file()]
    assert len(pictures) >= PICTURES and len(pictures) == len(own) == len(files), \
        f'{file} shows {len(pictures)} pictures and {len(own)} lines for them, and its folder has {len(files)} files'
    assert all(sizes) and sum(sizes) <= MAX_PICTURE_BYTES, f'the pictures take {sum(sizes)} bytes, more than {MAX_PICTURE_BYTES}'


def check_adapting():
    for line, expected in [
            ('lifesrc ! autovideosink sync=false', 'lifesrc num-buffers=30 ! fakesink'),
            ('lifesrc num-buffers=600 zoom=4 ! fakesink', 'lifesrc zoom=4 num-buffers=30 ! fakesink'),
            ('lifesrc num-buffers=5 ! video/x-raw,width=64 ! fakesink', 'lifesrc num-buffers=5 ! video/x-raw,width=64 ! fakesink'),
            ("lifesrc pattern='3o ! x' ! fakesink", "lifesrc pattern='3o ! x' num-buffers=30 ! fakesink"),
            ('v4l2src device=/dev/video0 ! fakesink', 'videotestsrc num-buffers=30 ! fakesink'),
            ('playbin uri=life:glider', 'playbin video-sink=fakesink uri="life:glider?num-buffers=30"'),
            ('playbin3 uri="life:?zoom=4&num-buffers=300"', 'playbin3 video-sink=fakesink uri="life:?zoom=4&num-buffers=30"')]:
        got = adapt(words_of(f'{LAUNCH} {line}'))
        assert got == f'{LAUNCH} {expected}', f'{line} becomes {got}'


def main():
    # OpenGL without a display.
    if not {'DISPLAY', 'WAYLAND_DISPLAY'} & os.environ.keys():
        os.environ.setdefault('GST_GL_PLATFORM', 'egl')
        os.environ.setdefault('GST_GL_WINDOW', 'egl-device')
    lines = all_lines()
    tests = [('lines-are-made-finite', check_adapting, [])]
    tests += [(f'{file}-has-lines', check_count, [lines, file, minimum]) for file, minimum in LINES.items()]
    tests += [(f'{page}-has-a-line-for-each-picture', check_gallery, [lines, page]) for page in GALLERIES]
    tests += [(f'{file}:{number}', check_line, [text]) for file in lines for number, text in lines[file]]
    tests = [test for test in tests if not sys.argv[2:] or sys.argv[2] in test[0]]
    print(f'1..{len(tests)}', flush=True)
    failed = False
    for number, (name, check, arguments) in enumerate(tests, 1):
        result, note = 'ok', ''
        try:
            check(*arguments)
        except Skip as reason:
            note = f' # SKIP {reason}'
        except Exception:  # pylint: disable=broad-exception-caught
            result, failed = 'not ok', True
            print(re.sub('^', '# ', traceback.format_exc(), flags=re.M))
        print(f'{result} {number} {name}{note}', flush=True)
    return failed


sys.exit(main())
