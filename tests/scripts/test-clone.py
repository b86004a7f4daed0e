#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The first command of the README in a fresh clone, as a user runs it: it builds, makes a film, and builds nothing more the
second time; other scripts add their program alone. (The second command runs this test.) Prints TAP."""
import re
import shutil
import subprocess

from script import User
from tap import SOURCE, Skip, expect, expect_in, expect_range, main, need

HD = 1920, 1080
BRIGHT = 100  # luma, more than the dead cells of the phosphor preset
# The option of a program that a first build lacks if packages are installed later; the program; and a line that builds it
# and then fails.
PROGRAMS = [('rtsp-server', 'rtsp-server/life-rtsp-server', 'rtsp-server.sh --nonsense'),
            ('web', 'web/life-web', 'web.sh --nonsense'),
            ('mpi', 'worker/life-worker', 'cluster.sh localhost -- --nonsense')]
# Of about 350 for all.
MAX_STEPS = 60


class Cloner(User):
    """Whose scripts are in a clone, with what is not committed yet."""

    def __init__(self, folder):
        super().__init__(folder)
        self.root = folder / 'life'
        files = subprocess.run(['git', '-C', SOURCE, 'ls-files', '--cached', '--others', '--exclude-standard', '-z'], capture_output=True,
                               text=True, check=False)
        if files.returncode:
            raise Skip('the source is no clone')
        for name in files.stdout.split('\0')[:-1]:
            if (SOURCE / name).is_file():
                (self.root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(SOURCE / name, self.root / name)


def test_the_readme_is_true(user):
    need('ffmpeg', 'ffprobe', 'git')
    expect_in('\n    ./pipelines/mp4.sh\n', (user.root / 'README.md').read_text(encoding='utf-8'), 'README.md')
    printed = user.make('mp4.sh')
    for word in 'Configuring build-release', 'Building build-release', 'rendering', 'Wrote':
        expect_in(word, printed, 'what the first run prints')
    user.expect_film('life.mp4', 'codec_name=h264 width=1920 height=1080 nb_read_frames=600 duration=10.000000')
    for frame in 0, 599:
        lit = [position for position, luma in enumerate(user.luma('life.mp4', frame, HD)) if luma > BRIGHT]
        expect_range(len({position % HD[0] for position in lit}) / HD[0], 0.4, 1, f'columns with live cells in frame {frame}')
        expect_range(len({position // HD[0] for position in lit}) / HD[1], 0.6, 1, f'rows with live cells in frame {frame}')
    printed = user.make('mp4.sh blinker b.mp4 -- num-buffers=2')
    expect([word for word in ('Installing', 'Configuring', 'Building') if word in printed], [], 'what the second run does')
    build = user.root / 'build-release'
    user.environment.pop('LIFE_BUILD_ROOT', None)
    there = [words for words in PROGRAMS if (build / 'pipelines' / words[1]).exists()]
    subprocess.run(['meson', 'configure', build, *(f'-D{option}=disabled' for option, _, _ in there)], stdout=subprocess.DEVNULL,
                   check=True)
    subprocess.run(['ninja', '-C', build], stdout=subprocess.DEVNULL, check=True)
    for option, program, line in there:
        (build / 'pipelines' / program).unlink(missing_ok=True)
        expect_in('Building build-release\n', user.run(line).printed, f'what {line} prints')
        expect((build / 'pipelines' / program).exists(), True, f'{program} is there')
        steps = int(re.findall(r'^\[\d+/(\d+)\]', (build / 'build.log').read_text(encoding='utf-8'), re.M)[-1])
        expect(steps <= MAX_STEPS, True, f'{steps} steps are few, for -D{option}=enabled')


if __name__ == '__main__':
    main(globals(), prepare=Cloner)
