#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Compares what a build does with what is written down here: the frames of the pipelines in pipelines.tsv, from the CPU with
one thread and with four and from a GPU in both kinds of memory, and what gst-inspect-1.0 prints of the elements.

Usage: golden.py BUILD [--update] [ROW...]   Prints TAP. ROW: only rows of that name; --update: writes down what is new."""
import ctypes
import difflib
import functools
import hashlib
import os
import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TABLE = HERE / 'pipelines.tsv'
ELEMENTS = ['lifesrc', 'lifestep', 'lifevis']
# What a build with CUDA prints in addition, in the order in which it is preferred.
CUDA_CAPS = re.compile(r'Capabilities:\n +video/x-raw\(memory:CUDAMemory\)\n(?: +[\w-]+: .*\n)+')
FORMAT = re.compile(r'\(string\)(\w+)')
SECOND = 1_000_000_000


def set_environment(build):
    """What tests/meson.build sets too."""
    for name, value in [('GST_PLUGIN_PATH_1_0', build / 'plugin'), ('GST_PRESET_PATH', build / 'plugin/presets'),
                        ('GST_REGISTRY_1_0', build / 'registry-tests.bin'), ('GST_REGISTRY_FORK', 'no'),
                        ('LIFE_COMPILER', build / 'cuda/compile/life-compile')]:
        os.environ.setdefault(name, str(value))


# --- Frames ---

class GStreamer:
    """The few functions that play a pipeline, called without bindings, which a host with a GPU may lack."""

    def __init__(self):
        self.core, self.app, self.video = (ctypes.CDLL(f'libgst{name}-1.0.so.0') for name in ('reamer', 'app', 'video'))
        for library, functions in [
                (self.core, 'parse_launch bin_get_by_name element_get_bus bus_pop_filtered sample_get_buffer sample_get_caps'),
                (self.app, 'app_sink_try_pull_sample'), (self.video, 'video_info_new_from_caps buffer_get_video_meta')]:
            for function in functions.split():
                getattr(library, f'gst_{function}').restype = ctypes.c_void_p
        self.core.gst_init(None, None)

    def frames(self, line, ranges):
        """The SHA-256 of the frames of @ranges, of which each but the first is sought; ValueError: what went wrong."""
        error, gst = ctypes.c_void_p(), self.core
        pipeline = gst.gst_parse_launch(f'{line} ! appsink name=sink sync=false max-buffers=2'.encode(), ctypes.byref(error))
        if error or not pipeline:
            raise ValueError(_text_of(error))
        pipeline = ctypes.c_void_p(pipeline)
        sink = ctypes.c_void_p(gst.gst_bin_get_by_name(pipeline, b'sink'))
        digest = hashlib.sha256()
        try:
            gst.gst_element_set_state(pipeline, 4)  # GST_STATE_PLAYING
            for number, part in enumerate(ranges.split(',')):
                first, last = map(int, part.split('-'))
                if number > 0 and not gst.gst_element_seek_simple(
                        pipeline, 3, 1 | 2, ctypes.c_int64(-(-first * SECOND // 30))):  # GST_FORMAT_TIME, FLUSH | ACCURATE
                    raise ValueError(f'a seek to frame {first} was refused')
                for frame in range(first, last + 1):
                    digest.update(self._pull(pipeline, sink, frame))
        finally:
            gst.gst_element_set_state(pipeline, 1)  # GST_STATE_NULL
            gst.gst_object_unref(sink)
            gst.gst_object_unref(pipeline)
        return digest.hexdigest()

    def _pull(self, pipeline, sink, frame):
        for _ in range(600):
            if sample := ctypes.c_void_p(self.app.gst_app_sink_try_pull_sample(sink, ctypes.c_uint64(SECOND // 10))):
                break
            if error := self._error_of(pipeline):
                raise ValueError(error)
        else:
            raise ValueError(f'frame {frame} does not come')
        data, size = ctypes.c_void_p(), ctypes.c_size_t()
        buffer = ctypes.c_void_p(self.core.gst_sample_get_buffer(sample))
        self.core.gst_buffer_extract_dup(buffer, ctypes.c_size_t(0), ctypes.c_size_t(-1), ctypes.byref(data), ctypes.byref(size))
        pixels = self._packed(sample, buffer, ctypes.string_at(data, size.value))
        self.core.g_free(data)
        self.core.gst_mini_object_unref(sample)
        return pixels

    def _packed(self, sample, buffer, data):
        """Rows without what GstVideoMeta says lies between them, as in memory that comes from a GPU."""
        meta = self.video.gst_buffer_get_video_meta(buffer)
        if not meta:
            return data
        caps = ctypes.c_void_p(self.core.gst_sample_get_caps(sample))
        info = self.video.gst_video_info_new_from_caps(caps)
        ends = [*_numbers(info + 72, '4N')[1:], 0]  # GstVideoInfo.offset
        planes, = _numbers(meta + 44, 'I')  # GstVideoMeta.n_planes, .offset, .stride
        ends[planes - 1], = _numbers(info + 24, 'N')  # GstVideoInfo.size
        packed = bytearray()
        for end, start, pitch, stride in zip(ends[:planes], _numbers(meta + 48, '4N'), _numbers(meta + 80, '4i'),
                                             _numbers(info + 104, '4i')):  # GstVideoInfo.stride
            for row in range((end - len(packed)) // stride):
                packed += data[start + row * pitch:start + row * pitch + stride]
        self.video.gst_video_info_free(ctypes.c_void_p(info))
        return bytes(packed)

    def _error_of(self, pipeline):
        bus, error = ctypes.c_void_p(self.core.gst_element_get_bus(pipeline)), ctypes.c_void_p()
        message = ctypes.c_void_p(self.core.gst_bus_pop_filtered(bus, 1 << 1))  # GST_MESSAGE_ERROR
        self.core.gst_object_unref(bus)
        if not message:
            return None
        self.core.gst_message_parse_error(message, ctypes.byref(error), None)
        self.core.gst_mini_object_unref(message)
        return _text_of(error)


def _numbers(address, layout):
    """Numbers of a struct."""
    return struct.unpack(f'@{layout}', ctypes.string_at(address, struct.calcsize(f'@{layout}')))


def _text_of(error):
    """The message of a GError: after its domain and its code."""
    return ctypes.c_char_p.from_address(error.value + 8).value.decode() if error else 'no pipeline'


class Row:
    """A line of the table."""

    def __init__(self, line):
        self.name, self.frames, self.input, self.element, self.caps, self.needs, self.sum = line.rstrip('\n').split('\t')

    def line(self, settings, memory=''):
        source = f'{self.input} ! ' if self.input else ''
        if memory and 'video/x-raw' in source:
            source += 'cudaupload ! '
        download = ' ! cudadownload' if memory else ''
        return f'{source}{self.element} {settings} ! video/x-raw{memory},framerate=30/1,{self.caps}{download}'

    def text(self):
        return '\t'.join([self.name, self.frames, self.input, self.element, self.caps, self.needs, self.sum]) + '\n'


def read_table():
    """What comes before the rows, and these."""
    lines = TABLE.read_text(encoding='utf-8').splitlines(keepends=True)
    head = [line for line in lines if line.startswith(('#', 'name\t'))]
    return head, [Row(line) for line in lines if line not in head]


def available():
    """What rows can need: elements that are built, and for words a font and Pango's release, on which captions depend."""
    found = {'', *filter(inspect, ELEMENTS)}
    if 'caption-font' in inspect('lifesrc'):
        pango = ctypes.CDLL('libpango-1.0.so.0')
        pango.pango_version_string.restype = ctypes.c_char_p
        found.add('Pango ' + pango.pango_version_string().decode())
    if 'caption-font' in inspect('lifesrc') and shutil.which('fc-match'):
        found.add(subprocess.run(['fc-match', '-f', '%{family}', 'Sans'], stdout=subprocess.PIPE, text=True, check=False).stdout)
    return found


