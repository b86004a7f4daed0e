/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Titles: the name of the pattern, text or soup that a world was made of, and its rule. */
#include "plugin/world/title.h"

#include <string.h>

/* The file's name without its extensions. */
static gchar *
name_of_file (const gchar *location)
{
  gchar *name = g_filename_display_basename (location);
  gchar *dot = strrchr (name, '.');

  if (dot && dot > name
      && (g_ascii_strcasecmp (dot, ".gz") == 0
          || g_ascii_strcasecmp (dot, ".zip") == 0)) {
    *dot = '\0';
    dot = strrchr (name, '.');
  }
  if (dot && dot > name)
    *dot = '\0';
  return name;
}

gchar *
gst_life_get_name (const GstLife *life, const GstLifeSettings *settings)
{
  const gchar *name = life->initial.pattern
                          ? life_pattern_get_name (life->initial.pattern)
                          : NULL;

  if (name)
    return g_strdup (name);
  if (life->initial.pattern || life->initial.checkpoint)
    return settings->world.location ? name_of_file (settings->world.location)
                                    : g_strdup ("Pattern");
  return life->initial.seeded
             ? g_strdup_printf ("Soup %" G_GUINT64_FORMAT, life->timeline.seed)
             : NULL;
}

gchar *
gst_life_get_rule_text (GstLife *life)
{
  const LifeRule *rule = life_world_get_rule (life->world);

  /* Cached, as every frame needs it and formatting a rule takes longer than the rest of the
   * title. */
  if (rule != life->runtime.written_rule) {
    g_free (life->runtime.rule_text);
    g_clear_pointer (&life->runtime.written_rule, life_rule_unref);
    life->runtime.written_rule = life_rule_ref (rule);
    life->runtime.rule_text = life_rule_to_string (rule);
  }
  return g_strdup (life->runtime.rule_text);
}

gchar *
gst_life_make_title (GstLife *life, const gchar *fallback)
{
  g_auto (GstLifeSettings) settings = { 0 };
  g_autofree gchar *name = NULL;
  g_autofree gchar *rule = NULL;

  gst_life_get_settings (life, &settings);
  g_mutex_lock (&life->world_lock);
  if (life->world) {
    name = gst_life_get_name (life, &settings);
    rule = gst_life_get_rule_text (life);
  }
  g_mutex_unlock (&life->world_lock);
  if (!rule)
    return NULL;
  if (!name && !fallback)
    return g_steal_pointer (&rule);
  return g_strconcat (name ? name : fallback, " — ", rule, NULL);
}

/**
 * tag title:
 *
 * What the world was made of, and its rule, in one line. It comes before the first frame, and
 * again when it changes. A world of `lifestep` that pictures made has the title of their stream
 * before the rule.
 */
GstTagList *
gst_life_make_tags (const gchar *title)
{
  GstTagList *tags = gst_tag_list_new (GST_TAG_TITLE, title, NULL);

  gst_tag_list_set_scope (tags, GST_TAG_SCOPE_GLOBAL);
  return tags;
}
