/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Runs bgolly and reads what it writes; see golly.h. */
#include "tests/support/programs/golly.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

/* Where Golly's rule files are. */
#define GOLLY_RULES "/usr/share/golly/Rules/"

/* In MiB, at most. */
#define MEMORY "2000"

/* A macrocell file's node: a leaf's 8 × 8 cells, or four children. */
typedef struct {
  gint level;
  guint8 rows[8];
  guint children[4];
} Node;

static gchar *program, *folder;
static const gchar *rules = GOLLY_RULES;

gboolean
golly_start (void)
{
  program = g_find_program_in_path ("bgolly");
  folder = g_dir_make_tmp ("life-golly-XXXXXX", NULL);
  g_assert_nonnull (folder);
  return program != NULL;
}

void
golly_stop (void)
{
  static const gchar *const names[] = { "in.rle", "out.rle", "out.mc" };
  gsize i;

  for (i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree gchar *path = g_build_filename (folder, names[i], NULL);

    g_remove (path);
  }
  g_rmdir (folder);
  g_clear_pointer (&folder, g_free);
  g_clear_pointer (&program, g_free);
}

void
golly_set_rules (const gchar *path)
{
  rules = path != NULL ? path : GOLLY_RULES;
}

gchar *
golly_input (const gchar *text)
{
  g_autoptr (GError) error = NULL;
  gchar *path = g_build_filename (folder, "in.rle", NULL);

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  return path;
}

/* Of the last line "1,024: 2,459". */
static gchar *
read_population (const gchar *printed)
{
  const gchar *colon = strrchr (printed, ':');
  GString *digits = g_string_new (NULL);

  for (; colon != NULL && *colon != '\0' && *colon != '\n'; colon++)
    if (g_ascii_isdigit (*colon))
      g_string_append_c (digits, *colon);
  return g_string_free (digits, FALSE);
}

gchar *
golly_run (const gchar *algorithm, const gchar *path, guint64 from,
    guint64 generations, const gchar *output, GError **error)
{
  return golly_run_within (
      0, algorithm, path, from, generations, output, NULL, error);
}

gchar *
golly_run_within (guint seconds, const gchar *algorithm, const gchar *path,
    guint64 from, guint64 generations, const gchar *output, gchar **population,
    GError **error)
{
  g_autofree gchar *until =
      g_strdup_printf ("%" G_GUINT64_FORMAT, from + generations);
  g_autofree gchar *step =
      g_strdup_printf ("%" G_GUINT64_FORMAT, MAX (generations, 1));
  g_autofree gchar *written = g_build_filename (folder, output, NULL);
  g_autofree gchar *limit = seconds > 0 ? g_strdup_printf ("--cpu=%u", seconds)
                                        : g_strdup ("--cpu=unlimited");
  const gchar *arguments[] = { "prlimit", limit, program, "-M", MEMORY, "-s",
    rules, "-a", algorithm, "-m", until, "-i", step, "-o", written, path,
    NULL };
  g_autofree gchar *printed = NULL;
  g_autofree gchar *errors = NULL;
  gchar *text = NULL;

  g_remove (written);
  /* So GLib need not fork, which takes long with a sanitizer's memory. */
  if (!g_spawn_sync (NULL, (gchar **) arguments, NULL,
          G_SPAWN_LEAVE_DESCRIPTORS_OPEN | G_SPAWN_SEARCH_PATH, NULL, NULL,
          &printed, &errors, NULL, error)
      || !g_file_get_contents (written, &text, NULL, error))
    g_prefix_error (error, "bgolly -a %s -m %s -i %s %s: %s%s\n", algorithm,
        until, step, path, printed != NULL ? printed : "",
        errors != NULL ? errors : "");
  if (text != NULL && population != NULL)
    *population = read_population (printed);
  return text;
}

/* Reads the 8 × 8 cells of a leaf: rows end in '$', dead ends are left out. */
static gboolean
read_leaf (const gchar *line, Node *node)
{
  guint x = 0, y = 0;

  node->level = 3;
  for (; *line != '\0'; line++) {
    if (*line == '$') {
      x = 0;
      y++;
      continue;
    }
    if (x > 7 || y > 7 || (*line != '*' && *line != '.'))
      return FALSE;
    if (*line == '*')
      node->rows[y] |= 1u << x;
    x++;
  }
  return TRUE;
}

static gboolean
read_node (const gchar *line, guint nodes, Node *node)
{
  gchar *end;
  guint i;

  node->level = strtol (line, &end, 10);
  for (i = 0; i < 4; i++) {
    guint64 child = g_ascii_strtoull (end, &end, 10);

    if (child >= nodes)
      return FALSE;
    node->children[i] = child;
  }
  return node->level > 3 && node->level < 62;
}

static void
emit (GArray *nodes, guint index, gint64 x, gint64 y, GArray *cells)
{
  const Node *node = &g_array_index (nodes, Node, index);
  guint i, j;

  if (index == 0)
    return;
  if (node->level > 3) {
    gint64 half = G_GINT64_CONSTANT (1) << (node->level - 1);

    for (i = 0; i < 4; i++)
      emit (nodes, node->children[i], x + half * (i & 1), y + half * (i >> 1),
          cells);
    return;
  }
  for (j = 0; j < 8; j++) {
    for (i = 0; i < 8; i++) {
      GollyCell cell = { x + i, y + j };

      if ((node->rows[j] >> i & 1) != 0)
        g_array_append_val (cells, cell);
    }
  }
}

static gint
compare_cells (gconstpointer a, gconstpointer b)
{
  const GollyCell *first = a, *second = b;

  if (first->y != second->y)
    return first->y < second->y ? -1 : 1;
  if (first->x != second->x)
    return first->x < second->x ? -1 : 1;
  return 0;
}

GArray *
golly_read_macrocell (const gchar *text, GError **error)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GArray) nodes = g_array_new (FALSE, TRUE, sizeof (Node));
  g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (GollyCell));
  gboolean good = g_str_has_prefix (text, "[M2]");
  guint i;

  g_array_set_size (nodes, 1);
  for (i = 1; good && lines[i] != NULL; i++) {
    Node node = { 0 };

    if (lines[i][0] == '#' || lines[i][0] == '\0')
      continue;
    good = strchr (".*$", lines[i][0]) != NULL
               ? read_leaf (lines[i], &node)
               : read_node (lines[i], nodes->len, &node);
    g_array_append_val (nodes, node);
  }
  if (!good) {
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
        "line %u is no macrocell line of two states", i);
    return NULL;
  }
  if (nodes->len > 1) {
    gint level = g_array_index (nodes, Node, nodes->len - 1).level;
    gint64 half = G_GINT64_CONSTANT (1) << (level - 1);

    /* Golly counts rows upwards here: the center lies below row 0. */
    emit (nodes, nodes->len - 1, -half, 1 - half, cells);
    g_array_sort (cells, compare_cells);
  }
  return g_steal_pointer (&cells);
}

GArray *
golly_cells (
    const gchar *path, guint64 from, guint64 generations, GError **error)
{
  g_autofree gchar *text =
      golly_run ("HashLife", path, from, generations, "out.mc", error);

  return text != NULL ? golly_read_macrocell (text, error) : NULL;
}
