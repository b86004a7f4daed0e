/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Colors, and palettes: a name, or colors; from their text. The names are in color-names.c
 * and palette-names.c, what lies between two colors in gradient.c. */
#include "life/draw/color/palette-text.h"

#include <life/error.h>

#include "life/base/cursor.h"
#include "life/base/spelling.h"
#include "life/draw/color/color-names.h"
#include "life/draw/color/palette-names.h"

#include <string.h>

#define MAX_COLORS 256

/* The position of a color that has none of its own. */
#define NO_POSITION (-1.0)

#define OPAQUE 0xff000000u

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
      named->colors[i] | OPAQUE };
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

static gboolean
accept (LifeCursor *cursor, gchar c)
{
  life_cursor_skip_spaces (cursor);
  if (*cursor->at != c)
    return FALSE;
  cursor->at++;
  return TRUE;
}

/* A position and its colon, if one is there. @minimum: that of the color before. */
static gboolean
read_position (LifeCursor *cursor, gdouble minimum, gdouble *position)
{
  const gchar *start = cursor->at;
  gsize length = strcspn (start, ":,");
  gchar *end;

  *position = NO_POSITION;
  if (start[length] != ':')
    return TRUE;
  if (!g_ascii_isdigit (*start) && *start != '.')
    return life_cursor_fail (
        cursor, start, "a position is a number from 0 to 1, as in 0.3:#4060ff");
  *position = g_ascii_strtod (start, &end);
  cursor->at = end;
  if (!accept (cursor, ':'))
    return life_cursor_fail (cursor, cursor->at,
        "after a position comes a colon and its color, as in 0.3:#4060ff");
  if (!(*position >= 0 && *position <= 1))
    return life_cursor_fail (cursor, start, "positions lie between 0 and 1");
  if (*position < minimum)
    return life_cursor_fail (cursor, start,
        "positions do not decrease; put the colors in their order");
  return TRUE;
}

/* Hexadecimal digits; returns how many, of which @number has the first eight. */
static guint
read_digits (LifeCursor *cursor, guint32 *number)
{
  guint digits = 0;

  *number = 0;
  for (; g_ascii_isxdigit (*cursor->at); cursor->at++)
    if (++digits <= 8)
      *number = *number << 4 | (guint32) g_ascii_xdigit_value (*cursor->at);
  return digits;
}

/* Alpha first, as properties have it. */
static gboolean
read_argb (LifeCursor *cursor, guint32 *color)
{
  const gchar *start = cursor->at;
  guint digits;

  cursor->at += strlen ("0x");
  digits = read_digits (cursor, color);
  if (digits == 6)
    return life_cursor_fail (cursor, start,
        "this color has no alpha; opaque it is 0xff%06x", *color);
  if (digits != 8)
    return life_cursor_fail (cursor, start,
        "a color has eight digits, alpha first, as 0xff4060ff; this one has %u",
        digits);
  return TRUE;
}

/* Alpha last, as CSS has it. */
static gboolean
read_rgba (LifeCursor *cursor, guint32 *color)
{
  const gchar *start = cursor->at++;
  const guint digits = read_digits (cursor, color);

  if (digits == 6)
    *color |= OPAQUE;
  else if (digits == 8)
    *color = *color >> 8 | *color << 24;
  else
    return life_cursor_fail (cursor, start,
        "after # a color has six digits, as #4060ff, or eight, alpha last, as "
        "#4060ff80; this one has %u",
        digits);
  return TRUE;
}

static gboolean
read_name (LifeCursor *cursor, guint32 *color)
{
  const gchar *start = cursor->at;
  gsize length;

  while (g_ascii_isalpha (*cursor->at))
    cursor->at++;
  length = (gsize) (cursor->at - start);
  for (const LifeNamedColor *named = life_named_colors; named->name != NULL;
       named++)
    if (strlen (named->name) == length
        && g_ascii_strncasecmp (named->name, start, length) == 0) {
      *color = OPAQUE | named->rgb;
      return TRUE;
    }
  *color = 0;
  return (length == strlen ("transparent")
             && g_ascii_strncasecmp ("transparent", start, length) == 0)
         || life_cursor_fail (cursor, start,
             "a color is a name of CSS, as tomato, or digits, as #4060ff or, "
             "alpha first, 0xff4060ff");
}

