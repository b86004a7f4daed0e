/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Palettes from their text: a name, or colors. The names are in palette-names.c, what
 * lies between two colors in gradient.c. */
#include "life/draw/color/palette-text.h"

#include <life/error.h>

#include "life/base/quote.h"
#include "life/base/spelling.h"
#include "life/draw/color/palette-names.h"

#include <stdarg.h>
#include <string.h>

#define MAX_COLORS 256

/* The position of a color that has none of its own. */
#define NO_POSITION (-1.0)

/* --- Made and freed --- */

/* Takes @anchors. */
static LifePalette *
palette_new (LifeAnchor *anchors, guint n)
{
  LifePalette *palette = g_new0 (LifePalette, 1);

  palette->references = 1;
  palette->anchors = anchors;
  palette->n_anchors = n;
  for (guint i = 0; i < LIFE_PALETTE_COLORS; i++)
    palette->colors[i] = life_gradient_color (
        anchors, n, (gdouble) i / (LIFE_PALETTE_COLORS - 1));
  return palette;
}

static LifePalette *
palette_new_named (const LifeNamedPalette *named)
{
  LifeAnchor *anchors = g_new (LifeAnchor, named->n_colors);
  LifePalette *palette;

  for (guint i = 0; i < named->n_colors; i++)
    anchors[i] = (LifeAnchor){ (gdouble) i / (named->n_colors - 1),
      named->colors[i] | 0xff000000u };
  palette = palette_new (anchors, named->n_colors);
  palette->n_live = named->n_live;
  palette->plain = named->plain;
  return palette;
}

const LifePalette *
life_palette_get_default (void)
{
  static LifePalette *palette = NULL;
  static gsize ready = 0;

  if (g_once_init_enter (&ready)) {
    palette = palette_new_named (&life_named_palettes[0]);
    g_once_init_leave (&ready, 1);
  }
  return palette;
}

LifePalette *
life_palette_ref (const LifePalette *palette)
{
  LifePalette *counted = (LifePalette *) palette;

  g_return_val_if_fail (palette != NULL, NULL);

  g_atomic_int_inc (&counted->references);
  return counted;
}

void
life_palette_unref (LifePalette *palette)
{
  if (palette == NULL || !g_atomic_int_dec_and_test (&palette->references))
    return;
  g_free (palette->anchors);
  g_free (palette);
}

void
life_palette_get_colors (
    const LifePalette *palette, guint32 colors[LIFE_PALETTE_COLORS])
{
  g_return_if_fail (palette != NULL && colors != NULL);

  memcpy (colors, palette->colors, sizeof palette->colors);
}

/* --- Names --- */

#define MAX_NAMES 32

const gchar *const *
life_palette_names (void)
{
  static const gchar *names[MAX_NAMES + 1];
  static gsize ready = 0;

  if (g_once_init_enter (&ready)) {
    for (guint i = 0; life_named_palettes[i].name != NULL; i++) {
      g_assert (i < MAX_NAMES);
      names[i] = life_named_palettes[i].name;
    }
    g_once_init_leave (&ready, 1);
  }
  return names;
}

/* --- Reading --- */

typedef struct {
  const gchar *text, *at;
  GError **error;
} Reader;

static gboolean G_GNUC_PRINTF (3, 4)
    fail_at (Reader *reader, const gchar *at, const gchar *format, ...)
{
  g_autofree gchar *quoted = life_quote_text (reader->text);
  g_autofree gchar *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (reader->error, LIFE_ERROR, LIFE_ERROR_PALETTE,
      "palette “%s”: character %d: %s", quoted,
      life_quote_character (reader->text, at), message);
  return FALSE;
}

static void
skip_spaces (Reader *reader)
{
  while (g_ascii_isspace (*reader->at))
    reader->at++;
}

static gboolean
accept (Reader *reader, gchar c)
{
  skip_spaces (reader);
  if (*reader->at != c)
    return FALSE;
  reader->at++;
  return TRUE;
}

/* A position and its colon, if one is there. @least: that of the color before. */
static gboolean
read_position (Reader *reader, gdouble least, gdouble *position)
{
  const gchar *start = reader->at;
  gsize length = strcspn (start, ":,");
  gchar *end;

  *position = NO_POSITION;
  if (start[length] != ':')
    return TRUE;
  if (!g_ascii_isdigit (*start) && *start != '.')
    return fail_at (reader, start,
        "a position is a number from 0 to 1, as in 0.3:0xff4060ff");
  *position = g_ascii_strtod (start, &end);
  reader->at = end;
  if (!accept (reader, ':'))
    return fail_at (reader, reader->at,
        "after a position comes a colon and its color, as in 0.3:0xff4060ff");
  if (!(*position >= 0 && *position <= 1))
    return fail_at (reader, start, "positions lie between 0 and 1");
  if (*position < least)
    return fail_at (reader, start,
        "positions do not decrease; put the colors in their order");
  return TRUE;
}

