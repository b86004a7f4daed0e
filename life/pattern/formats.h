/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The formats of patterns: one row for each. */
#pragma once

#include "life/pattern/readers.h"

/* The formats that can be read, for messages. */
#define LIFE_FORMATS_READ                                         \
  "RLE, RLE3, plaintext, Life 1.05 or 1.06, macrocell or MCell; " \
  "docs/patterns.md describes them"

/*
 * LifePatternFormat:
 * @format: the format
 * @name: its name, for messages
 * @start: (nullable): what a text's first line starts with, or one of its comments if that is
 *   a comment; that alone makes the format
 * @recognises: (nullable): whether a line behind the comments is of this format
 * @read: reads a text; of the pattern only the format and the sides of a flat one are set
 * @endings: (nullable): those of files that are written so, %NULL after the last
 * @dimensions: those of a pattern that is written so, at most
 * @write: (nullable): adds a pattern, whose runs are in reading order, to a text
 *
 * How a format is recognized, read and written.
 */
typedef struct {
  LifeFormat format;
  const gchar *name;
  const gchar *start;
  gboolean (*recognises) (const LifeReader *line, gboolean commented);
  gboolean (*read) (LifePattern *pattern, LifeReader *reader,
      LifeReading reading, GError **error);
  const gchar *endings[3];
  guint dimensions;
  gboolean (*write) (const LifePattern *pattern, GString *text, GError **error);
} LifePatternFormat;

/* Returns: the row of @format */
const LifePatternFormat *life_format_get (LifeFormat format);

/* Returns: (nullable): the format of the text behind @reader, where blanks are skipped */
const LifePatternFormat *life_format_recognise (
    const LifeReader *reader, GError **error);

/* Returns: (nullable): the format that a file of this name is written in */
const LifePatternFormat *life_format_of_path (const gchar *path);
