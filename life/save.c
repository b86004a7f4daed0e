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

static gboolean
save_tree (LifeWorld *world, const gchar *path, gboolean packs, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) cause = NULL;
  g_autofree gchar *packed = NULL, *name = NULL;
  const gchar *bytes;
  gsize length;

  if (!write_tree (world, text, error))
    return FALSE;
  bytes = text->str;
  length = text->len;
  if (packs) {
    bytes = packed = life_gzip (text->str, text->len, &length, error);
    if (packed == NULL)
      return FALSE;
  }
  if (g_file_set_contents (path, bytes, (gssize) length, &cause))
    return TRUE;
  name = g_filename_display_name (path);
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_FILE, "cannot write %s: %s", name,
      cause->message);
  return FALSE;
}

gboolean
life_world_save (LifeWorld *world, const gchar *path, GError **error)
{
  g_autofree gchar *lower = NULL;
  g_autoptr (LifePattern) pattern = NULL;

  g_return_val_if_fail (world != NULL && path != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  lower = g_ascii_strdown (path, -1);
  if (g_str_has_suffix (lower, ".mc") || g_str_has_suffix (lower, ".mc.gz"))
    return save_tree (world, path, g_str_has_suffix (lower, ".gz"), error);
  pattern = life_world_to_pattern (world, error);
  return pattern != NULL && life_pattern_save (pattern, path, error);
}
