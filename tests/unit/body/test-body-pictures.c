/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Small bodies whose pictures are known: what lies left and right, above and below, in
 * front and behind, and how lit faces differ. */
#include "tests/support/draw/body.h"

#define WIDTH 24
#define HEIGHT 18
#define SIDE 5

typedef struct {
  const gchar *name;
  void (*fill) (Soup *soup);
  LifeViewKind kind;
  gdouble azimuth, elevation, distance;
  guint32 cut_z;
  gboolean boxed;
  const gchar *rows[HEIGHT];
} Picture;

/* --- Bodies --- */

static void
fill_cell (Soup *soup)
{
  soup_set (soup, 2, 2, 2, 1);
}

static void
fill_bar_x (Soup *soup)
{
  for (gint i = 0; i < SIDE; i++)
    soup_set (soup, i, 2, 2, 1);
}

static void
fill_bar_y (Soup *soup)
{
  for (gint i = 0; i < SIDE; i++)
    soup_set (soup, 2, i, 2, 1);
}

static void
fill_bar_z (Soup *soup)
{
  for (gint i = 0; i < SIDE; i++)
    soup_set (soup, 2, 2, i, 1);
}

/* One cell, one to the right of it, and one below. */
static void
fill_l (Soup *soup)
{
  soup_set (soup, 1, 1, 1, 1);
  soup_set (soup, 2, 1, 1, 1);
  soup_set (soup, 1, 2, 1, 1);
}

/* A shell one cell thick. */
static void
fill_hollow (Soup *soup)
{
  for (gint z = 0; z < SIDE; z++)
    for (gint y = 0; y < SIDE; y++)
      for (gint x = 0; x < SIDE; x++)
        soup_set (soup, x, y, z,
            MIN (x, MIN (y, z)) == 0 || MAX (x, MAX (y, z)) == SIDE - 1);
}

/* --- Their pictures --- */

