#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Tests that cuda/templates.py reads marks strictly: what a compiler makes otherwise leaves a kernel out."""
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / 'cuda'))
import templates  # pylint: disable=wrong-import-position

ZEROS = ' %r1' * 5
KERNEL = f'''
.minnctapersm 6
{{
// LIFE wait
// begin inline asm
// LIFE column %r10 %r2{ZEROS} %r3{ZEROS} %r4{ZEROS}
// LIFE left %r11 %r10 up 1 0
// LIFE right %r12 %r10 down 1 31
.pragma "nounroll";
@%p1 bra $L1;
// LIFE next %r20 %r21 %r22 %r23 %r24 %r25 %r11 %r10 %r12 %r3{ZEROS}
}}
'''
EXPECTED = '''#blocks 4 1 1
{
#wait
#column %r10 %r2 %r3 %r4
#left %r11 %r10 up 1 0
#right %r12 %r10 down 1 31
@%p1 bra $L1;
#next %r11 %r10 %r12 %r20 %r3
}
'''
WRONG = {
    'a column that is copied': ('@%p1', 'mov.b32 %r7, %r10;\n@%p1'),
    'a column that is a cell': (f'%r12 %r3{ZEROS}', f'%r12 %r10{ZEROS}'),
    'a column that is set twice': ('left %r11', 'left %r10'),
    'a column that is not set': ('%r11 %r10 %r12', '%r13 %r10 %r12'),
    'an operand that is no register': ('%r10 %r2 ', '%r10 0 '),
    'an operand too few': ('%r4' + ZEROS, '%r4'),
    'another mark': ('LIFE wait', 'LIFE waits'),
    'no mark of a kind': ('// LIFE wait\n', ''),
}


def is_left_out(change):
    """Whether the kernel is, with a part of it replaced."""
    text = KERNEL.replace(*change)
    assert text != KERNEL
    try:
        templates.convert(text, (4, 1, 1))
    except templates.Unexpected:
        return True
    return False


def main():
    results = {'a kernel is read': templates.convert(KERNEL, (4, 1, 1)) == EXPECTED}
    results.update({what + ' leaves it out': is_left_out(change) for what, change in WRONG.items()})
    for number, (what, good) in enumerate(results.items(), 1):
        print(f'{"ok" if good else "not ok"} {number} {what}')
    print(f'1..{len(results)}')
    return 0 if all(results.values()) else 1


if __name__ == '__main__':
    sys.exit(main())
