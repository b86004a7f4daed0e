# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs the scripts of pipelines/ as a user would, and decodes what they make. Nothing here is a test."""
import ctypes
import os
import re
import shlex
import shutil
import signal
import subprocess
from collections import namedtuple

from tap import BUILD, SOURCE, Failure, expect, expect_in, need, until

# What the scripts see is not what the test run has set.
SETTINGS = '''LD_PRELOAD LD_LIBRARY_PATH ASAN_OPTIONS UBSAN_OPTIONS LSAN_OPTIONS GST_PLUGIN_PATH GST_PLUGIN_PATH_1_0
    GST_PRESET_PATH GST_REGISTRY GST_REGISTRY_1_0 GST_REGISTRY_FORK G_DEBUG G_SLICE MALLOC_PERTURB_ MALLOC_CHECK_
    GST_DEBUG GST_TRACERS CC CFLAGS LDFLAGS PYTHONPATH DISPLAY WAYLAND_DISPLAY'''.split()
ANY_ERROR = frozenset(range(-64, 256)) - {0}
PR_SET_CHILD_SUBREAPER = 36

Outcome = namedtuple('Outcome', 'name status printed errors')


def links():
    """A folder in which scripts find the build that is tested as their own."""
    root = BUILD / 'scripts-root'
    root.mkdir(exist_ok=True)
    for name, target in [(name, SOURCE / name) for name in ('pipelines', 'tools', 'docs')] + [('build-release', BUILD)]:
        # Tests that run at the same time make the same links.
        made = root / f'{name}.{os.getpid()}'
        made.symlink_to(target)
        made.replace(root / name)
    return root


class User:
    """Who runs scripts: a folder, an environment, and programs that stand in for others."""

    def __init__(self, folder):
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
        self.root = links()
        self.folder, self.fakes = folder / 'here', folder / 'fakes'
        self.folder.mkdir()
        self.fakes.mkdir()
        self.environment = {name: value for name, value in os.environ.items() if name not in SETTINGS}
        self.environment['PATH'] = f'{self.fakes}:{os.environ["PATH"]}'

    def command(self, line):
        """The words of a command line that begins with a script of pipelines/, or with another program."""
        words = shlex.split(line)
        script = self.root / 'pipelines' / words[0]
        return [str(script) if script.exists() else words[0], *words[1:]]

    def run(self, line):
        words = self.command(line) if isinstance(line, str) else line
        try:
            done = subprocess.run(words, cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False,
                                  timeout=600)
        except subprocess.TimeoutExpired as late:
            raise Failure(f'{line} does not end; it says {late.stdout}{late.stderr}') from None
        return Outcome(line, done.returncode, done.stdout, done.stderr)

    def make(self, line):
        """Runs what has to succeed; returns what it printed."""
        outcome = self.run(line)
        expect(outcome.status, 0, f'status of {line}, which says {outcome.printed}{outcome.errors}')
        return outcome.printed

    def refuse(self, line, status, why):
        """Runs what has to end with @status, or with one of those, and @why."""
        expect_refusal(self.run(line), status, why)

    def start(self, line, deaf=False):
        return Run(self, line, deaf)

    def fake(self, name, text):
        """A program that is found before the installed one: a shell script without its first line."""
        path = self.fakes / name
        path.write_text(f'#!/bin/sh\n{text}\n', encoding='utf-8')
        path.chmod(0o700)

    def forbid_work(self):
        """Programs that install and build fail, and leave a file "worked"."""
        for name in 'dpkg-query', 'apt-get', 'sudo', 'meson', 'ninja':
            self.fake(name, f'echo "$0" "$@" >>"{self.folder}/worked"; exit 1')

    def show_launches(self):
        """What gst-launch-1.0 would get is printed; but it really plays where -q stands."""
        real = shutil.which('gst-launch-1.0')
        self.fake('gst-launch-1.0', f'case " $* " in *" -q "*) exec {real} "$@" ;; esac; echo "rendering ($*)"; exit 3')

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding='utf-8')

    def expect_only(self, *names):
        """All that the folder holds."""
        expect(sorted(path.name for path in self.folder.iterdir()), sorted(names), 'what is in the folder')

    def probe(self, name):
        """All frames are decoded: the properties of the film in a file, as text."""
        need('ffprobe')
        done = self.run(['ffprobe', '-v', 'error', '-select_streams', 'v:0', '-count_frames', '-show_entries',
                         'stream=codec_name,pix_fmt,width,height,avg_frame_rate,nb_read_frames:format=duration', '-of',
                         'default=noprint_wrappers=1', name])
        expect((done.status, done.errors), (0, ''), f'status and errors of ffprobe {name}')
        return done.printed

    def expect_film(self, name, properties):
        """@properties: words such as width=640."""
        found = self.probe(name).split()
        for word in properties.split():
            expect_in(word, found, name)

    def decode(self, name, pixels, *options, input_options=()):
        """The bytes of all frames in a format that ffmpeg supports, or of those that options choose; @input_options: for
        what is read."""
        need('ffmpeg')
        raw = self.folder.parent / 'raw'
        self.make(['ffmpeg', '-v', 'error', '-y', *input_options, '-i', name, *options, '-fps_mode', 'passthrough',
                   '-f', 'rawvideo', '-pix_fmt', pixels, str(raw)])
        return raw.read_bytes()

    def luma(self, name, frame, size):
        """One frame's; as it is in the file, without its chroma."""
        return self.decode(name, 'yuv420p', '-vf', f'select=eq(n\\,{frame})')[:size[0] * size[1]]

    def play(self, line):
        """The bytes of the frames that a launch line with our elements makes."""
        raw = self.folder.parent / 'played'
        environment = dict(self.environment, GST_PLUGIN_PATH_1_0=str(BUILD / 'plugin'),
                           GST_PRESET_PATH=str(BUILD / 'plugin' / 'presets'), GST_REGISTRY_1_0=os.environ['GST_REGISTRY_1_0'])
        subprocess.run(['gst-launch-1.0', '-q', *shlex.split(line), '!', 'filesink', f'location={raw}'], env=environment, check=True)
        return raw.read_bytes()


