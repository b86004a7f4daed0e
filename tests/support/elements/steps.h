/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Scripts that say what is done to an element in a stream, and what it then is and shows:
 *
 *     [name of a test]
 *     > lifesrc name=life density=0 ! 40x30
 *     start; click 1 5 5; next population=1 5,5>16
 *     not key q
 *
 * A script has a pipeline, or several on each of which it is played; "40x30" stands for GRAY8
 * frames of that size at 30/s. Steps end with a line or "; ". One with "not" before it has to be
 * refused, one with a number is done so many times:
 *
 *   open LINE                   another pipeline in place of the present one
 *   null, ready, pause, play    the stream's state; start: plays, and pulls a frame
 *   end, fails TEXT             the stream is at its end, or an error says that
 *   pull [N], next, seek N      frames: the next ones, the first made after all that was done, a
 *                               frame by its number. The last one has to be as the rest of the
 *                               step says: a field of its GstLifeMeta or a pixel X,Y with =, < or >
 *                               and a value, or "last" for that of the frame before; it "shows" the
 *                               reference, or the "same" as the frame before or an "other"
 *   set, get, near              a property; near compares numbers
 *   warned TEXT, quiet          a warning, or none
 *   saved TEXT                  is in the file that was saved, to a folder of the script, $folder
 *   checkpoint [GENERATION]     there is one in that folder
 *   press, key, finger-down …   events in the words of pointer.h
 *   reference soup SEED DENSITY a world of the reference, then with step, rule, paste or line: what
 *                               frames show, and the next ones in frames N [GENERATIONS]
 *
 * All others are action signals with all their arguments. */
#pragma once

/* Adds a test for each script of a file *.steps. */
void steps_add_tests (const char *path);
