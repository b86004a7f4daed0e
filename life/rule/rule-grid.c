/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The suffix of a rule, read and written: the world's size and topology. */
#include <string.h>

#include "life/rule/notation.h"

static const gchar topology_letters[] = {
  [LIFE_TOPOLOGY_TORUS] = 't',
  [LIFE_TOPOLOGY_PLANE] = 'p',
  [LIFE_TOPOLOGY_KLEIN] = 'k',
  [LIFE_TOPOLOGY_CROSS_SURFACE] = 'c',
  [LIFE_TOPOLOGY_SPHERE] = 's',
};

/* A side as written in the text. */
typedef struct {
  guint32 cells;
  gboolean twisted;
  gint32 shift;
} GridSide;

static gboolean
fail_infinite (LifeRuleReader *reader, const gchar *at, LifeTopology topology)
{
  return life_rule_fail_at (reader, at,
      topology > LIFE_TOPOLOGY_PLANE
          ? "a side of 0 cells means an infinite one, which this topology"
            " cannot have: give a number of cells"
          : "a side of 0 cells means an infinite one, which no world here has:"
            " give a number of cells");
}

/* The shift of cells that cross this edge, less than its length. Golly has one
 * shift for a twisted edge, and on an odd one none. */
static gboolean
read_shift (LifeRuleReader *reader, LifeTopology topology, GridSide *side)
{
  gboolean back = life_rule_peek (reader) == '-';
  guint64 shift;

  if (topology != LIFE_TOPOLOGY_TORUS && topology != LIFE_TOPOLOGY_KLEIN)
    return life_rule_fail_at (reader, reader->at,
        "only a torus (T) and a Klein bottle (K) can be shifted");
  if (topology == LIFE_TOPOLOGY_KLEIN && !side->twisted)
    return life_rule_fail_at (reader, reader->at,
        "only the twisted edge (*) of a Klein bottle can be shifted");
  reader->at++;
  if (!g_ascii_isdigit (life_rule_peek (reader)))
    return life_rule_fail_expected (reader, "a number of cells to shift by");
  shift = life_rule_read_number (reader) % side->cells;
  if (topology == LIFE_TOPOLOGY_KLEIN) {
    side->shift = shift != 0 && side->cells % 2 == 0;
    return TRUE;
  }
  if (shift > G_MAXINT32)
    shift = side->cells - shift, back = !back;
  side->shift = back ? -(gint32) shift : (gint32) shift;
  return TRUE;
}

static gboolean
read_side (LifeRuleReader *reader, LifeTopology topology, GridSide *side)
{
  const gchar *at;
  guint64 number;
  gchar c = life_rule_peek (reader);

  at = reader->at;
  if (!g_ascii_isdigit (c))
    return life_rule_fail_expected (reader, "a number of cells");
  number = life_rule_read_number (reader);
  if (number == 0)
    return fail_infinite (reader, at, topology);
  if (number > G_MAXUINT32)
    return life_rule_fail_at (
        reader, at, "a side has at most %u cells", (guint) G_MAXUINT32);
  *side = (GridSide){ number };
  c = life_rule_peek (reader);
  if ((c == '+' || c == '-' || c == '*') && reader->dimensions == 3)
    return life_rule_fail_at (reader, reader->at,
        "edges are shifted and twisted in 2D worlds only (world-depth 1)");
  if (c == '*' && topology != LIFE_TOPOLOGY_KLEIN)
    return life_rule_fail_at (reader, reader->at,
        "only a Klein bottle (K) has an edge that is marked as twisted");
  side->twisted = life_rule_accept (reader, '*');
  c = life_rule_peek (reader);
  return (c != '+' && c != '-') || read_shift (reader, topology, side);
}

static gboolean
read_depth (LifeRuleReader *reader, LifeGeometry *grid)
{
  GridSide side;

  if (!life_rule_accept (reader, ','))
    return life_rule_fail_expected (reader, "\",\" and the depth");
  if (!read_side (reader, grid->topology, &side))
    return FALSE;
  grid->depth = side.cells;
  return TRUE;
}

/* The second side, which equals the first where it is missing; in 3D the third
 * one too. */