class Run:
    """A script that may still be running, in a process group of its own. @deaf: SIGINT is ignored from the start, as in
    what a script starts with &."""

    def __init__(self, user, line, deaf):
        self.line, self.out, self.errors = line, user.folder.parent / 'printed', user.folder.parent / 'errors'

        def lead():
            os.setpgid(0, 0)
            signal.signal(signal.SIGINT, signal.SIG_IGN if deaf else signal.SIG_DFL)
        with open(self.out, 'wb') as out, open(self.errors, 'wb') as errors:
            self.process = subprocess.Popen(user.command(line), cwd=user.folder, env=user.environment, stdout=out, stderr=errors,
                                            preexec_fn=lead)

    def await_text(self, text):
        """Waits until it has printed that."""
        def printed():
            ended = self.process.poll() is not None
            if text not in self.out.read_text(encoding='utf-8') and ended:
                raise Failure(f'{self.line} ended before it printed {text!r}')
            return text in self.out.read_text(encoding='utf-8')
        until(printed, f'{self.line} prints {text!r}')

    def send(self, number, group=True):
        try:
            os.kill(-self.process.pid if group else self.process.pid, number)
        except ProcessLookupError:
            pass  # the first of two signals was enough

    def end(self):
        """Waits for its end; it may leave no process behind."""
        status = self.process.wait()
        try:
            until(self.is_alone, f'the end of what {self.line} leaves behind')
        finally:
            self.send(signal.SIGKILL)
        return Outcome(self.line, status, self.out.read_text(encoding='utf-8'), self.errors.read_text(encoding='utf-8'))

    def is_alone(self):
        """What it left behind is our child now."""
        try:
            while os.waitpid(-self.process.pid, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return True
        return False


def expect_refusal(outcome, status, why):
    statuses = [status] if isinstance(status, int) else status
    message = f'{outcome.name!r} says {outcome.printed}{outcome.errors}'
    expect_in(outcome.status, statuses, f'status of {message}')
    expect_in(why, outcome.errors, message)
    expect(re.search('Wrote', outcome.printed), None, message)