static gboolean
read_color (Reader *reader, guint32 *color)
{
  const gchar *start = reader->at;
  guint digits = 0;

  if (start[0] != '0' || (start[1] != 'x' && start[1] != 'X'))
    return fail_at (reader, start,
        "a color is 0x and eight digits, alpha first: 0xff4060ff");
  *color = 0;
  for (reader->at += 2; g_ascii_isxdigit (*reader->at); reader->at++)
    if (++digits <= 8)
      *color = *color << 4 | (guint32) g_ascii_xdigit_value (*reader->at);
  if (digits == 6)
    return fail_at (reader, start,
        "this color has no alpha; opaque it is 0xff%06x", *color);
  if (digits != 8)
    return fail_at (reader, start,
        "a color has eight digits, alpha first, as 0xff4060ff; this one has %u",
        digits);
  return TRUE;
}

static gboolean
read_anchors (Reader *reader, GArray *anchors)
{
  gdouble least = 0;

  do {
    LifeAnchor anchor;

    skip_spaces (reader);
    if (anchors->len == MAX_COLORS)
      return fail_at (
          reader, reader->at, "a palette has %d colors at most", MAX_COLORS);
    if (!read_position (reader, least, &anchor.position))
      return FALSE;
    skip_spaces (reader);
    if (!read_color (reader, &anchor.color))
      return FALSE;
    g_array_append_val (anchors, anchor);
    least = MAX (least, anchor.position);
  } while (accept (reader, ','));
  if (*reader->at != '\0')
    return fail_at (reader, reader->at, "colors have commas between them");
  return TRUE;
}

static void
fill_positions (LifeAnchor *anchors, guint n)
{
  if (anchors[0].position == NO_POSITION)
    anchors[0].position = 0;
  if (anchors[n - 1].position == NO_POSITION)
    anchors[n - 1].position = 1;
  for (guint i = 1, next; i < n; i = next + 1) {
    gdouble before = anchors[i - 1].position;

    for (next = i; anchors[next].position == NO_POSITION;)
      next++;
    for (guint k = i; k < next; k++)
      anchors[k].position =
          before
          + (anchors[next].position - before) * (k - i + 1) / (next - i + 1);
  }
}

static LifePalette *
parse_colors (const gchar *text, GError **error)
{
  Reader reader = { text, text, error };
  g_autoptr (GArray) anchors = g_array_new (FALSE, FALSE, sizeof (LifeAnchor));
  guint n;

  if (!read_anchors (&reader, anchors))
    return NULL;
  n = anchors->len;
  fill_positions ((LifeAnchor *) (void *) anchors->data, n);
  return palette_new (
      (LifeAnchor *) (void *) g_array_free (g_steal_pointer (&anchors), FALSE),
      n);
}

/* What no name has says that @text is to be colors. */
static gboolean
is_colors (const gchar *text)
{
  while (g_ascii_isspace (*text))
    text++;
  return g_ascii_isdigit (*text) || strpbrk (text, ",:.#") != NULL;
}

LifePalette *
life_palette_parse (const gchar *text, GError **error)
{
  g_autofree gchar *known = NULL;
  g_autofree gchar *near = NULL;
  g_autofree gchar *quoted = NULL;

  if (text == NULL)
    return life_palette_ref (life_palette_get_default ());
  for (const LifeNamedPalette *named = life_named_palettes; named->name != NULL;
       named++)
    if (g_str_equal (text, named->name))
      return palette_new_named (named);
  if (is_colors (text))
    return parse_colors (text, error);

  quoted = life_quote_text (text);
  known = g_strjoinv (", ", (gchar **) life_palette_names ());
  near = life_name_suggest (text, strlen (text), life_palette_names ());
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_PALETTE,
      "there is no palette “%s”; %s%s%sthere are %s, or colors, as "
      "0xff000020,0xff4060ff,0xffffffff",
      quoted, near != NULL ? "did you mean " : "", near != NULL ? near : "",
      near != NULL ? "? " : "", known);
  return NULL;
}
