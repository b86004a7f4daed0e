/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What users call the values of enumerations: the rows of the library's tables lie in the
 * order of the values, and each has a nick of its own. */
#include <life/life.h>

typedef const LifeChoice *(*List) (guint index);

static const struct {
  const gchar *name;
  List list;
  gint last;
} lists[] = {
  { "topology", life_geometry_list_topologies, LIFE_TOPOLOGY_UNBOUNDED },
  { "kernel", life_engine_list_kernels, LIFE_KERNEL_BITS },
  { "color-mode", life_view_list_color_modes, LIFE_COLOR_MODE_CHANGE },
  { "view", life_view_list_kinds, LIFE_VIEW_SIDES },
};

static void
test_all_values_are_listed_in_order (gconstpointer data)
{
  const guint which = GPOINTER_TO_UINT (data);
  g_autoptr (GHashTable) nicks = g_hash_table_new (g_str_hash, g_str_equal);
  const LifeChoice *choice;
  guint n = 0;

  for (; (choice = lists[which].list (n)) != NULL; n++) {
    g_assert_cmpint (choice->value, ==, n);
    g_assert_cmpstr (choice->blurb, !=, "");
    g_assert_true (g_hash_table_add (nicks, (gpointer) choice->nick));
  }
  g_assert_cmpint (n, ==, lists[which].last + 1);
}

static void
test_all_pixel_formats_are_listed_once (void)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  guint64 seen = 0;
  const gchar *name;
  LifePixelFormat format;
  gboolean on_cuda;

  for (guint i = 0; life_pixel_format_describe (i, &format, &name, &on_cuda);
       i++) {
    g_assert_true (g_hash_table_add (names, (gpointer) name));
    seen |= G_GUINT64_CONSTANT (1) << format;
  }
  /* A bit for each. */
  g_assert_cmphex (
      seen, ==, (G_GUINT64_CONSTANT (1) << g_hash_table_size (names)) - 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++) {
    g_autofree gchar *path =
        g_strconcat ("/choices/", lists[i].name, "-in-order", NULL);

    g_test_add_data_func (
        path, GUINT_TO_POINTER (i), test_all_values_are_listed_in_order);
  }
  g_test_add_func ("/choices/all-pixel-formats-are-listed-once",
      test_all_pixel_formats_are_listed_once);
  return g_test_run ();
}
