/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the tests of the scripts in pipelines/ share: running them as a user
 * would, and comparing their videos with the reference engine. */
#pragma once

#include <life/life.h>

#include "tests/support/help.h"

/* A program that has ended. */
typedef struct {
  gchar *name;
  gint status; /* -1 after a signal */
  gchar *printed;
  gchar *errors;
} Outcome;

void outcome_free (Outcome *outcome);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Outcome, outcome_free)

/* Call after g_test_init(). The environment becomes a user's, without the
 * settings of the test run. The scripts are those of the source tree, or of
 * LIFE_SCRIPTS_ROOT, which may contain the build that they make. */
void script_test_init (void);
gchar **script_environment (void);
void script_setenv (const gchar *name, const gchar *value);

/* Makes a folder for one test, where its programs run. */
void start_folder (void);
void end_folder (void);
gchar *in_folder (const gchar *name);
const gchar *script_folder (void);

/* Fails for everything in the folder except @names, up to NULL. */
void expect_only (const gchar *first, ...) G_GNUC_NULL_TERMINATED;

Outcome *run_program (const gchar *const *arguments);

/* Runs pipelines/@script with these arguments, up to NULL. */
Outcome *run_script (const gchar *script, ...) G_GNUC_NULL_TERMINATED;
gchar *script_path (const gchar *script);

/* A program of that name, a shell script without its first line, which is found
 * before the installed one until the test's folder is removed. */
void fake_program (const gchar *name, const gchar *text);

/* Programs that install and build fail, and leave a file "worked". */
void forbid_work (void);

/* A script that may still be running, in a process group of its own. */
typedef struct {
  gchar *name;
  GPid pid;
  gchar *printed, *errors; /* files */
} Run;

/* Starts pipelines/@script with these words, up to NULL. @deaf: SIGINT is
 * ignored from the start, as in what a script starts with &. */
Run *start_script (
    gboolean deaf, const gchar *script, ...) G_GNUC_NULL_TERMINATED;

/* Waits until it has printed @text; fails where it ends before that. */
void run_prints (Run *run, const gchar *text);

/* Waits for its end, frees it, and fails if it leaves a process behind. */
Outcome *run_end (Run *run);

/* Fails unless the program ended with status 0. */
gboolean succeeded (const Outcome *outcome);

/* Fails unless it ended with @status (-1: any but 0) and printed @message. */
void expect_refusal (const Outcome *outcome, gint status, const gchar *message);

/* --- Videos --- */

/* Skips the test where there is no ffmpeg. */
gboolean lacks_decoder (void);

/* Decodes every frame and reports the stream's properties: "codec_name=h264",
 * …. */
gchar *probe (const gchar *file);
void expect_probe (const gchar *printed, const gchar *expected);

/* Fails unless @text is somewhere in @file, whose bytes have any value. */
void expect_bytes (const gchar *file, const gchar *text);

/* All frames of a file, decoded by ffmpeg to RGBA; NULL after the test has
 * failed. */
GBytes *decode_rgba (const gchar *file);

/* The same of a file whose frames are gray, a byte per pixel. */
GBytes *decode_gray (const gchar *file);

/* A frame's size, and the size of one pixel in cells. */
typedef struct {
  gint width, height;
  gint zoom;
} Picture;

LifePattern *pattern_of (const gchar *text);

/* Fails unless frames @first, @second and @third of @file show @pattern's
 * generations. */
void expect_frames (const gchar *file, const LifePattern *pattern,
    const Picture *picture, guint first, guint second, guint third);

/* What @luma, a byte per pixel, shows wrong of @pattern's generation; NULL
 * where all is right. */
gchar *luma_difference (const guint8 *luma, const LifePattern *pattern,
    const Picture *picture, guint generation);
