/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the readers and writers of the pattern formats share; formats.h has the table. */
#pragma once

#include "life/base/unpack.h"
#include "life/pattern/pattern-private.h"

/* More runs than this are refused: they take 5 GiB. */
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
#define LIFE_RUNS_MAX (1u << 20)
#else
#define LIFE_RUNS_MAX (1u << 28)
#endif

/*
 * LifeReading:
 * @LIFE_READING_PLAIN: as life_pattern_load() reads
 * @LIFE_READING_RLE: text of no recognized format is read as RLE, so that the errors are those of
 *   its reader
 * @LIFE_READING_NODES: patterns of macrocell files of two states have nodes, and the position
 *   that they have in unbounded worlds
 * @LIFE_READING_RULE: macrocell files are not laid out
 *
 * How to read; all but the first can be combined.
 */
typedef enum {
  LIFE_READING_PLAIN = 0,
  LIFE_READING_RLE = 1 << 0,
  LIFE_READING_NODES = 1 << 1,
  LIFE_READING_RULE = 1 << 2,
} LifeReading;

/* Reads the only pattern in a zip archive. */
LifePattern *life_unzip_pattern (
    const LifeReader *packed, LifeReading reading, GError **error);

/* Whether the bytes read so far show that the text is not a pattern. */
gboolean life_pattern_is_unsupported (const LifeBytes *bytes);

/* Reads text that may be packed with gzip. */
LifePattern *life_pattern_from_reader (
    LifeReader *reader, LifeReading reading, GError **error);

/*
 * life_pattern_add_run:
 * @allocated: (inout): how many runs @pattern has room for, 0 at first
 *
 * Adds live cells, and joins them to the last run where they continue it in the
 * same state.
 */
gboolean life_pattern_add_run (
    LifePattern *pattern, gsize *allocated, LifeRun run, GError **error);

/* Moves a pattern's cells to its top left corner, returns by how much, and
 * makes its size that of its live cells. */
void life_pattern_crop (LifePattern *pattern, guint32 *left, guint32 *top);

/* Returns: the highest state among its runs */
guint life_pattern_find_highest_state (const LifePattern *pattern);

/* Fails since a text would be longer than LIFE_TEXT_MAX. */
gboolean life_pattern_fail_text_size (GError **error);

/* Reads the pattern's name, the rest of the line, unless it has one. */
void life_pattern_read_name (LifePattern *pattern, LifeReader *reader);

/* Names it by a built-in one's name, in words: "gosper-gun" is "Gosper gun". */
void life_pattern_name_builtin (LifePattern *pattern, const gchar *name);

/* Whether the line has only cells of plaintext or Life 1.05. */
gboolean life_pattern_is_picture_line (const LifeReader *line);

/* Add a pattern, whose runs are in reading order, to @text. */
gboolean life_pattern_write_rle (
    const LifePattern *pattern, GString *text, GError **error);
gboolean life_pattern_write_rle3 (
    const LifePattern *pattern, GString *text, GError **error);

/* Returns: (nullable): the text of the built-in pattern @name; @spelled is set to its name as
 * it is listed. */
const gchar *life_builtin_lookup (const gchar *name, const gchar **spelled);

/*
 * LifePatternFormat:
 * @format: the format
 * @name: its name, for messages
 * @start: (nullable): the start of a text's first line, or of one of its comments if that is
 *   a comment; enough to recognize the format
 * @recognizes: (nullable): whether a line behind the comments is of this format
 * @is_word: such a line may replace a built-in pattern's name
 * @read: reads a text; of the pattern only the format and the sides of a flat one are set
 * @endings: (nullable): endings of the files that are written in it, %NULL after the last
 * @dimensions: the most dimensions of a pattern that is written in it
 * @write: (nullable): adds a pattern, whose runs are in reading order, to a text
 *
 * How a format is recognized, read and written: one row in the file of each format. If a reader
 * itself distinguishes two formats, only one of them is recognized.
 */
typedef struct {
  LifeFormat format;
  const gchar *name;
  const gchar *start;
  gboolean (*recognizes) (const LifeReader *line, gboolean commented);
  gboolean is_word;
  gboolean (*read) (LifePattern *pattern, LifeReader *reader,
      LifeReading reading, GError **error);
  const gchar *endings[3];
  guint dimensions;
  gboolean (*write) (const LifePattern *pattern, GString *text, GError **error);
} LifePatternFormat;

/* The formats: the first that recognizes a text reads it, RLE at last. */
#define LIFE_PATTERN_FORMATS(each)                                            \
  each (apgcode) each (plaintext) each (dblife) each (macrocell) each (mcell) \
      each (life_105) each (life_106) each (rle3) each (rle)

#define LIFE_DECLARE_FORMAT(name) \
  extern const LifePatternFormat life_format_##name;
LIFE_PATTERN_FORMATS (LIFE_DECLARE_FORMAT)
