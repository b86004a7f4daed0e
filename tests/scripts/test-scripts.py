#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What all scripts of pipelines/ print, what they refuse, and what they ask gst-launch-1.0 for; a run that fails
leaves nothing behind. Prints TAP."""
import array
import re
import signal
import subprocess
import wave

from script import ANY_ERROR, User, expect_refusal
from tap import BUILD, SOURCE, expect, expect_in, main, table

WRITERS = 'mp4.sh', 'png.sh', 'gif.sh', 'hls.sh'
SOURCED = 'arguments.sh', 'launch.sh', 'colors.sh'
SCRIPTS = sorted(path.name for path in (SOURCE / 'pipelines').glob('*.sh') if path.name not in SOURCED)
OLD = 'there', 'a.rle', 'b.3d', 'body.rle3', 'old', 'broken.rle', 'song.wav'


def furnish(user):
    """Makes what the tables name."""
    for folder in 'there', 'a.rle', 'b.3d':
        (user.folder / folder).mkdir()
    user.write('old', 'old')
    user.write('b.3d/plane.rle', 'x = 1, y = 1\no!\n')
    user.write('body.rle3', '3D version=1 size=1 pos=0,0,0\nx=1 y=1 z=1\no!\n')
    user.write('broken.rle', 'x = 3, y = 3\nbo$2b?$3o!\n')
    with wave.open(str(user.folder / 'song.wav'), 'wb') as song:
        song.setparams((1, 2, 48000, 0, 'NONE', None))
        song.writeframes(array.array('h', [0] * 4800).tobytes())


def lines(name):
    """The rows of a table, with each writer where it says WRITER."""
    for line, *rest in table(name):
        for writer in WRITERS if line.startswith('WRITER') else ['']:
            yield line.replace('WRITER', writer), *rest


def test_help_is_printed_at_once(user):
    user.forbid_work()
    for script in SCRIPTS:
        for word in '--help', '-h':
            printed = user.make(f'{script} {word}')
            expect_in('Usage:', printed, f'help of {script}')
            expect_in(script, printed, f'help of {script}')
    user.expect_only()


def test_help_of_servers_is_that_of_their_scripts(user):
    user.environment['LC_ALL'] = 'C.UTF-8'
    for script, server in ('rtsp-server.sh', 'rtsp-server/life-rtsp-server'), ('web.sh', 'web/life-web'):
        program = BUILD / 'pipelines' / server
        if program.exists():
            printed = user.make(f'{script} --help')
            expect(printed.count(script), 1, f'names of {script} in its help')
            expect(printed.replace(f'./pipelines/{script}', program.name), user.make(f'{program} --help'), f'help of {script}')


def test_senseless_arguments_are_refused_at_once(user):
    furnish(user)
    user.forbid_work()
    for line, status, why in lines('refused.tsv'):
        outcome = user.run(line)
        expect_refusal(outcome, int(status), why)
        if int(status) == 1:
            expect(outcome.errors.count('\n'), 1, f'lines of what {line} says')
        user.expect_only(*OLD)
    expect((user.folder / 'old').read_text(), 'old', 'what was there')


def test_errors_are_passed_on_and_nothing_is_left(user):
    furnish(user)
    user.environment['LIFE_CAMERA'] = '/dev/null'
    for line, why in [*lines('failed.tsv'), ('camera.sh out.mp4', '/dev/null')]:
        user.refuse(line, ANY_ERROR, why)
        user.expect_only(*OLD)
    expect((user.folder / 'old').read_text(), 'old', 'what was there')


def test_scripts_request_what_they_show(user):
    furnish(user)
    user.show_launches()
    for line, words, absent in table('launches.tsv'):
        printed = user.run(line).printed
        for word in words.split():
            expect_in(word, printed, f'what {line} asks for')
        for word in absent.split():
            expect(word in printed, False, f'whether {line} asks for {word}: {printed}')
        user.expect_only(*OLD)


def begin_odyssey(user, text):
    """What odyssey.sh, whose first looks are real, asks for at last."""
    user.show_launches()
    real = subprocess.run(['sh', '-c', 'command -v gst-launch-1.0'], capture_output=True, text=True, check=True).stdout.strip()
    user.fake('gst-launch-1.0', f'case "$*" in *x264enc*) echo "rendering ($*)"; exit 3 ;; esac; exec {real} "$@"')
    user.write('pattern.rle', text)
    return user.run('odyssey.sh pattern.rle out.mp4').printed


def test_an_odyssey_of_a_large_pattern_begins_where_most_cells_live(user):
    # The bar and what lies above it on the right are 1,000,000 cells away from the glider.
    printed = begin_odyssey(user, '#CXRLE Pos=-50,20\nx = 1000040, y = 3006\nbo$2bo$3o2998$1000020b3o$$1000000b20o$$1000000b20o!')
    found = re.search(r'waypoints="0s ([\d.]+),([\d.]+) zoom=8; 3s.*s camera ease"', printed)
    x, y = map(float, found.groups())
    expect((abs(x - 999960) <= 80, abs(y - 3020) <= 50), (True, True), f'whether the film begins there, at {x},{y}')


def test_an_odyssey_of_a_small_pattern_begins_with_all_of_it(user):
    expect_in('waypoints=""', begin_odyssey(user, '#CXRLE Pos=12345,-6789\n100bo99$o!'), 'what it asks for')


def test_installing_is_announced(user):
    """sudo may ask for a password, so the reason must be printed before."""
    user.fake('dpkg-query', 'exit 1')
    user.fake('id', 'echo 1000')
    user.fake('sudo', f'cp "{user.folder}/printed" "{user.folder}/before"; exit 1')
    user.environment['TMPDIR'] = str(user.folder)  # to keep apt-get's output
    outcome = user.run(['sh', '-c', 'exec "$0" glider out >printed', *user.command('mp4.sh')])
    expect_refusal(outcome, 1, 'apt-get could not install')
    printed = (user.folder / 'before').read_text()
    expect_in('this once: gcc', printed, 'what was printed by then')
    expect_in('password', printed, 'what was printed by then')


def test_frames_in_cuda_memory_are_installed_with_a_toolkit(user):
    user.fake('nvcc', 'exit 1')
    user.fake('dpkg-query', 'exit 1')
    user.fake('id', 'echo 0')
    user.fake('apt-get', 'exit 1')
    user.environment['TMPDIR'] = str(user.folder)  # to keep apt-get's output
    user.refuse('mp4.sh glider out', 1, 'libgstreamer-plugins-bad1.0-dev')


PLAYING = ('mp4.sh glider out', 'png.sh glider out', 'gif.sh glider out', 'hls.sh glider out', 'logo.sh Life out', 'volume.sh out',
           'montage.sh out', 'spacetime.sh glider out', 'odyssey.sh glider out', 'camera.sh out', 'camera.sh', 'window.sh glider',
           'rtsp-push.sh rtsp://127.0.0.1:1/in')
PROGRESS = ('Progress: (generations) ran 1200000 of 5000000 generations, about 12 s left\n'
            'rendering (00:00:01): 1 / 10 seconds (10.0 %)\n')


def test_progress_and_errors_are_shown_and_nothing_else(user):
    user.fake('xdpyinfo', 'exit 0')
    user.fake('gst-launch-1.0', f'''case " $* " in *' -q '*) exit 1 ;; esac
printf 'Setting pipeline to PAUSED ...\\nProgress: (open) Opening Stream\\n'
printf '%s' '{PROGRESS}'
echo 'Got EOS from element "pipeline0".'
echo 'ERROR: from element life: it broke' >&2
exit 3''')
    user.environment['DISPLAY'] = ':54321'
    for line in PLAYING:
        outcome = user.start(line).end()
        expect_refusal(outcome, 1 if line in ('camera.sh', 'window.sh glider') else 3, 'it broke')
        expect((outcome.printed.endswith(PROGRESS), 'pipeline' in outcome.printed, 'Opening' in outcome.printed), (True, False, False),
               f'what {line} prints: {outcome.printed}')
        user.expect_only()


def test_push_ends_when_it_is_interrupted(user):
    user.fake('gst-launch-1.0', "echo 'Progress: (generations) begun'; exec sleep 1000")
    for number in signal.SIGINT, signal.SIGTERM, signal.SIGKILL:
        run = user.start('rtsp-push.sh rtsp://127.0.0.1:1/in')
        run.await_text('begun')
        run.send(number, group=False)
        outcome = run.end()
        expect((outcome.status, outcome.errors), (-number, ''), f'status after {number.name}')


def test_push_ends_where_it_cannot_connect(user):
    """Though gst-launch-1.0 goes on."""
    for progress in 'Progress: (open)', '進度：(open)', '进度：（open）':
        user.fake('gst-launch-1.0', f"echo '{progress} Open failed'; echo 'Failed to connect' >&2; exec sleep 1000")
        user.refuse('rtsp-push.sh rtsp://127.0.0.1:1/in', ANY_ERROR, 'Failed to connect')


def test_the_printed_line_serves_the_page(user):
    user.fake('gst-launch-1.0', '>segment00000.ts')
    user.fake('python3', "printf '%s\\n' \"$@\"")
    name = 'it\'s "a b" $HOME'
    printed = user.make([*user.command('hls.sh glider'), name])
    line, = (line for line in printed.splitlines() if 'python3' in line)
    expect(user.make(['sh', '-c', line]), f'-m\nhttp.server\n--directory\n{user.folder}/{name}\n8000\n', 'words')


def test_a_second_run_builds_nothing(user):
    user.fake('gst-launch-1.0', 'exit 3')
    user.run('mp4.sh blinker a.mp4')
    printed = user.run('mp4.sh blinker a.mp4').printed
    expect(re.search('Installing|Configuring|Building', printed), None, printed)


if __name__ == '__main__':
    main(globals(), prepare=User)
