#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Plays worlds that processes of mpirun share: frames are those of one process, a worker that
is lost is named, and no process stays behind.

Usage: test-cluster.py PLAYER WORKER OTHER-WORKER [LIFE-BENCH BENCH.PY]. Prints TAP."""
import functools
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
import uuid
from pathlib import Path

from tap import Skip, main, need

PLAYER, WORKER, OTHER = sys.argv[1:4]
BENCH = sys.argv[4:6]
ROOT = Path(os.environ['LIFE_SOURCE_ROOT'])
# No speed is expected of any process, unless a test is about that.
SECONDS = 300
PATIENT = 'cluster-timeout=120'
# Seconds for a rank to be found silent; it lets others know of itself five times per second.
TIMEOUT = 6


def line(source, caps):
    return f'lifesrc {source} ! video/x-raw,{caps} ! filesink name=out'


def environment(mark):
    """For the processes of one mpirun, which all have @mark. MPI keeps memory up to the end."""
    sanitizer = os.environ.get('ASAN_OPTIONS', '') + ':detect_leaks=0'
    return dict(os.environ, LIFE_TEST_MARK=mark, ASAN_OPTIONS=sanitizer, OMPI_MCA_btl_vader_single_copy_mechanism='none',
                OMPI_ALLOW_RUN_AS_ROOT='1', OMPI_ALLOW_RUN_AS_ROOT_CONFIRM='1')


def processes(mark):
    """Those of one mpirun: their numbers, by rank."""
    found = {}
    for folder in Path('/proc').glob('[0-9]*'):
        try:
            values = dict(word.split('=', 1) for word in (folder / 'environ').read_text(errors='replace').split('\0')
                          if '=' in word)
            dead = (folder / 'stat').read_text(errors='replace').rpartition(')')[2].split()[0] == 'Z'
        except OSError:
            continue
        if values.get('LIFE_TEST_MARK') == mark and 'OMPI_COMM_WORLD_RANK' in values and not dead:
            found[int(values['OMPI_COMM_WORLD_RANK'])] = int(folder.name)
    return found


@functools.cache
def takes_two_programs():
    """Open MPI 5.0.7, which Debian 13 has, crashes."""
    words = ['mpirun', '--oversubscribe', '-np', '1', 'true', ':', '-np', '1', 'true']
    return subprocess.run(words, capture_output=True, timeout=SECONDS, env=environment(''), check=False).returncode == 0


def start_words(*words):
    """mpirun with "-np 1 PROGRAM ... : -np N PROGRAM ...", and the mark of its processes."""
    if ':' in words and not takes_two_programs():
        at = words.index(':')
        first, rest = words[2:at], words[at + 3:]
        script = f'[ "$OMPI_COMM_WORLD_RANK" != 0 ] || exec {shlex.join(first)}; exec {shlex.join(rest)}'
        words = ('-np', str(1 + int(words[at + 2])), 'sh', '-c', script)
    mark = uuid.uuid4().hex
    return subprocess.Popen(['mpirun', '--oversubscribe', *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            text=True, env=environment(mark)), mark


def start(folder, launch, ranks, times=1, worker=WORKER):
    """mpirun, and the mark of its processes."""
    workers = [':', '-np', str(ranks - 1), worker] if ranks > 1 else []
    return start_words('-np', '1', PLAYER, str(times), str(folder / 'parts'), launch, *workers)


def finish(mpirun, mark):
    """Its status and its output, once no process is left."""
    output = mpirun.communicate(timeout=SECONDS)[0]
    end = time.monotonic() + SECONDS
    while processes(mark):
        assert time.monotonic() < end, f'{processes(mark)} stay behind:\n{output}'
        time.sleep(0.1)
    return mpirun.returncode, output


def play_alone(folder, launch, times=1):
    subprocess.run([PLAYER, str(times), str(folder / 'one'), launch], check=True, timeout=SECONDS,
                   stdout=subprocess.DEVNULL)


def await_line(mpirun, text):
    for output in mpirun.stdout:
        if text in output:
            return
    raise AssertionError(f'mpirun ended without "{text}"')


def assert_same_bytes(folder, source, caps, ranks, times=1):
    play_alone(folder, line(source, caps), times)
    status, output = finish(*start(folder, line(f'{source} cluster=mpi {PATIENT}', caps), ranks, times))
    assert status == 0, output
    for i in range(times):
        one, parts = ((folder / f'{name}-{i}').read_bytes() for name in ('one', 'parts'))
        assert len(one) > 0 and one == parts, f'{source}, {ranks} ranks, film {i}: the bytes differ'


GRAY = 'format=GRAY8,width=160,height=120'


def test_soups_have_the_bytes_of_one_process_on_1_to_7_ranks(folder):
    for ranks in range(1, 8):
        assert_same_bytes(folder, f'num-buffers=10 seed={ranks} generations={ranks * 3} world-height={90 + ranks} '
                          'world-width=130 zoom=0.7', GRAY, ranks)


def test_patterns_rules_and_colors_have_the_bytes_of_one_process(folder):
    assert_same_bytes(folder, 'num-buffers=12 pattern=gosper-gun generations=5 grid=2',
                      'format=I420,width=160,height=120', 3)
    assert_same_bytes(folder, 'num-buffers=8 rule=B2/S/C5 color-mode=age world-width=70 world-height=11',
                      'format=RGBA,width=97,height=51', 4)
    for name in ('I420_10LE', 'P010_10LE', 'I422_10LE', 'Y210'):
        assert_same_bytes(folder, 'num-buffers=2 world-width=64 world-height=64 seed=3',
                          f'format={name},width=160,height=120', 2)
    assert_same_bytes(folder, 'num-buffers=8 rule=B2-a/S12 stagnation=reseed stagnation-frames=2 camera=fit', GRAY, 2)


def test_a_process_may_end_late(folder):
    os.environ['LIFE_TEST_LINGER'] = 'yes'
    try:
        assert_same_bytes(folder, 'num-buffers=3', GRAY, 2)
    finally:
        del os.environ['LIFE_TEST_LINGER']


def test_3d_worlds_have_the_bytes_of_one_process(folder):
    assert_same_bytes(folder, 'num-buffers=6 world-width=50 world-height=40 world-depth=9 slice-step=1', GRAY, 5)
    assert_same_bytes(folder, 'num-buffers=3 rule=B4/S4/C5 world-width=30 world-height=30 world-depth=30 view=volume',
                      GRAY, 3)


def test_a_pipeline_plays_again_with_the_same_workers_and_seeks(folder):
    assert_same_bytes(folder, 'num-buffers=30 generations=4 world-height=77', GRAY, 4, times=3)


def test_checkpoints_go_from_a_cluster_to_another_and_to_one_process(folder):
    for name in ('one', 'parts'):
        (folder / f'{name}-checkpoints').mkdir()
    source = 'num-buffers=6 generations=5 world-width=300 world-height=200 checkpoint-generations=10 checkpoint-location='
    play_alone(folder, line(f'{source}{folder}/one-checkpoints', GRAY))
    status, output = finish(*start(folder, line(f'{source}{folder}/parts-checkpoints cluster=mpi {PATIENT}', GRAY), 4))
    assert status == 0, output
    # Each keeps its last two; the last one is of the end. Heads end with an empty line and name the run, sums have 65 bytes.
    one, parts = (sorted((folder / f'{name}-checkpoints').glob('*.life'))[-1].read_bytes().partition(b'\n\n')[2][:-65]
                  for name in ('one', 'parts'))
    assert len(one) > 0 and one == parts, 'the cells of the checkpoints differ'
    assert_same_bytes(folder, f'num-buffers=5 location={folder}/parts-checkpoints', GRAY, 3)


def run_script(*words):
    return subprocess.run([ROOT / 'pipelines' / 'cluster.sh', *words], capture_output=True, text=True, timeout=SECONDS,
                          check=False, env=environment('script'))


def test_the_script_starts_as_many_workers_as_hosts_have(folder):
    source, caps = 'num-buffers=5 world-height=50', f'video/x-raw,{GRAY}'
    play_alone(folder, line(source, GRAY))
    done = run_script('localhost:2,localhost', '--', *source.split(), PATIENT, '!', caps, '!', 'filesink',
                      f'location={folder}/parts-0')
    assert done.returncode == 0, done.stdout + done.stderr
    assert (folder / 'one-0').read_bytes() == (folder / 'parts-0').read_bytes()


def fail_while_playing(folder, number, seconds=TIMEOUT):
    """What an endless film says when a worker gets a signal."""
    mpirun, mark = start(folder, 'lifesrc cluster=mpi world-width=200 world-height=150 generations=3 '
                         f'cluster-timeout={seconds} ! fakesink name=out', 4)
    await_line(mpirun, 'playing')
    os.kill(processes(mark)[2], number)
    return finish(mpirun, mark)


def test_a_stopped_worker_is_named(folder):
    status, output = fail_while_playing(folder, signal.SIGSTOP)
    assert status != 0 and 'error: rank 2 on ' in output and f'silent for {TIMEOUT} s' in output, output


def test_mpirun_names_a_killed_worker(folder):
    status, output = fail_while_playing(folder, signal.SIGKILL)
    assert status != 0 and 'rank 2' in output, output


def test_a_slowed_worker_changes_nothing(folder):
    source = 'num-buffers=200 seed=9 generations=3 world-height=99'
    play_alone(folder, line(source, GRAY))
    mpirun, mark = start(folder, line(f'{source} cluster=mpi {PATIENT}', GRAY), 3)
    await_line(mpirun, 'playing')
    for _ in range(4):
        worker = processes(mark).get(1)
        for number in (signal.SIGSTOP, signal.SIGCONT):
            if worker:
                try:
                    os.kill(worker, number)
                except ProcessLookupError:
                    pass
            time.sleep(0.4)
    status, output = finish(mpirun, mark)
    assert status == 0, output
    assert (folder / 'one-0').read_bytes() == (folder / 'parts-0').read_bytes()


def run_mpirun(*words):
    """Runs mpirun to its end, after which no process of it may be left."""
    return finish(*start_words(*words))


def test_a_process_without_workers_plays_and_warns(folder):
    source = 'num-buffers=4 world-height=50'
    play_alone(folder, line(source, GRAY))
    for ranks in (1, 2):
        status, output = finish(*start(folder, line(f'{source} cluster=mpi {PATIENT}', GRAY), ranks))
        assert status == 0 and output.count('started no life-worker') == (ranks == 1), output
        assert (folder / 'one-0').read_bytes() == (folder / 'parts-0').read_bytes()


def test_a_worker_that_waits_in_vain_reports_that_and_ends(_folder):
    # "true" may end before a worker has begun to start MPI, which alone mpirun does not notice.
    for first in (('sleep', '300'), ('true',)):
        status, output = run_mpirun('-np', '1', *first, ':', '-np', '2', WORKER, '--wait=2')
        assert status != 0 and ('within 2 s (--wait)' in output or first == ('true',)), output


def test_a_second_program_that_makes_worlds_is_refused(folder):
    launch = line(f'num-buffers=2 cluster=mpi {PATIENT}', GRAY)
    player = (PLAYER, '1', str(folder / 'parts'), launch)
    status, output = run_mpirun('-np', '1', *player, ':', '-np', '1', *player)
    assert status != 0 and 'error: this is rank 1 of mpirun' in output, output


def test_a_table_of_scaling_has_the_checksums_of_one_process(folder):
    if not BENCH:
        raise Skip('life-bench is not built')
    name, mark = folder / 'scale.json', uuid.uuid4().hex
    program, script = BENCH
    launch = f'''mpirun --oversubscribe -np {{parts}} sh -c '[ "$OMPI_COMM_WORLD_RANK" = 0 ] || exec {WORKER}; exec "$@"' sh {{row}}'''
    done = subprocess.run([sys.executable, script, 'scale', '--quick', '--cluster=mpi', '--parts=3', '--threads=1', '--size=200x90',
                           f'--json={name}', f'--life-bench={program}', f'--launch={launch}'], text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS, env=environment(mark))
    output = done.stdout
    assert done.returncode == 0 and 'DIFFERS' not in output and not processes(mark), output
    rows = json.loads(name.read_text())[0]['worlds']
    assert [(row['scaling'], row['parts']) for row in rows] == [('one', 1), ('strong', 2), ('strong', 3), ('weak', 2),
                                                              ('weak', 3)], output
    assert len({str(row['checksums']) for row in rows[:3]}) == 1 and '3 ranks' in rows[2]['kernel'], output
    status, output = run_mpirun('-np', '1', program, '--cluster=mpi', '--parts=4', ':', '-np', '2', WORKER)
    assert status != 0 and 'mpirun has started 3 processes' in output, output


def assert_error(folder, source, ranks, *texts, worker=WORKER):
    status, output = finish(*start(folder, line(f'{source} cluster=mpi {PATIENT}', GRAY), ranks, worker=worker))
    error = next((row for row in output.splitlines() if row.startswith('error: ')), '')
    assert status != 0 and all(text in error for text in texts), output


def test_what_ranks_cannot_have_is_refused(folder):
    assert_error(folder, 'world-height=3', 4, '3 rows', '4 ranks')
    assert_error(folder, 'rule=R2,C0,M0,S3..5,B3..4,NM', 2, 'needs one process')
    assert_error(folder, 'world-width=4000000 world-height=4000000 zoom=1', 3, '3 ranks lack', 'in all')
    if not shutil.which('nvidia-smi'):
        assert_error(folder, 'engine=cuda', 2, 'engine=cpu')


def test_workers_of_another_release_are_refused(folder):
    assert_error(folder, '', 2, 'rank 1 on ', 'life-worker 0.0.7', worker=OTHER)


def test_without_mpirun_an_error_names_what_to_run(folder):
    plain = {name: value for name, value in os.environ.items() if not name.startswith(('OMPI_', 'PMIX_', 'PMI_'))}
    done = subprocess.run([PLAYER, '1', str(folder / 'parts'), line('cluster=mpi', GRAY)], capture_output=True,
                          text=True, timeout=SECONDS, env=plain, check=False)
    assert done.returncode == 1 and 'mpirun -np 1 ' in done.stdout, done.stdout
    done = subprocess.run([WORKER], capture_output=True, text=True, timeout=SECONDS, env=plain, check=False)
    assert done.returncode == 1 and 'mpirun -np 1 ' in done.stderr, done.stderr


if __name__ == '__main__':
    main(globals(), require=lambda: need('mpirun'))
