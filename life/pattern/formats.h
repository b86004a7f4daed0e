/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The table of the formats of patterns. */
#pragma once

#include "life/pattern/readers.h"

/* The formats that can be read, and where they are described, for messages. */
const gchar *life_formats_read (void);

/* Returns: the row of @format */
const LifePatternFormat *life_format_get (LifeFormat format);

/* Returns: (nullable): the format of the text behind @reader, where blanks are skipped */
const LifePatternFormat *life_format_recognize (
    const LifeReader *reader, GError **error);

/* Whether the text is a word that may stand in place of a built-in pattern's name. */
gboolean life_format_is_word (const LifeReader *reader);

/* Returns: (nullable): the format that a file of this name is written in */
const LifePatternFormat *life_format_of_path (const gchar *path);
