/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Files in a zip archive, unpacked through libzip; a build without libzip
 * reports an error. */
#pragma once

#include "life/base/unpack.h"

/* Called with a file's name, in UTF-8, and its content. */
typedef void (*LifeUnzipped) (
    const gchar *name, const LifeBytes *bytes, gpointer data);

/* Whether a zip archive starts here. */
gboolean life_is_zip (const LifeReader *reader);

/* Unpacks every file in a zip archive, one after the other, each until
 * @is_unsupported (nullable) returns TRUE. */
gboolean life_unzip_all (const LifeReader *packed,
    gboolean (*is_unsupported) (const LifeBytes *bytes), LifeUnzipped unzipped,
    gpointer data, GError **error);

/* Unpacks the first file in a zip archive that is called @name, whatever folder
 * it is in; @exact: case matters. Returns: (transfer full): its path there, or
 * %NULL, without an error where there is no such file. */
gchar *life_unzip_file (const LifeReader *packed, const gchar *name,
    gboolean exact, gsize maximum, LifeBytes *bytes, GError **error);