static gboolean
read_color (LifeCursor *cursor, guint32 *color)
{
  const gchar *start = cursor->at;

  if (start[0] == '#')
    return read_rgba (cursor, color);
  if (start[0] == '0' && (start[1] == 'x' || start[1] == 'X'))
    return read_argb (cursor, color);
  return read_name (cursor, color);
}

gboolean
life_color_parse (const gchar *text, guint32 *color, GError **error)
{
  LifeCursor cursor = { "color", LIFE_ERROR_PALETTE, text, text, error };

  g_return_val_if_fail (text != NULL && color != NULL, FALSE);

  life_cursor_skip_spaces (&cursor);
  if (!read_color (&cursor, color))
    return FALSE;
  life_cursor_skip_spaces (&cursor);
  return *cursor.at == '\0'
         || life_cursor_fail (&cursor, cursor.at, "the color ends before this");
}

static gboolean
read_anchors (LifeCursor *cursor, GArray *anchors)
{
  gdouble minimum = 0;

  do {
    LifeAnchor anchor;

    life_cursor_skip_spaces (cursor);
    if (anchors->len == MAX_COLORS)
      return life_cursor_fail (
          cursor, cursor->at, "a palette has %d colors at most", MAX_COLORS);
    if (!read_position (cursor, minimum, &anchor.position))
      return FALSE;
    life_cursor_skip_spaces (cursor);
    if (!read_color (cursor, &anchor.color))
      return FALSE;
    g_array_append_val (anchors, anchor);
    minimum = MAX (minimum, anchor.position);
  } while (accept (cursor, ','));
  if (*cursor->at != '\0')
    return life_cursor_fail (
        cursor, cursor->at, "colors have commas between them");
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
    gdouble previous = anchors[i - 1].position;

    for (next = i; anchors[next].position == NO_POSITION;)
      next++;
    for (guint k = i; k < next; k++)
      anchors[k].position =
          previous
          + (anchors[next].position - previous) * (k - i + 1) / (next - i + 1);
  }
}

static LifePalette *
parse_colors (const gchar *text, GError **error)
{
  LifeCursor cursor = { "palette", LIFE_ERROR_PALETTE, text, text, error };
  g_autoptr (GArray) anchors = g_array_new (FALSE, FALSE, sizeof (LifeAnchor));
  guint n;

  if (!read_anchors (&cursor, anchors))
    return NULL;
  n = anchors->len;
  fill_positions ((LifeAnchor *) (void *) anchors->data, n);
  return palette_new (
      (LifeAnchor *) (void *) g_array_free (g_steal_pointer (&anchors), FALSE),
      n);
}

/* A color, or characters that are in no name: @text is a list of colors. */
static gboolean
is_colors (const gchar *text)
{
  guint32 color;

  if (life_color_parse (text, &color, NULL))
    return TRUE;
  while (g_ascii_isspace (*text))
    text++;
  return g_ascii_isdigit (*text) || strpbrk (text, ",:.#") != NULL;
}

LifePalette *
life_palette_parse (const gchar *text, GError **error)
{
  g_autofree gchar *all_names = NULL;
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
  all_names = g_strjoinv (", ", (gchar **) life_palette_names ());
  near = life_name_suggest (text, strlen (text), life_palette_names ());
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_PALETTE,
      "there is no palette “%s”; %s%s%sthere are %s, or colors, as "
      "black,#4060ff,white",
      quoted, near != NULL ? "did you mean " : "", near != NULL ? near : "",
      near != NULL ? "? " : "", all_names);
  return NULL;
}
