/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Saves worlds to files: as patterns, and where they have no edges as the squares of
 * HashLife, of any number of cells. */
#include "life/base/pack.h"
#include "life/world/unbounded-world.h"

struct _LifeSaving {
  gchar *path;
  LifeSavedCells cells;
  LifePattern *pattern; /* NULL: to be made of the cells */
};

static gboolean
is_tree (const gchar *path, gboolean *packs)
{
  g_autofree gchar *lower = g_ascii_strdown (path, -1);

  *packs = g_str_has_suffix (lower, ".mc.gz");
  return *packs || g_str_has_suffix (lower, ".mc");
}

static gboolean
save_cells (LifeSaving *self, LifeWorld *world, gboolean later, GError **error)
{
  gboolean packs;

  if (!life_world_is_unbounded (world) && is_tree (self->path, &packs)) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "macrocell files are for worlds without edges; save this one to a file "
        "that ends in .rle");
    return FALSE;
  }
  if (later || life_world_is_unbounded (world))
    return life_world_save_cells (world, &self->cells, error);
  self->pattern = life_world_to_pattern (world, error);
  return self->pattern != NULL;
}

static LifeSaving *
begin (LifeWorld *world, const gchar *path, gboolean later, GError **error)
{
  LifeSaving *self = g_new0 (LifeSaving, 1);

  self->path = g_strdup (path);
  if (save_cells (self, world, later, error))
    return self;
  life_saving_end (self);
  return NULL;
}

LifeSaving *
life_world_begin_saving (LifeWorld *world, const gchar *path, GError **error)
{
  g_return_val_if_fail (world != NULL && path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  return begin (world, path, TRUE, error);
}

static gboolean
make_pattern (LifeSaving *self, GError **error)
{
  if (self->pattern == NULL)
    self->pattern = life_saved_cells_to_pattern (&self->cells, error);
  return self->pattern != NULL;
}

/* The same cells in a world of HashLife's, which may use half of the memory that is left. */
static LifeWorld *
copy_to_tree (const LifeSaving *self, GError **error)
{
  const LifeGeometry *geometry = life_world_get_geometry (self->cells.world);
  const gint64 anywhere[3] = { LIFE_CENTERED, LIFE_CENTERED, LIFE_CENTERED };
  LifeEngineOptions options = self->cells.world->options;
  g_autoptr (LifeWorld) copy = NULL;
  gint64 origin[3];

  options.engine = LIFE_ENGINE_CPU;
  options.kernel = LIFE_KERNEL_HASHLIFE;
  if (options.memory_limit > 0)
    options.memory_limit = life_world_get_memory_left (self->cells.world) / 2;
  copy = life_world_new (geometry, self->cells.rule, &options, error);
  return copy != NULL
                 && life_pattern_find_origin (
                     self->pattern, geometry, FALSE, anywhere, origin, error)
                 && life_world_paste (copy, self->pattern, origin, error)
             ? g_steal_pointer (&copy)
             : NULL;
}

static gboolean
write_bytes (
    const gchar *path, const gchar *bytes, gsize length, GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autofree gchar *name = NULL;

  if (g_file_set_contents (path, bytes, (gssize) length, &cause))
    return TRUE;
  name = g_filename_display_name (path);
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_FILE, "cannot write %s: %s", name,
      cause->message);
  return FALSE;
}

static gboolean
write_nodes (const LifeSaving *self, const LifeMacrocellNode *nodes,
    gsize n_nodes, gboolean packs, GError **error)
{
  LifeMemory *memory = &self->cells.world->engine->memory;
  /* The text needs twice the room while it grows. */
  const guint64 charged = 2 * n_nodes * LIFE_MACROCELL_LINE_BYTES;
  g_autoptr (GString) text = NULL;
  g_autofree gchar *rule = life_rule_to_string (self->cells.rule);
  g_autofree gchar *packed = NULL;
  gsize length;
  gboolean written;

  if (!life_memory_charge (
          memory, charged, "the text of a macrocell file", error))
    return FALSE;
  written = life_memory_check (charged, "the text of a macrocell file", error);
  if (written) {
    text = g_string_new (NULL);
    life_macrocell_write (nodes, n_nodes, rule,
        life_snapshot_get_generation (self->cells.snapshot), text);
    length = text->len;
    if (packs)
      packed = life_gzip (text->str, text->len, &length, error);
    written =
        (!packs || packed != NULL)
        && write_bytes (self->path, packs ? packed : text->str, length, error);
  }
  life_memory_uncharge (memory, charged);
  return written;
}

/* Of cells of more than two states. */
static gboolean
write_states (LifeSaving *self, gboolean packs, GError **error)
{
  LifeMemory *memory = &self->cells.world->engine->memory;
  const guint64 charged = life_pattern_bytes_of_nodes (self->pattern);
  g_autofree LifeMacrocellNode *nodes = NULL;
  gsize n_nodes;
  gboolean written;

  if (!life_memory_charge (memory, charged, "a macrocell tree", error))
    return FALSE;
  written = life_memory_check (charged, "a macrocell tree", error);
  if (written) {
    nodes = life_pattern_to_nodes (self->pattern, &n_nodes);
    written = write_nodes (self, nodes, n_nodes, packs, error);
  }
  life_memory_uncharge (memory, charged);
  return written;
}

/* By way of a copy where the engine has no nodes. */
static gboolean
write_tree (LifeSaving *self, gboolean packs, GError **error)
{
  g_autoptr (LifeWorld) copy = NULL;
  LifeSavedCells cells = { NULL };
  gboolean written;

  if (self->cells.has_nodes)
    return life_saved_cells_find_nodes (&self->cells, error)
           && write_nodes (
               self, self->cells.nodes, self->cells.n_nodes, packs, error);
  if (!make_pattern (self, error))
    return FALSE;
  if (self->cells.rule->states > 2)
    return write_states (self, packs, error);
  copy = copy_to_tree (self, error);
  written = copy != NULL && life_world_save_cells (copy, &cells, error)
            && life_saved_cells_find_nodes (&cells, error)
            && write_nodes (self, cells.nodes, cells.n_nodes, packs, error);
  life_saved_cells_clear (&cells);
  return written;
}

gboolean
life_saving_write (LifeSaving *self, GError **error)
{
  gboolean packs, written;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (is_tree (self->path, &packs))
    written = write_tree (self, packs, error);
  else
    written = make_pattern (self, error)
              && life_pattern_save (self->pattern, self->path, error);
  life_saved_cells_release (&self->cells);
  return written;
}

void
life_saving_end (LifeSaving *self)
{
  if (self == NULL)
    return;
  life_saved_cells_clear (&self->cells);
  life_pattern_unref (self->pattern);
  g_free (self->path);
  g_free (self);
}

gboolean
life_world_save (LifeWorld *world, const gchar *path, GError **error)
{
  LifeSaving *saving;
  gboolean saved;

  g_return_val_if_fail (world != NULL && path != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  saving = begin (world, path, FALSE, error);
  saved = saving != NULL && life_saving_write (saving, error);
  life_saving_end (saving);
  return saved;
}
