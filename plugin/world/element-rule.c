/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The rule of an element: read from its settings, changed while the world runs, and read
 * back. */
#include "plugin/world/element-rule.h"

LifeRule *
gst_life_parse_rule (const GstLifeWorldSettings *world, const gchar *text,
    guint dimensions, GError **error)
{
  gchar **path = world->rule_path ? g_strsplit (
                     world->rule_path, G_SEARCHPATH_SEPARATOR_S, -1)
                                  : NULL;
  GPtrArray *folders = g_ptr_array_new ();
  gchar *location_folder =
      world->location ? g_path_get_dirname (world->location) : NULL;
  LifeRule *rule;

  for (guint i = 0; path && path[i]; i++)
    g_ptr_array_add (folders, path[i]);
  if (location_folder) {
    g_ptr_array_add (folders, world->location);
    g_ptr_array_add (folders, location_folder);
  }
  g_ptr_array_add (folders, NULL);
  rule = life_rule_parse_in (
      text, dimensions, (const gchar *const *) folders->pdata, error);
  g_ptr_array_free (folders, TRUE);
  g_strfreev (path);
  g_free (location_folder);
  return rule;
}

static gboolean
is_file (const gchar *text)
{
  return g_str_has_suffix (text, ".rule");
}

LifeRule *
gst_life_read_rule (
    const GstLifeWorldSettings *world, guint dimensions, GError **error)
{
  if (!is_file (world->rule))
    return gst_life_parse_rule (world, world->rule, dimensions, error);
  if (dimensions != 3)
    return life_rule_load (world->rule, error);
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
      "%s: a rule file needs a world of two dimensions; unset world-depth",
      world->rule);
  return NULL;
}

gboolean
gst_life_rule_fits_world (
    const LifeRule *rule, const LifeGeometry *geometry, GError **error)
{
  const LifeGeometry *grid = life_rule_get_grid (rule);

  if (!grid || memcmp (grid, geometry, sizeof *geometry) == 0)
    return TRUE;
  g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_SIZE,
      "a rule's suffix cannot change the size or topology of a running world");
  return FALSE;
}

/* FALSE: there is no world yet, no more, or another one. */
static gboolean
request_rule (GstLife *life, LifeRule *rule, const gchar *text)
{
  gboolean is_open;

  g_mutex_lock (&life->lock);
  is_open = life->requested.rule != NULL
            && life_rule_get_dimensions (life->requested.rule)
                   == life_rule_get_dimensions (rule);
  if (is_open) {
    gst_life_settings_set_string (&life->settings.world.rule, text);
    life_rule_unref (life->requested.rule);
    life->requested.rule = life_rule_ref (rule);
    life->requested.rule_changed = TRUE;
    life->requested.serial++;
  }
  g_mutex_unlock (&life->lock);
  return is_open;
}

static gboolean
fail_without_world (GError **error)
{
  g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_RULE,
      "the element is changing its state; set the rule before or after");
  return FALSE;
}

/* A rule that is invalid, or that the world cannot run, is refused when it is set; another one
 * takes effect with the next frame. */
gboolean
gst_life_set_rule (GstLife *life, const gchar *text, GError **error)
{
  g_auto (GstLifeSettings) settings = { 0 };
  LifeGeometry geometry;
  g_autoptr (LifeRule) rule = NULL;
  g_autofree gchar *written = NULL;
  guint dimensions;

  if (!text) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_RULE,
        "a running world needs a rule; set one, or unset it in READY");
    return FALSE;
  }
  g_mutex_lock (&life->lock);
  dimensions = life->requested.rule
                   ? life_rule_get_dimensions (life->requested.rule)
                   : 0;
  geometry = life->requested.geometry;
  g_mutex_unlock (&life->lock);
  if (dimensions == 0)
    return fail_without_world (error);
  /* Rules of a running world may come from strangers, who must not read files. */
  if (is_file (text)) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_RULE,
        "%s: a rule file is read in READY only; while frames flow set the name "
        "of a rule whose file is in rule-path",
        text);
    return FALSE;
  }
  gst_life_get_settings (life, &settings);

  rule = gst_life_parse_rule (&settings.world, text, dimensions, error);
  if (!rule || !gst_life_rule_fits_world (rule, &geometry, error)
      || !life_engine_check (rule, &geometry, &settings.engine, error))
    return FALSE;
  written = life_rule_to_string (rule);
  return request_rule (life, rule, written) || fail_without_world (error);
}

void
gst_life_read_rule_back (GstLife *life)
{
  const LifeRule *rule = life_world_get_rule (life->world);
  g_autofree gchar *text = life_rule_to_string (rule);
  g_autofree gchar *set = NULL;

  g_mutex_lock (&life->lock);
  set = life_rule_to_string (life->requested.rule);
  if (!life->requested.rule_changed && strcmp (set, text) != 0) {
    life_rule_unref (life->requested.rule);
    life->requested.rule = life_rule_ref (rule);
    gst_life_settings_set_string (&life->settings.world.rule, text);
  }
  g_mutex_unlock (&life->lock);
}
