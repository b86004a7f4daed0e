/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The text of an index: a key and its values per line, always in the same order, and in the
 * last line the SHA-256 of all before it. docs/backups.md describes it. */
#include "life/backup/index.h"

#include "life/base/reader.h"

#include <math.h>
#include <string.h>

/* The first line: what this is, and of which version. */
#define FIRST_LINE "life backup 1\n"

static const gchar *const topology_names[] = { "torus", "plane", "klein",
  "cross-surface", "sphere", "unbounded" };
static const gchar *const form_names[] = { "blocks", "squares" };

static void
part_clear (gpointer part)
{
  g_free (((LifeBackupPart *) part)->file);
}

void
life_backup_index_init (LifeBackupIndex *index)
{
  memset (index, 0, sizeof *index);
  index->parts = g_array_new (FALSE, TRUE, sizeof (LifeBackupPart));
  g_array_set_clear_func (index->parts, part_clear);
}

void
life_backup_index_clear (LifeBackupIndex *index)
{
  g_clear_pointer (&index->rule, g_free);
  g_clear_pointer (&index->parts, g_array_unref);
}

gboolean
life_backup_index_is_text (const gchar *text, gsize length)
{
  return length >= strlen (FIRST_LINE)
         && memcmp (text, FIRST_LINE, strlen (FIRST_LINE)) == 0;
}

/* --- Written --- */

static void
write_part (GString *text, const LifeBackupPart *part)
{
  g_string_append_printf (text,
      "part %s %" G_GUINT64_FORMAT " %s %" G_GUINT64_FORMAT
      " at %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT
      " size %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n",
      part->file, part->bytes, part->sum, part->checksum, part->box.x,
      part->box.y, part->box.z, part->box.width, part->box.height,
      part->box.depth);
}

