/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Scripts that say what is done to an element in a stream, and what it then is and shows:
 *
 *     [name of a test]
 *     > lifesrc name=life density=0 ! 40x30
 *     start; click 1 5 5; next population=1 5,5>16
 *     not key q
 *
 * A script has a pipeline, or several on each of which it is played: GRAY8 frames at 30/s
 * where one ends in "WxH". Steps end with a line or "; ": "not" before one: it has to be refused; a number: it is
 * done so many times.
 *
 * States: null, ready, pause, play, and start: the first frame is pulled. Frames: pull [N],
 * the next ones; next, the first that was made after all that was done; seek N; end. What the
 * last one has to be: fields of its GstLifeMeta and pixels, =, < or > a number; or "shows".
 * Actions by their names, events in the words of pointer.h, set, get and near (a number).
 * Messages: warned TEXT, quiet (no warning), fails TEXT. A world of the reference: reference
 * soup SEED DENSITY or reference pattern TEXT X Y, then with step, rule, paste or line; it
 * is what a frame "shows" and what the next ones show in frames N [GENERATIONS]. */
#pragma once

/* Adds a test for each script of a file *.steps. */
void steps_add_tests (const char *path);