/* A digit is a sixteenth of white, in hexadecimal; nothing is the background. */
/* clang-format off */
static const Picture pictures[] = {
  { "cell", fill_cell, LIFE_VIEW_VOLUME, 30, 25, 1, 0, FALSE,
    { "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "           fff          ",
      "          aaa9          ",
      "          aaa9          ",
      "          aaa           ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        " } },
  { "bar_along_x", fill_bar_x, LIFE_VIEW_VOLUME, 30, 25, 1, 0, FALSE,
    { "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "      fff               ",
      "      aaffffff          ",
      "      aaaaaaaffffff     ",
      "       aaaaaaaaaaff9    ",
      "          aaaaaaaaa     ",
      "              aaaaa     ",
      "                 aa     ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        " } },
  { "bar_along_y", fill_bar_y, LIFE_VIEW_VOLUME, 30, 25, 1, 0, FALSE,
    { "                        ",
      "           fff          ",
      "          aaa9          ",
      "          aaa9          ",
      "          aaa9          ",
      "          aaa9          ",
      "          aaa9          ",
      "          aaa9          ",
      "          aaa9          ",
      "          aaa9          ",
      "          aaa9          ",
      "          aaa9          ",
      "          aaa9          ",
      "          aaa9          ",
      "          aaa9          ",
      "           aa           ",
      "                        ",
      "                        " } },
  { "bar_along_z", fill_bar_z, LIFE_VIEW_VOLUME, 30, 25, 1, 0, FALSE,
    { "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "            fff9        ",
      "           fff99        ",
      "         ffff999        ",
      "       ffff999          ",
      "      ffff999           ",
      "      aaa999            ",
      "      aaa99             ",
      "      aaa9              ",
      "                        ",
      "                        ",
      "                        ",
      "                        " } },
  { "l_from_the_front", fill_l, LIFE_VIEW_VOLUME, 0, 0, 1, 0, FALSE,
    { "                        ",
      "                        ",
      "                        ",
      "                        ",
      "       aaaaaaa          ",
      "       aaaaaaa          ",
      "       aaaaaaa          ",
      "       aaa              ",
      "       aaa              ",
      "       aaa              ",
      "       aaa              ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        " } },
  { "l_from_above", fill_l, LIFE_VIEW_VOLUME, 0, 60, 1, 0, FALSE,
    { "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "       fffffff          ",
      "       fffffff          ",
      "      ffffffff          ",
      "       aaaaaaa          ",
      "       aaa9             ",
      "        aaa             ",
      "                        ",
      "                        ",
      "                        ",
      "                        " } },
  { "l_from_the_right", fill_l, LIFE_VIEW_VOLUME, 60, 0, 1, 0, FALSE,
    { "                        ",
      "                        ",
      "                        ",
      "                        ",
      "        a99             ",
      "      aaa99             ",
      "      aaa99             ",
      "      aa333             ",
      "      a844              ",
      "      a944              ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        " } },
  { "l_from_below_and_the_left", fill_l, LIFE_VIEW_VOLUME, -40, -30, 1, 0, FALSE,
    { "                        ",
      "           a            ",
      "          5aa           ",
      "         55aaaa         ",
      "         55aaaaa        ",
      "         55aaaaa        ",
      "         55aaa33        ",
      "         5333a          ",
      "          333           ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        " } },
  { "hollow_cube", fill_hollow, LIFE_VIEW_VOLUME, 30, 25, 1.5, 0, FALSE,
    { "                        ",
      "                        ",
      "                        ",
      "         fffffff        ",
      "     fffffffffffff9     ",
      "    aaaaffffffff99      ",
      "     aaaaaaaaff999      ",
      "     aaaaaaaaaa999      ",
      "     aaaaaaaaa9999      ",
      "     aaaaaaaaa9999      ",
      "     aaaaaaaaa9999      ",
      "     aaaaaaaaa9999      ",
      "     aaaaaaaaa999       ",
      "      aaaaaaaa999       ",
      "       aaaaaaa99        ",
      "         aaaaa9         ",
      "            aa9         ",
      "                        " } },
  { "hollow_cube_cut_open", fill_hollow, LIFE_VIEW_VOLUME, -20, 15, 1.5, 2, FALSE,
    { "                        ",
      "                        ",
      "                        ",
      "                        ",
      "      5aaaaaaaaaa       ",
      "      5aaaaaaaaaa       ",
      "      5aa344423aa       ",
      "      5aa466534aa       ",
      "       aa566535aa       ",
      "       aa465425aa       ",
      "       aa344314aa       ",
      "       aaaffff6aa       ",
      "       5aaaaaaaa        ",
      "       5aaaaaa          ",
      "                        ",
      "                        ",
      "                        ",
      "                        " } },
  { "bar_in_its_box", fill_bar_x, LIFE_VIEW_VOLUME, 20, 20, 1.5, 0, TRUE,
    { "                        ",
      "                        ",
      "        021111000       ",
      "     13469766666653     ",
      "   0665448422222453     ",
      "   0633459766666662     ",
      "    53  06200114462     ",
      "    53  f62    4461     ",
      "    44 aaaaaaffff61     ",
      "    35 aaaaaaaacb60     ",
      "    35  054332acb60     ",
      "    26015545666978      ",
      "    262551  012778      ",
      "    17651     0662      ",
      "    098421    1660      ",
      "     245665431164       ",
      "        013456662       ",
      "             123        " } },
  { "xray_of_a_cell", fill_cell, LIFE_VIEW_XRAY, 30, 25, 1, 0, FALSE,
    { "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "           eee          ",
      "          eeee          ",
      "          eeee          ",
      "          eee           ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        " } },
  { "xray_of_a_bar_along_x", fill_bar_x, LIFE_VIEW_XRAY, 30, 25, 1, 0, FALSE,
    { "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "      eee               ",
      "      eefeefee          ",
      "      eefeffefeefee     ",
      "       eeefeefeffeee    ",
      "          eeeeefeee     ",
      "              efeee     ",
      "                 ee     ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        " } },
  { "xray_of_a_bar_along_z", fill_bar_z, LIFE_VIEW_XRAY, 10, 10, 1, 0, FALSE,
    { "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "           fff          ",
      "         fffff          ",
      "        efffff          ",
      "        effff           ",
      "        eefff           ",
      "         eee            ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        " } },
  { "xray_of_an_l", fill_l, LIFE_VIEW_XRAY, 60, 0, 1, 0, FALSE,
    { "                        ",
      "                        ",
      "                        ",
      "                        ",
      "        eee             ",
      "      efffe             ",
      "      efffe             ",
      "      efffe             ",
      "      eeee              ",
      "      eeee              ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        ",
      "                        " } },
  { "xray_of_a_hollow_cube", fill_hollow, LIFE_VIEW_XRAY, 0, 0, 1.5, 0, FALSE,
    { "                        ",
      "                        ",
      "                        ",
      "      eefeeeeeefee      ",
      "      effffffffffe      ",
      "      ffffffffffff      ",
      "      effffffffffe      ",
      "      effffffffffe      ",
      "      effffffffffe      ",
      "      effffffffffe      ",
      "      effffffffffe      ",
      "      effffffffffe      ",
      "      ffffffffffff      ",
      "      effffffffffe      ",
      "      eefeeeeeefee      ",
      "                        ",
      "                        ",
      "                        " } },
};
/* clang-format on */

