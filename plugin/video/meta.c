/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* GstLifeMeta: registration and filling. */
#include "plugin/video/meta.h"

void
gst_life_meta_register (void)
{
  static gsize registered = 0;

  if (g_once_init_enter (&registered)) {
    /* A meta without tags survives scaling and conversion. */
    static const gchar *tags[] = { NULL };

    if (!gst_meta_get_info (GST_LIFE_META_NAME))
      gst_meta_register_custom (GST_LIFE_META_NAME, tags, NULL, NULL, NULL);
    g_once_init_leave (&registered, 1);
  }
}

gboolean
gst_life_meta_is (const GstMeta *meta)
{
  return gst_meta_info_is_custom (meta->info)
         && gst_custom_meta_has_name (
             (GstCustomMeta *) meta, GST_LIFE_META_NAME);
}

static void
set_size (GstStructure *fields, const LifeStatistics *statistics,
    const LifeGeometry *geometry, const gchar *population)
{
  const LifeBox *box = &statistics->box;

  if (geometry->topology == LIFE_TOPOLOGY_UNBOUNDED)
    gst_structure_set (fields, "x", G_TYPE_INT64, box->x, "y", G_TYPE_INT64,
        box->y, "width", G_TYPE_UINT64, (guint64) box->width, "height",
        G_TYPE_UINT64, (guint64) box->height, "depth", G_TYPE_UINT, 1,
        "population-text", G_TYPE_STRING, population, NULL);
  else
    gst_structure_set (fields, "width", G_TYPE_UINT, geometry->width, "height",
        G_TYPE_UINT, geometry->height, "depth", G_TYPE_UINT, geometry->depth,
        NULL);
}

/**
 * meta GstLifeMeta:
 * @generation: (uint64): the generation that the buffer shows
 * @population: (uint64): live cells in it; without edges 2^64 - 1 where there are more
 * @width: (uint): the world's columns, in cells; without edges (uint64) those of the box
 *   around all live cells
 * @height: (uint): its rows, in cells, likewise
 * @depth: (uint): its planes, in cells; 1 in 2D
 * @x: (int64): without edges alone: the box's first column
 * @y: (int64): without edges alone: the box's first row
 * @population-text: (string): without edges alone: the population in decimal digits
 * @slice: (int): where a slice is shown: its plane, from 0
 * @period: (uint64): with `stagnation` alone: generations after which the world repeats
 *   itself; 0: none found yet
 *
 * A custom meta (`gst_buffer_get_custom_meta()`) on every buffer, which any language reads without
 * our headers. It has no tags, so that scaling and conversion copy it.
 */
void
gst_life_meta_set (GstBuffer *buffer, const LifeStatistics *statistics,
    const LifeGeometry *geometry, const gchar *population, gint64 slice,
    const guint64 *period)
{
  GstStructure *fields;
  GstCustomMeta *meta = gst_buffer_get_custom_meta (buffer, GST_LIFE_META_NAME);

  /* It stays with a pool's buffer, to be filled again for the next frame. */
  if (!meta) {
    meta = gst_buffer_add_custom_meta (buffer, GST_LIFE_META_NAME);
    GST_META_FLAG_SET (meta, GST_META_FLAG_POOLED);
  }
  fields = gst_custom_meta_get_structure (meta);
  gst_structure_set (fields, "generation", G_TYPE_UINT64,
      statistics->generation, "population", G_TYPE_UINT64,
      statistics->population, NULL);
  set_size (fields, statistics, geometry, population);
  if (slice >= 0)
    gst_structure_set (
        fields, "slice", G_TYPE_INT, (gint) MIN (slice, G_MAXINT), NULL);
  else
    gst_structure_remove_field (fields, "slice");
  if (period)
    gst_structure_set (fields, "period", G_TYPE_UINT64, *period, NULL);
  else
    gst_structure_remove_field (fields, "period");
}
