#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Compares the manual pages of programs with their --help, and what bash completes.

Usage: test-manuals.py COMPLETION [PROGRAM PAGE]... Prints TAP."""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tap import Skip, main, need

COMPLETION = sys.argv[1]
PROGRAMS = list(zip(sys.argv[2::2], sys.argv[3::2]))
BASH_COMPLETION = '/usr/share/bash-completion/bash_completion'


def help_of(program):
    return subprocess.run([program, '--help'], capture_output=True, text=True, timeout=60, check=True,
                          env=dict(os.environ, LC_ALL='C')).stdout


def options_of(program):
    """What --help lists: each option, short and long."""
    found = re.findall(r'^ +(?:(-\w), )?(--[\w-]+)', help_of(program), re.M)
    return {option for both in found for option in both if option}


def commands_of(program):
    listing = help_of(program).partition('Commands:\n')[2]
    return set(re.findall(r'^  ([a-z]+) ', listing, re.M))


def tagged(page):
    """The paragraphs' tags in a manual page, as they are read."""
    text = Path(page).read_text(encoding='utf-8').replace('\\-', '-')
    tags = re.findall(r'^\.TP\n(?:\.\w+ )?(.*)$', text, re.M)
    return [re.sub(r'\\f.', '', tag).replace('"', '') for tag in tags]


def test_every_option_of_help_stands_in_the_manual_page():
    for program, page in PROGRAMS:
        written = {option for tag in tagged(page) for option in re.findall(r'(?<![\w-])--?[a-z][\w-]*', tag)}
        assert options_of(program) == written, f'{page}: {options_of(program) ^ written}'


def test_every_command_of_help_stands_in_the_manual_page():
    for program, page in PROGRAMS:
        commands = commands_of(program)
        written = {tag.split()[0] for tag in tagged(page)}
        assert commands <= written, f'{page}: {commands - written}'


def test_manual_pages_are_well_formed():
    need('man')
    for _, page in PROGRAMS:
        done = subprocess.run(['man', '--warnings', '--encoding=UTF-8', '--local-file', '--troff-device=utf8', page],
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=60, check=False,
                              env=dict(os.environ, LC_ALL='C.UTF-8', MANWIDTH='80', MANROFFSEQ=''))
        assert done.returncode == 0 and not done.stderr, f'{page}: {done.stderr}'


def completions(program, *words):
    """What bash completes after these words of the command line."""
    name = Path(program).name
    script = f'''
        . {BASH_COMPLETION}; . "$1"; shift
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${{#COMP_LINE}}
        compopt () {{ :; }}
        _life_complete "$1" "${{@: -1}}"
        printf '%s\\n' "${{COMPREPLY[@]}}"'''
    path = f'{Path(program).parent}:{os.environ["PATH"]}'
    done = subprocess.run(['bash', '-c', script, 'bash', COMPLETION, name, *words], capture_output=True, text=True,
                          timeout=60, check=True, env=dict(os.environ, PATH=path))
    return set(done.stdout.split())


def test_bash_completes_options_commands_and_properties():
    if not os.path.exists(BASH_COMPLETION):
        raise Skip('bash-completion is not installed')
    for program, _ in PROGRAMS:
        completed = {word.rstrip('=') for word in completions(program, '-')}
        long = {option for option in options_of(program) if option.startswith('--')}
        assert completed == long, f'{program}: {completed ^ long}'
        if commands_of(program):
            assert completions(program, 'ws://x', '') == commands_of(program)
        elif 'PROPERTY=VALUE' in help_of(program) and shutil.which('gst-inspect-1.0'):
            assert completions(program, '--', 'rule') == {'rule=', 'rule-path='}


def test_bash_completes_files():
    if not os.path.exists(BASH_COMPLETION):
        raise Skip('bash-completion is not installed')
    for program, _ in PROGRAMS:
        assert COMPLETION in completions(program, COMPLETION[:-2])


if __name__ == '__main__':
    main(globals())
