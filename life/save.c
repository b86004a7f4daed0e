/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Saves worlds to files: as patterns, and where they have no edges as the squares of
 * HashLife, which hold any number of cells. */
#include "life/base/pack.h"
#include "life/world/private.h"

#include <string.h>

/* The same cells in a world of HashLife's. */
static LifeWorld *
copy_to_tree (LifeWorld *world, GError **error)
{
  const LifeGeometry *geometry = life_world_get_geometry (world);
  const gint64 anywhere[3] = { LIFE_CENTERED, LIFE_CENTERED, LIFE_CENTERED };
  LifeEngineOptions options = world->options;
  g_autoptr (LifePattern) pattern = life_world_to_pattern (world, error);
  g_autoptr (LifeWorld) copy = NULL;
  gint64 origin[3];

  if (pattern == NULL)
    return NULL;
  options.kernel = LIFE_KERNEL_HASHLIFE;
  copy = life_world_new (geometry, world->rule, &options, error);
  return copy != NULL
                 && life_pattern_place (
                     pattern, geometry, FALSE, anywhere, origin, error)
                 && life_world_paste (copy, pattern, origin, error)
             ? g_steal_pointer (&copy)
             : NULL;
}

static gboolean
write_tree (LifeWorld *world, GString *text, GError **error)
{
  const LifeUnboundedClass *klass = world->klass->unbounded;
  g_autofree gchar *rule = life_rule_to_string (world->rule);
  g_autoptr (LifeWorld) copy = NULL;
  LifeEngine *engine = world->engine;

  if (klass == NULL) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "macrocell files are for worlds without edges; save this one to a file "
        "that ends in .rle");
    return FALSE;
  }
  if (klass->write_nodes == NULL) {
    copy = copy_to_tree (world, error);
    if (copy == NULL)
      return FALSE;
    engine = copy->engine;
    klass = copy->klass->unbounded;
  }
  return klass->write_nodes (
      engine, rule, life_world_get_generation (world), text, error);
}

/* What is to be written: of a world with edges a snapshot that becomes a pattern, of others
 * a pattern, or the text of a macrocell file. */
struct _LifeSaving {
  gchar *path;
  LifeSnapshot *snapshot;
  LifeRule *rule;
  LifePattern *pattern;
  GString *tree;
};

static gboolean
is_tree (const gchar *path, gboolean *packs)
{
  g_autofree gchar *lower = g_ascii_strdown (path, -1);

  *packs = g_str_has_suffix (lower, ".mc.gz");
  return *packs || g_str_has_suffix (lower, ".mc");
}

static gboolean
copy_world (LifeSaving *self, LifeWorld *world, gboolean later, GError **error)
{
  gboolean packs;

  if (is_tree (self->path, &packs)) {
    self->tree = g_string_new (NULL);
    return write_tree (world, self->tree, error);
  }
  if (!later || world->klass->unbounded != NULL) {
    self->pattern = life_world_to_pattern (world, error);
    return self->pattern != NULL;
  }
  self->rule = life_rule_ref (world->rule);
  self->snapshot = life_world_snapshot (world, error);
  if (self->snapshot == NULL)
    return FALSE;
  life_snapshot_hold (self->snapshot);
  return TRUE;
}

LifeSaving *
life_world_begin_saving (LifeWorld *world, const gchar *path, GError **error)
{
  LifeSaving *self;

  g_return_val_if_fail (world != NULL && path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  self = g_new0 (LifeSaving, 1);
  self->path = g_strdup (path);
  if (copy_world (self, world, TRUE, error))
    return self;
  life_saving_end (self);
  return NULL;
}

static gboolean
save_tree (const LifeSaving *self, gboolean packs, GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autofree gchar *packed = NULL, *name = NULL;
  const gchar *bytes = self->tree->str;
  gsize length = self->tree->len;

  if (packs) {
    bytes = packed = life_gzip (bytes, length, &length, error);
    if (packed == NULL)
      return FALSE;
  }
  if (g_file_set_contents (self->path, bytes, (gssize) length, &cause))
    return TRUE;
  name = g_filename_display_name (self->path);
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_FILE, "cannot write %s: %s", name,
      cause->message);
  return FALSE;
}

gboolean
life_saving_write (LifeSaving *self, GError **error)
{
  gboolean packs;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (is_tree (self->path, &packs))
    return save_tree (self, packs, error);
  if (self->snapshot != NULL) {
    self->pattern =
        life_snapshot_to_pattern (self->snapshot, self->rule, error);
    life_snapshot_release (self->snapshot);
  }
  return self->pattern != NULL
         && life_pattern_save (self->pattern, self->path, error);
}

void
life_saving_end (LifeSaving *self)
{
  if (self == NULL)
    return;
  if (self->snapshot != NULL)
    life_snapshot_release (self->snapshot);
  life_snapshot_free (self->snapshot);
  g_clear_pointer (&self->rule, life_rule_unref);
  life_pattern_unref (self->pattern);
  if (self->tree != NULL)
    g_string_free (self->tree, TRUE);
  g_free (self->path);
  g_free (self);
}

gboolean
life_world_save (LifeWorld *world, const gchar *path, GError **error)
{
  LifeSaving self = { (gchar *) path };
  gboolean saved;

  g_return_val_if_fail (world != NULL && path != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  saved = copy_world (&self, world, FALSE, error)
          && life_saving_write (&self, error);
  life_pattern_unref (self.pattern);
  if (self.tree != NULL)
    g_string_free (self.tree, TRUE);
  return saved;
}