static gboolean
read_other_sides (LifeRuleReader *reader, LifeGeometry *grid,
    const GridSide *first, GridSide *second)
{
  const gchar *at;

  second->cells = first->cells;
  grid->depth = reader->dimensions == 3 ? first->cells : 1;
  if (!life_rule_accept (reader, ','))
    return TRUE;
  life_rule_peek (reader);
  at = reader->at;
  if (!read_side (reader, grid->topology, second))
    return FALSE;
  if (first->twisted && second->twisted)
    return life_rule_fail_at (reader, at,
        "a Klein bottle has one twisted edge; with both it is a cross-surface"
        " (C)");
  if (first->shift != 0 && second->shift != 0)
    return life_rule_fail_at (
        reader, at, "one of the two edges can be shifted, not both");
  if (grid->topology == LIFE_TOPOLOGY_SPHERE && second->cells != first->cells)
    return life_rule_fail_at (
        reader, at, "a sphere is as high as wide, expected %u", first->cells);
  if (reader->dimensions == 3)
    return read_depth (reader, grid);
  if (life_rule_peek (reader) == ',')
    return life_rule_fail_at (reader, reader->at,
        "a third size is 3D notation, which needs a world-depth of more than"
        " 1");
  return TRUE;
}

static gboolean
read_sides (LifeRuleReader *reader, LifeGeometry *grid)
{
  GridSide first = { 0 }, second = { 0 };

  if (!read_side (reader, grid->topology, &first)
      || !read_other_sides (reader, grid, &first, &second))
    return FALSE;
  if (life_rule_peek (reader) != '\0')
    return life_rule_fail_expected (reader, "\",\" or the end");
  if (grid->topology == LIFE_TOPOLOGY_KLEIN && !first.twisted
      && !second.twisted)
    return life_rule_fail_expected (reader,
        "\"*\" behind the side whose edges are twisted (K30*,20 or K30,20*)");
  grid->width = first.cells;
  grid->height = second.cells;
  grid->vertical_twist = second.twisted;
  grid->shift_x = first.shift;
  grid->shift_y = second.shift;
  return TRUE;
}

/* Reads the text after the colon. */
gboolean
life_rule_read_grid (LifeRuleReader *reader, LifeRule *rule)
{
  gchar c = life_rule_peek (reader);
  const gchar *found =
      c != '\0' ? memchr (topology_letters, c, sizeof (topology_letters))
                : NULL;

  if (found == NULL)
    return life_rule_fail_expected (reader,
        reader->dimensions == 3
            ? "T (torus) or P (plane)"
            : "T (torus), P (plane), K (Klein bottle), C (cross-surface) or S"
              " (sphere)");
  rule->bounded = TRUE;
  rule->grid.topology = found - topology_letters;
  if (reader->dimensions == 3 && rule->grid.topology > LIFE_TOPOLOGY_PLANE)
    return life_rule_fail_at (reader, reader->at,
        "a 3D world is a torus (T) or a plane (P); topology %c is for 2D"
        " (world-depth 1)",
        g_ascii_toupper (c));
  reader->at++;
  return read_sides (reader, &rule->grid);
}

/* --- Writing --- */

static void
append_side (GString *text, guint32 cells, gboolean twisted, gint32 shift)
{
  g_string_append_printf (text, "%u%s", cells, twisted ? "*" : "");
  if (shift != 0)
    g_string_append_printf (text, "%+d", shift);
}

void
life_rule_append_grid (
    GString *text, const LifeGeometry *grid, guint dimensions)
{
  gboolean klein = grid->topology == LIFE_TOPOLOGY_KLEIN;

  g_string_append_printf (text, ":%c", "TPKCS"[grid->topology]);
  append_side (
      text, grid->width, klein && !grid->vertical_twist, grid->shift_x);
  if (grid->topology == LIFE_TOPOLOGY_SPHERE)
    return;
  g_string_append_c (text, ',');
  append_side (
      text, grid->height, klein && grid->vertical_twist, grid->shift_y);
  if (dimensions == 3)
    g_string_append_printf (text, ",%u", grid->depth);
}
