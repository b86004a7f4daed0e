/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Colors by their text, and palettes: ranges of colors that numbers and states of cells are
 * drawn in. */
#pragma once

#include <life/api.h>

G_BEGIN_DECLS

/**
 * life_color_parse:
 * @text: a color
 * @color: (out): ARGB
 * @error: return location
 *
 * Reads a color: a name of CSS in any case (`tomato`, `transparent`), `#rrggbb`, or
 * `#rrggbbaa` with alpha last, as in CSS, or `0xAARRGGBB`, alpha first.
 *
 * Errors: %LIFE_ERROR_PALETTE, with the character.
 *
 * Returns: %FALSE if it is none
 */
LIFE_API gboolean life_color_parse (
    const gchar *text, guint32 *color, GError **error);

/**
 * LIFE_PALETTE_COLORS:
 *
 * How many colors a palette is taken apart into, at even positions from 0 to 1.
 */
#define LIFE_PALETTE_COLORS 256

/**
 * LifePalette:
 *
 * A range of colors from position 0 to 1. Nothing changes one, so that any thread may
 * look at it; it is counted by references.
 */
typedef struct _LifePalette LifePalette;

/**
 * life_palette_names:
 *
 * Returns: (transfer none): the names of the built-in palettes, %NULL-terminated,
 *   `default` first
 */
LIFE_API const gchar *const *life_palette_names (void);

/**
 * life_palette_parse:
 * @text: (nullable): a name, or colors; %NULL: `default`
 * @error: return location
 *
 * Reads a palette: the name of a built-in one, or colors, as life_color_parse() takes
 * them, with commas between them, each of which may have its position, 0 to 1, before it:
 * `0:0xff000020,0.3:#4060ff,1:white`. Of those without one, the first color is
 * at 0, the last at 1, and what lies between two that have one is evenly spaced there.
 * Positions never decrease; two colors at one position are an edge. Beyond its first and
 * last color a palette goes on in them.
 *
 * Between two colors it is mixed in the OKLab space (Ottosson, 2020), where steps look
 * even, and by alpha, so that a color that fades to transparent keeps its hue.
 *
 * Errors: %LIFE_ERROR_PALETTE, with the character, or the names that there are.
 *
 * Returns: (transfer full): the palette, or %NULL
 */
LIFE_API LifePalette *life_palette_parse (const gchar *text, GError **error);

/**
 * life_palette_ref:
 * @palette: a palette
 *
 * Returns: (transfer full): a reference to it
 */
LIFE_API LifePalette *life_palette_ref (const LifePalette *palette);

/**
 * life_palette_unref:
 * @palette: (transfer full) (nullable): a palette
 *
 * Gives a reference back; the palette goes with the last one.
 */
LIFE_API void life_palette_unref (LifePalette *palette);

/**
 * life_palette_get_colors:
 * @palette: a palette
 * @colors: (out caller-allocates) (array fixed-size=256): ARGB at position i / 255
 *
 * The same on every machine.
 */
LIFE_API void life_palette_get_colors (
    const LifePalette *palette, guint32 colors[LIFE_PALETTE_COLORS]);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LifePalette, life_palette_unref)

G_END_DECLS