gchar *
life_backup_index_write (const LifeBackupIndex *index)
{
  const LifeGeometry *geometry = &index->geometry;
  GString *text = g_string_new (FIRST_LINE);
  gchar center[2][G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree gchar *sum = NULL;

  for (guint i = 0; i < 2; i++)
    g_ascii_dtostr (center[i], sizeof center[i], index->center[i]);
  g_string_append_printf (text,
      "generation %" G_GUINT64_FORMAT "\nrule %s\ndimensions %u\n",
      index->generation, index->rule, index->dimensions);
  g_string_append_printf (text,
      "size %u %u %u\ntopology %s\nvertical-twist %u\nshift %d %d\n",
      geometry->width, geometry->height, geometry->depth,
      topology_names[geometry->topology], geometry->vertical_twist ? 1u : 0u,
      geometry->shift_x, geometry->shift_y);
  g_string_append_printf (text,
      "center %s %s\nseed %" G_GUINT64_FORMAT "\ncells %s\nparts %u\n",
      center[0], center[1], index->seed, form_names[index->form],
      index->parts->len);
  for (guint i = 0; i < index->parts->len; i++)
    write_part (text, &g_array_index (index->parts, LifeBackupPart, i));
  sum = g_compute_checksum_for_string (
      G_CHECKSUM_SHA256, text->str, (gssize) text->len);
  g_string_append_printf (text, "sum %s\n", sum);
  return g_string_free (text, FALSE);
}

/* --- Read --- */

/* Skips @word and the space behind it. */
static gboolean
take_key (LifeReader *reader, const gchar *word, GError **error)
{
  g_autofree gchar *expected = NULL;
  const gsize start = reader->at;

  if (life_reader_accept (reader, word) && life_reader_accept (reader, " "))
    return TRUE;
  expected = g_strdup_printf ("\"%s \"", word);
  reader->at = start;
  return life_reader_fail_expected (reader, expected, error);
}

static gboolean
end_line (LifeReader *reader, GError **error)
{
  return life_reader_accept (reader, "\n")
         || life_reader_fail_expected (reader, "the end of the line", error);
}

static gboolean
take_number (LifeReader *reader, const gchar *key, guint64 maximum,
    guint64 *number, GError **error)
{
  return take_key (reader, key, error)
         && life_reader_number (reader, "a number", maximum, number, error)
         && end_line (reader, error);
}

/* One of @n words, by its place among them. */
static gboolean
take_choice (LifeReader *reader, const gchar *key, const gchar *const *words,
    guint n, guint *choice, GError **error)
{
  g_autofree gchar *word = NULL;
  gsize start;

  if (!take_key (reader, key, error))
    return FALSE;
  start = reader->at;
  word = life_reader_take_line (reader);
  for (*choice = 0; *choice < n; (*choice)++)
    if (g_strcmp0 (word, words[*choice]) == 0)
      return end_line (reader, error);
  return life_reader_fail (reader, start, error,
      "there is no such %s; one is \"%s\"", key, words[0]);
}

static gboolean
take_rule (LifeReader *reader, gchar **rule, GError **error)
{
  gsize start;

  if (!take_key (reader, "rule", error))
    return FALSE;
  start = reader->at;
  *rule = life_reader_take_line (reader);
  if (*rule == NULL)
    return life_reader_fail_expected (reader, "a rule", error);
  if (!g_utf8_validate (*rule, -1, NULL))
    return life_reader_fail (reader, start, error, "the rule is not UTF-8");
  return end_line (reader, error);
}

/* Three numbers after @key, which a space follows or the end of the line. */
static gboolean
take_three (
    LifeReader *reader, const gchar *key, gint64 numbers[3], GError **error)
{
  if (!take_key (reader, key, error))
    return FALSE;
  for (guint i = 0; i < 3; i++)
    if ((i > 0 && !take_key (reader, "", error))
        || !life_reader_position (reader, "a number", &numbers[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
take_size (LifeReader *reader, LifeGeometry *geometry, GError **error)
{
  gint64 size[3];
  const gsize start = reader->at;

  if (!take_three (reader, "size", size, error))
    return FALSE;
  for (guint i = 0; i < 3; i++)
    if (size[i] < 0 || size[i] > G_MAXUINT32)
      return life_reader_fail (
          reader, start, error, "a side of a world has 0 to 4294967295 cells");
  geometry->width = (guint32) size[0];
  geometry->height = (guint32) size[1];
  geometry->depth = (guint32) size[2];
  return end_line (reader, error);
}

static gboolean
take_shift (LifeReader *reader, LifeGeometry *geometry, GError **error)
{
  gint64 shift[2];
  const gsize start = reader->at;

  if (!take_key (reader, "shift", error)
      || !life_reader_position (reader, "a number", &shift[0], error)
      || !take_key (reader, "", error)
      || !life_reader_position (reader, "a number", &shift[1], error))
    return FALSE;
  if (ABS (shift[0]) > G_MAXINT32 || ABS (shift[1]) > G_MAXINT32)
    return life_reader_fail (reader, start, error, "the shift is too large");
  geometry->shift_x = (gint32) shift[0];
  geometry->shift_y = (gint32) shift[1];
  return end_line (reader, error);
}

static gboolean
take_center (LifeReader *reader, gdouble center[2], GError **error)
{
  g_autofree gchar *line = NULL;
  gchar *end;
  gsize start;

  if (!take_key (reader, "center", error))
    return FALSE;
  start = reader->at;
  line = life_reader_take_line (reader);
  end = line;
  for (guint i = 0; i < 2 && line != NULL; i++) {
    const gchar *from = end;

    center[i] = g_ascii_strtod (from, &end);
    if (end == from || !isfinite (center[i]) || fabs (center[i]) > 1e20)
      return life_reader_fail (
          reader, start, error, "a center is two numbers of cells");
  }
  if (line == NULL || *end != '\0')
    return life_reader_fail (
        reader, start, error, "a center is two numbers of cells");
  return end_line (reader, error);
}

/* What is read to the next space; no more than a name of a file or a sum has. */
static gchar *
take_word (LifeReader *reader)
{
  const gsize start = reader->at;

  while (g_ascii_isalnum (life_reader_peek (reader))
         || life_reader_peek (reader) == '-'
         || life_reader_peek (reader) == '.')
    reader->at++;
  return g_strndup (reader->text + start, reader->at - start);
}

static gboolean
take_sum (
    LifeReader *reader, gchar sum[LIFE_BACKUP_SUM_LENGTH + 1], GError **error)
{
  const gsize start = reader->at;
  g_autofree gchar *word = take_word (reader);

  if (strlen (word) != LIFE_BACKUP_SUM_LENGTH
      || strspn (word, "0123456789abcdef") != LIFE_BACKUP_SUM_LENGTH)
    return life_reader_fail (reader, start, error,
        "a SHA-256 is 64 hexadecimal digits in lower case");
  memcpy (sum, word, LIFE_BACKUP_SUM_LENGTH + 1);
  return TRUE;
}

static gboolean
take_part (LifeReader *reader, LifeBackupPart *part, GError **error)
{
  gint64 at[3], size[3];
  gsize start;

  if (!take_key (reader, "part", error))
    return FALSE;
  start = reader->at;
  part->file = take_word (reader);
  if (part->file[0] == '\0' || part->file[0] == '.')
    return life_reader_fail (reader, start, error,
        "a part is a file beside the index; its name has letters, digits, '-' "
        "and '.'");
  if (!take_key (reader, "", error)
      || !life_reader_number (
          reader, "a number of bytes", G_MAXINT64, &part->bytes, error)
      || !take_key (reader, "", error) || !take_sum (reader, part->sum, error)
      || !take_key (reader, "", error)
      || !life_reader_number (
          reader, "a checksum", G_MAXUINT64, &part->checksum, error)
      || !take_key (reader, "", error) || !take_three (reader, "at", at, error)
      || !take_key (reader, "", error)
      || !take_three (reader, "size", size, error))
    return FALSE;
  part->box = (LifeBox){ at[0], at[1], at[2], size[0], size[1], size[2] };
  return end_line (reader, error);
}

/* Whether two parts have a cell in common. */
static gboolean
do_overlap (const LifeBox *a, const LifeBox *b)
{
  return a->x < b->x + b->width && b->x < a->x + a->width
         && a->y < b->y + b->height && b->y < a->y + a->height
         && a->z < b->z + b->depth && b->z < a->z + a->depth;
}

static gboolean
is_inside (const LifeBox *box, const LifeGeometry *geometry)
{
  return box->x >= 0 && box->y >= 0 && box->z >= 0 && box->width > 0
         && box->height > 0 && box->depth > 0
         && box->width <= (gint64) geometry->width - box->x
         && box->height <= (gint64) geometry->height - box->y
         && box->depth <= (gint64) geometry->depth - box->z;
}

/* Whether the parts are the whole world, each cell in one of them. */
static gboolean
check_parts (
    const LifeReader *reader, const LifeBackupIndex *index, GError **error)
{
  guint64 covered = 0, cells;

  if (index->geometry.topology == LIFE_TOPOLOGY_UNBOUNDED)
    return index->form == LIFE_BACKUP_BLOCKS || index->parts->len == 1
           || life_reader_fail_whole (reader, error, "squares are in one part");
  if (index->form == LIFE_BACKUP_SQUARES)
    return life_reader_fail_whole (
        reader, error, "squares are of worlds without edges");
  if (!life_geometry_cells (&index->geometry, &cells))
    return life_reader_fail_whole (reader, error, "there are too many cells");
  for (guint i = 0; i < index->parts->len; i++) {
    const LifeBox *box = &g_array_index (index->parts, LifeBackupPart, i).box;

    if (!is_inside (box, &index->geometry))
      return life_reader_fail_whole (
          reader, error, "part %u does not lie in the world", i);
    for (guint k = 0; k < i; k++)
      if (do_overlap (
              box, &g_array_index (index->parts, LifeBackupPart, k).box))
        return life_reader_fail_whole (
            reader, error, "parts %u and %u overlap", k, i);
    covered +=
        (guint64) box->width * (guint64) box->height * (guint64) box->depth;
  }
  return covered == cells
         || life_reader_fail_whole (
             reader, error, "the parts are not the whole world");
}

static gboolean
take_parts (LifeReader *reader, GArray *parts, GError **error)
{
  guint64 n;

  if (!take_number (reader, "parts", LIFE_BACKUP_PARTS_MAX, &n, error))
    return FALSE;
  for (guint i = 0; i < n; i++) {
    g_array_set_size (parts, i + 1);
    if (!take_part (reader, &g_array_index (parts, LifeBackupPart, i), error))
      return FALSE;
  }
  return TRUE;
}

/* The last line is of all before it. */
static gboolean
take_last_line (LifeReader *reader, GError **error)
{
  const gsize start = reader->at;
  gchar sum[LIFE_BACKUP_SUM_LENGTH + 1];
  g_autofree gchar *actual = g_compute_checksum_for_data (
      G_CHECKSUM_SHA256, (const guchar *) reader->text, start);

  if (!take_key (reader, "sum", error) || !take_sum (reader, sum, error)
      || !end_line (reader, error))
    return FALSE;
  if (reader->at != reader->length)
    return life_reader_fail_expected (reader, "the end of the text", error);
  return strcmp (sum, actual) == 0
         || life_reader_fail (reader, start, error,
             "the index is damaged: its lines are not those that this sum is "
             "of");
}

static gboolean
take_world (LifeReader *reader, LifeBackupIndex *index, GError **error)
{
  guint64 dimensions, twist;
  guint topology;
  const gsize start = reader->at;

  if (!take_number (
          reader, "generation", G_MAXUINT64, &index->generation, error)
      || !take_rule (reader, &index->rule, error)
      || !take_number (reader, "dimensions", 3, &dimensions, error)
      || !take_size (reader, &index->geometry, error)
      || !take_choice (reader, "topology", topology_names,
          G_N_ELEMENTS (topology_names), &topology, error)
      || !take_number (reader, "vertical-twist", 1, &twist, error)
      || !take_shift (reader, &index->geometry, error)
      || !take_center (reader, index->center, error)
      || !take_number (reader, "seed", G_MAXUINT64, &index->seed, error))
    return FALSE;
  if (dimensions < 2)
    return life_reader_fail (
        reader, start, error, "a world has 2 dimensions or 3");
  index->dimensions = (guint) dimensions;
  index->geometry.topology = (LifeTopology) topology;
  index->geometry.vertical_twist = twist != 0;
  return TRUE;
}

/* Whether there are such worlds. */
static gboolean
check_world (
    const LifeReader *reader, const LifeBackupIndex *index, GError **error)
{
  const LifeGeometry *geometry = &index->geometry;
  const gboolean unbounded = geometry->topology == LIFE_TOPOLOGY_UNBOUNDED;
  g_autoptr (GError) wrong = NULL;

  if (!life_geometry_check (geometry, index->dimensions, &wrong))
    return life_reader_fail_whole (reader, error, "%s", wrong->message);
  if (geometry->depth == 0 || (index->dimensions == 2 && geometry->depth != 1)
      || (!unbounded && (geometry->width == 0 || geometry->height == 0)))
    return life_reader_fail_whole (
        reader, error, "there are no worlds of this size");
  return TRUE;
}

gboolean
life_backup_index_read (LifeBackupIndex *index, const gchar *text, gsize length,
    const gchar *name, GError **error)
{
  LifeReader reader = { .text = text, .length = length, .name = name };
  const gchar *zero = memchr (text, 0, length);
  guint form;

  if (zero != NULL)
    return life_reader_fail (
        &reader, (gsize) (zero - text), error, "there is a byte 0");
  if (!life_reader_accept (&reader, FIRST_LINE))
    return life_reader_fail_expected (
        &reader, "\"life backup 1\" and the end of the line", error);
  if (!take_world (&reader, index, error)
      || !take_choice (&reader, "cells", form_names, G_N_ELEMENTS (form_names),
          &form, error))
    return FALSE;
  index->form = (LifeBackupForm) form;
  return take_parts (&reader, index->parts, error)
         && take_last_line (&reader, error)
         && check_world (&reader, index, error)
         && check_parts (&reader, index, error);
}