def cuda_formats(gst):
    """Formats of frames in CUDA memory by element, as far as GStreamer can download them; ValueError: there is no GPU."""
    gst.frames('lifesrc engine=cuda ! video/x-raw,width=64,height=64', '0-0')
    both = {element: ''.join(CUDA_CAPS.findall(inspect(element))) for element in ELEMENTS}
    ours = set(FORMAT.findall(inspect('cudadownload')))
    return {element: ours & set(FORMAT.findall(caps)) for element, caps in both.items()}


# --- Texts ---

@functools.lru_cache
def inspect(element):
    """What gst-inspect-1.0 prints of it, but for the file's name and version."""
    text = subprocess.run(['gst-inspect-1.0', '--no-colors', element], env={**os.environ, 'LC_ALL': 'C'},
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout
    text = re.sub(r'^  (Filename|Version) .*\n', '', re.sub(r' +$', '', text, flags=re.M), flags=re.M)
    return re.sub(r'^(  Origin URL +)[a-z]+://\S+$', r'\1its URL', text, flags=re.M)


def texts_of():
    """The texts by their files' names. Of what all elements have, those of the others name but the property."""
    texts = {element: text for element in ELEMENTS if (text := inspect(element))}
    caps = ''.join(f'{element}: {found}' for element, text in texts.items() for found in CUDA_CAPS.findall(text))
    property_ = re.compile(r'^  ([\w-]+) *: .*\n(?: {24}.*\n)+', re.M)
    shared = {found.group(0) for found in property_.finditer(texts.get('lifesrc', ''))}
    for element, text in texts.items():
        text = CUDA_CAPS.sub('Capabilities:\n', text)
        if element != 'lifesrc':
            text = property_.sub(lambda found: f'  {found[1]}: as of lifesrc\n' if found[0] in shared else found[0], text)
        texts[element] = text
    return {**texts, **({'cuda-caps': caps} if caps else {})}


# --- What is compared ---

class Report:
    """Prints TAP."""

    def __init__(self):
        self.count = self.failed = 0

    def point(self, name, wrong=(), skipped=''):
        self.count += 1
        self.failed += bool(wrong)
        print(f'{"not ok" if wrong else "ok"} {self.count} {name}{f" # SKIP {skipped}" if skipped and not wrong else ""}')
        for line in wrong:
            print('#', line)
        sys.stdout.flush()


def play_row(row, gst, gpu):
    """The sum of each way to play it, or what went wrong, by its launch line."""
    lines = [row.line('engine=cpu threads=1'), row.line('engine=cpu threads=4')]
    if gpu is not None and 'cpu' not in row.needs:
        lines.append(row.line('engine=cuda'))
        if re.search(r'format=(\w+)', row.caps)[1] in gpu[row.element.split()[0]]:
            lines.append(row.line('engine=cuda', '(memory:CUDAMemory)'))
    sums = {}
    for line in lines:
        try:
            sums[line] = gst.frames(line, row.frames)
        except ValueError as what:
            sums[line] = str(what)
    return sums


def compare_frames(report, expected, update, again):
    gst, gpu, present = GStreamer(), None, available()
    try:
        gpu = cuda_formats(gst)
        report.point('a GPU plays them too')
        if not gpu['lifesrc']:
            print('# but not into CUDA memory: this build or GStreamer has none')
    except ValueError as what:
        report.point('a GPU plays them too', [str(what)] * ('LIFE_REQUIRE_CUDA' in os.environ), f'the CPU alone: {what}')
    head, rows = read_table()
    for row in rows:
        if expected and row.name not in expected:
            continue
        if not {row.element.split()[0], *row.needs.split(', ')} - {'cpu'} <= present:
            report.point(row.name, skipped=f'it needs {row.element.split()[0]}, {row.needs}')
            continue
        sums = play_row(row, gst, gpu)
        first = next(iter(sums.values()))
        if update and first != row.sum and re.fullmatch('[0-9a-f]{64}', first):
            print(f'# {row.name}: {first} in the place of {row.sum or "nothing"}')
            row.sum = first
        wrong = [f'frames {row.frames} of: gst-launch-1.0 {line} ! … are {got}, not {row.sum}' for line, got in sums.items() if got != row.sum]
        report.point(row.name, wrong + [f'If that is what you mean, look at them, then: {again} "{row.name}"'] * bool(wrong))
    if update:
        TABLE.write_text(''.join(head + [row.text() for row in rows]), encoding='utf-8')


def compare_texts(report, update, again):
    """Of that release of GStreamer whose gst-inspect-1.0 wrote them: others print other things."""
    release = subprocess.run(['gst-inspect-1.0', '--version'], stdout=subprocess.PIPE, text=True, check=True).stdout
    head = f'gst-inspect-1.0 of GStreamer {re.search(r"version ([0-9]+.[0-9]+)", release)[1]}'
    texts = texts_of()
    for name in ELEMENTS + ['cuda-caps']:
        path = HERE / f'{name}.txt'
        if name in texts and update:
            path.write_text(f'{head}\n\n{texts[name]}', encoding='utf-8')
        there, _, text = (path.read_text(encoding='utf-8') if path.is_file() else '').partition('\n\n')
        if name not in texts:
            report.point(f'text of {name}', skipped='this build has none')
            continue
        if name == 'lifevis' and sys.byteorder == 'big':
            report.point(f'text of {name}', skipped='GStreamer lists formats of sound in the order of bytes of the processor')
            continue
        if there != head or ('caption-font' in text) > ('caption-font' in texts[name]):
            report.point(f'text of {name}', skipped=f'it is of {there} and a build with Pango; here is {head}')
            continue
        wrong = list(difflib.unified_diff(text.splitlines(), texts[name].splitlines(), f'{name}.txt', 'now', n=0, lineterm=''))
        report.point(f'text of {name}', wrong + [f'If that is what you mean: {again}'] * bool(wrong))


def main(build, *options):
    build = Path(build).resolve()
    set_environment(build)
    os.chdir(ROOT)  # where the table's files are named from
    update, expected = '--update' in options, set(options) - {'--update'}
    again = f'tests/golden/golden.py {os.path.relpath(build, ROOT)} --update'
    report = Report()
    assert inspect('lifesrc'), f'there is no plugin in {build}'
    compare_frames(report, expected, update, again)
    if not expected:
        compare_texts(report, update, again)
    print(f'1..{report.count}')
    return report.failed > 0


if __name__ == '__main__':
    if len(sys.argv) < 2 or not Path(sys.argv[1]).is_dir():
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
