#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The films that scripts of pipelines/ make are decoded again: their properties, and their cells next to a Life of
our own. Prints TAP."""
import array
import math
import random
import subprocess
import wave

from cells import ACORN, GUN, difference, generation, rle_of
from script import User
from tap import Failure, expect, expect_in, expect_range, main, need, table

HD = 1920, 1080
DEFAULT_ZOOM = 6  # it shows 180 cells from top to bottom
R_PENTOMINO, BLINKER = 'b2o$2ob$bob!', '3o!'


def expect_cells(user, name, size, zoom, pattern, *frames):
    """That frames of a film show generations of a pattern."""
    for frame in frames:
        wrong = difference(user.luma(name, frame, size), size, zoom, generation(pattern, frame))
        expect(wrong, None, f'frame {frame} of {name}')


def test_films_have_their_properties(user):
    user.environment['LIFE_CAMERA'] = '/dev/no-camera'
    for line, name, properties in table('films.tsv'):
        printed = user.make(line)
        expect('no camera at /dev/no-camera' in printed, line.startswith('camera'), f'whether {line} says that a video stands for it')
        user.expect_film(name, properties)
        if line.startswith('logo'):
            # Players show the words as the film's title.
            expect_in('a "b"/c.d — B3/S23'.encode(), (user.folder / name).read_bytes(), 'title')
        user.expect_only(name)
        (user.folder / name).unlink()


def test_the_gun_becomes_a_film(user):
    expect_in('rendering', user.make('mp4.sh gosper-gun life.mp4 -- num-buffers=150'), 'progress')
    user.expect_film('life.mp4', 'codec_name=h264 pix_fmt=yuv420p width=1920 height=1080 avg_frame_rate=60/1 nb_read_frames=150 '
                     'duration=2.500000')
    expect_cells(user, 'life.mp4', HD, DEFAULT_ZOOM, GUN, 0, 75, 149)


def test_patterns_are_found_by_name_and_by_file(user):
    (user.folder / 'acorn').mkdir()  # no pattern, and no harm
    odd = 'it\'s "mine" \\ (1)\t! a=b, [x].rle'
    for name, text, found, zoom in [('my own patterns/r pentomino.rle', R_PENTOMINO, R_PENTOMINO, DEFAULT_ZOOM), (odd, BLINKER, BLINKER, DEFAULT_ZOOM),
                                    ('glider', BLINKER, BLINKER, DEFAULT_ZOOM), ('acorn', None, ACORN, DEFAULT_ZOOM), ('acorn', None, ACORN, 12)]:
        if text:
            user.write(name, f'x = 3, y = {text.count("$") + 1}, rule = B3/S23\n{text}\n')
        film = f'{name}.mp4'
        user.make([*user.command('mp4.sh'), name, film, '--', 'num-buffers=20', *([f'zoom={zoom}'] if zoom != DEFAULT_ZOOM else [])])
        expect_cells(user, film, HD, zoom, found, 0, 3, 19)


def test_a_busy_pattern_stays_sharp(user):
    """Cells that change everywhere take more bits than the encoder grants by itself."""
    width, height = 200, 120
    dice = random.Random(1)
    soup = rle_of({(x, y) for x in range(width) for y in range(height) if dice.random() < 0.35}, width, height)
    user.write('soup.rle', f'x = {width}, y = {height}, rule = B3/S23\n' + soup.replace('$', '$\n'))
    user.make('mp4.sh soup.rle soup.mp4 -- num-buffers=40 zoom=6')
    expect_cells(user, 'soup.mp4', HD, 6, soup, 0, 20, 39)


def test_a_web_page_plays_every_frame(user):
    size, frames = (1280, 720), 150
    user.make(f'hls.sh gosper-gun web -- num-buffers={frames}')
    text = (user.folder / 'web' / 'life.m3u8').read_text()
    expect([line for line in text.splitlines() if line.endswith('.ts')], [f'segment0000{i}.ts' for i in range(3)], 'segments of 2 s')
    expect((text.endswith('#EXT-X-ENDLIST'), '#EXT-X-TARGETDURATION:2\n' in text), (True, True), text)
    expect_in('src="life.m3u8"', (user.folder / 'web' / 'index.html').read_text(), 'page')
    user.expect_film('web/life.m3u8', f'codec_name=h264 pix_fmt=yuv420p width=1280 height=720 nb_read_frames={frames}')
    expect_cells(user, 'web/life.m3u8', size, 4, GUN, 0, 60, frames - 1)
    user.expect_only('web')
    # GStreamer's own player, as a user has it.
    need('gst-launch-1.0')
    user.make('timeout 300 gst-launch-1.0 -q filesrc location=web/life.m3u8 ! hlsdemux ! tsdemux ! h264parse ! avdec_h264 ! '
              'videoconvert ! video/x-raw,format=GRAY8 ! filesink location=raw')
    raw = (user.folder / 'raw').read_bytes()
    expect(len(raw), frames * size[0] * size[1], 'bytes that hlsdemux decodes')
    expect(difference(raw[-size[0] * size[1]:], size, 4, generation(GUN, frames - 1)), None, 'last frame of hlsdemux')


# --- A song ---

RATE, FPS, SECONDS, BEATS = 48000, 60, 2, [0.2137 + 0.45 * beat for beat in range(4)]


def write_metronome(path):
    """Ticks of a kilohertz."""
    def sample(time):
        return sum(0.8 * math.exp(-400 * t) * math.sin(2000 * math.pi * t) for t in (time - beat for beat in BEATS) if 0 <= t < 0.02)
    with wave.open(str(path), 'wb') as song:
        song.setparams((1, 2, RATE, 0, 'NONE', None))
        song.writeframes(array.array('h', [round(32767 * sample(i / RATE)) for i in range(RATE * SECONDS)]).tobytes())


def detected_beats(path):
    raw = subprocess.run(['ffmpeg', '-v', 'error', '-i', path, '-f', 'f32le', '-ac', '1', '-ar', str(RATE), '-'], capture_output=True,
                         check=True).stdout
    beats = [-1.0]
    for i, value in enumerate(array.array('f', raw)):
        if abs(value) > 0.2 and i / RATE > beats[-1] + 0.1:
            beats.append(i / RATE)
    return beats[1:]


def seen_beats(user, name):
    """When frames get brighter."""
    width, height = 240, 135
    raw = user.decode(name, 'gray', '-vf', f'scale={width}:{height}')
    sums = [sum(raw[at:at + width * height]) for at in range(0, len(raw), width * height)]
    return [i / FPS for i in range(1, len(sums)) if sums[i] > sums[i - 1] + 3000]


def expect_beats(found, slack, what):
    if len(found) != len(BEATS):
        raise Failure(f'{len(found)} beats are {what}')
    for time, beat in zip(found, BEATS):
        expect_range(time - beat, -slack, slack, f'seconds after a beat when it is {what}')


def test_sound_and_picture_are_in_step(user):
    write_metronome(user.folder / 'a song.wav')
    # Stamps stay where they are, so that a frame gets brighter at a beat alone.
    user.make("music.sh 'a song.wav' -- rule=B/S012345678 stamp=noise color-mode=solid bands=1")
    user.expect_film('music.mp4', 'codec_name=h264 pix_fmt=yuv420p width=1920 height=1080 avg_frame_rate=60/1 nb_read_frames=120')
    expect_beats(detected_beats(user.folder / 'music.mp4'), 0.002, 'heard')
    expect_beats(seen_beats(user, 'music.mp4'), 1 / FPS, 'seen')
    user.expect_only('a song.wav', 'music.mp4')


if __name__ == '__main__':
    main(globals(), prepare=User, require=lambda: need('ffmpeg', 'ffprobe'))