static LifeView
view_of (const Picture *picture)
{
  LifeView view =
      bare_view (picture->kind, picture->azimuth, picture->elevation);

  view.perspective.distance = picture->distance;
  view.perspective.cut[2] = picture->cut_z;
  view.perspective.world_box = picture->boxed;
  return view;
}

static Canvas *
draw_picture (const Picture *picture)
{
  g_autoptr (Soup) soup = soup_new (SIDE, SIDE, SIDE);
  const LifeView view = view_of (picture);

  picture->fill (soup);
  return body_frame (soup, &view, LIFE_PIXEL_FORMAT_RGBA, WIDTH, HEIGHT);
}

/* The same body as the frames of a 2D world, of which the last one is its first plane. */
static Canvas *
draw_stacked (const Picture *picture)
{
  const LifeGeometry geometry = { SIDE, SIDE, 1, LIFE_TOPOLOGY_PLANE };
  const LifeBox plane = { 0, 0, 0, SIDE, SIDE, 1 };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);
  g_autoptr (Soup) soup = soup_new (SIDE, SIDE, SIDE);
  g_autoptr (GError) error = NULL;
  LifeView view = view_of (picture);
  Canvas *canvas = canvas_new (LIFE_PIXEL_FORMAT_RGBA, WIDTH, HEIGHT);

  view.kind = LIFE_VIEW_SPACETIME;
  view.perspective.history = SIDE;
  picture->fill (soup);
  life_world_begin_stack (world, SIDE, 0);
  for (gint z = SIDE - 1; z >= 0; z--) {
    life_world_write (world, &plane, soup->cells + z * SIDE * SIDE, &error);
    g_assert_no_error (error);
    if (z > 0)
      life_world_stack_frame (world, &error);
    g_assert_no_error (error);
  }
  body_world_draw (world, &view, canvas);
  return canvas;
}

static gchar *
read_row (const Canvas *canvas, guint y)
{
  GString *row = g_string_new (NULL);

  for (guint x = 0; x < WIDTH; x++) {
    guint level = canvas_get (canvas, 0, x, y);

    g_string_append_c (row, level == 0 ? ' ' : "0123456789abcdef"[level / 16]);
  }
  return g_string_free (row, FALSE);
}

static void
check_rows (const Picture *picture, const Canvas *canvas)
{
  for (guint y = 0; y < HEIGHT; y++) {
    g_autofree gchar *row = read_row (canvas, y);

    if (g_strcmp0 (row, picture->rows[y]) != 0)
      fail ("row %2u is %s, not %s", y, row, picture->rows[y]);
  }
}

static void
test_picture (gconstpointer data)
{
  g_autoptr (Canvas) canvas = draw_picture (data);

  check_rows (data, canvas);
}

static void
test_picture_of_stacked_frames (gconstpointer data)
{
  g_autoptr (Canvas) canvas = draw_stacked (data);

  check_rows (data, canvas);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++) {
    g_autofree gchar *path =
        g_strdup_printf ("/body-pictures/%s", pictures[i].name);

    g_autofree gchar *stacked =
        g_strdup_printf ("/body-pictures/stacked/%s", pictures[i].name);

    g_test_add_data_func (path, &pictures[i], test_picture);
    if (pictures[i].kind == LIFE_VIEW_VOLUME)
      g_test_add_data_func (
          stacked, &pictures[i], test_picture_of_stacked_frames);
  }
  return g_test_run ();
}
