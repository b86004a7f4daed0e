/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The world of an element: its size chosen, made, and given its first cells. */
#include "plugin/world/element-world.h"

#include <math.h>

#include "plugin/timeline/edits.h"
#include "plugin/world/element-events.h"
#include "plugin/world/first-cells.h"
#include "plugin/world/owner.h"

#define GST_CAT_DEFAULT gst_life_debug

gboolean
gst_life_require_world (const GstLife *life, GError **error)
{
  if (life->runtime.filled)
    return TRUE;
  g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
      "there is no world yet; wait until the element is paused, and fix what "
      "an earlier error message reports");
  return FALSE;
}

/* --- The log --- */

/* Why the world has its engine. */
static gchar *
explain_engine (
    const GstLife *life, const LifeEngineOptions *set, const gchar *engine)
{
  const LifeGeometry *geometry = life_world_get_geometry (life->world);
  LifeEngineOptions options = *set;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) cause = NULL;

  if (options.engine != LIFE_ENGINE_AUTO || options.cuda_devices != 0
      || options.cluster != LIFE_CLUSTER_NONE)
    return g_strdup_printf ("engine=%s cluster=%s%s",
        gst_life_enum_get_nick (GST_LIFE_ENUM_ENGINE, (gint) options.engine),
        gst_life_enum_get_nick (GST_LIFE_ENUM_CLUSTER, (gint) options.cluster),
        options.cuda_devices != 0 ? ", several GPUs are requested" : "");
  if (geometry->topology == LIFE_TOPOLOGY_UNBOUNDED)
    return g_strdup ("engine=auto, without edges few cells run faster there");
  if (strcmp (engine, "cuda") == 0)
    return g_strdup ("engine=auto, and there is a GPU");
  options.engine = LIFE_ENGINE_CUDA;
  if (life_engine_check (
          life_world_get_rule (life->world), geometry, &options, &error))
    return g_strdup ("engine=auto, and the GPU has no world of this size");
  /* The remedy behind the cause is for those who set engine=cuda. */
  cause = g_strsplit (error->message, "; ", 2);
  return g_strdup_printf ("engine=auto, and not on a GPU: %s", cause[0]);
}

static void
log_engine (GstLife *life, const gchar *engine)
{
  g_auto (GstLifeSettings) settings = { 0 };
  g_autofree gchar *why = NULL;

  if (gst_debug_category_get_threshold (gst_life_debug) < GST_LEVEL_INFO)
    return;
  gst_life_get_settings (life, &settings);
  why = explain_engine (life, &settings.engine, engine);
  GST_INFO_OBJECT (life->element, "engine %s: %s", engine, why);
}

static void
log_kernel (GstLife *life, const gchar *kernel)
{
  const LifeGeometry *geometry = life_world_get_geometry (life->world);
  g_auto (GstLifeSettings) settings = { 0 };
  g_autofree gchar *rule = NULL;
  gboolean last_resort;

  if (gst_debug_category_get_threshold (gst_life_debug) < GST_LEVEL_INFO)
    return;
  gst_life_get_settings (life, &settings);
  rule = life_rule_to_string (life_world_get_rule (life->world));
  last_resort = settings.engine.kernel == LIFE_KERNEL_AUTO
                && strcmp (kernel, "naive") == 0;
  GST_INFO_OBJECT (life->element,
      "kernel %s: kernel=%s, rule %s, topology %s%s", kernel,
      life_engine_kernel_name (settings.engine.kernel), rule,
      gst_life_enum_get_nick (
          GST_LIFE_ENUM_TOPOLOGY, (gint) geometry->topology),
      last_resort ? "; no faster kernel of this engine runs these" : "");
}

static void
log_world (GstLife *life, const GstLifeSettings *settings)
{
  const LifeGeometry *geometry = life_world_get_geometry (life->world);
  const GstLifeViewKind view =
      settings->body.view != GST_LIFE_VIEW_AUTO ? settings->body.view
      : life->initial.dimensions == 3           ? GST_LIFE_VIEW_SLICE
                                                : GST_LIFE_VIEW_CELLS;

  if (geometry->topology == LIFE_TOPOLOGY_UNBOUNDED)
    GST_INFO_OBJECT (life->element, "size unbounded");
  else if (life->initial.dimensions == 3)
    GST_INFO_OBJECT (life->element,
        "size %ux%ux%u cells: world-width=%u world-height=%u world-depth=%u",
        geometry->width, geometry->height, geometry->depth,
        settings->world.width, settings->world.height, settings->world.depth);
  else
    GST_INFO_OBJECT (life->element,
        "size %ux%u cells: world-width=%u world-height=%u", geometry->width,
        geometry->height, settings->world.width, settings->world.height);
  GST_INFO_OBJECT (life->element, "topology %s: topology=%s%s",
      gst_life_enum_get_nick (
          GST_LIFE_ENUM_TOPOLOGY, (gint) geometry->topology),
      gst_life_enum_get_nick (GST_LIFE_ENUM_TOPOLOGY, settings->world.topology),
      life_rule_get_grid (life->timeline.rule) ? " and the rule's suffix" : "");
  GST_INFO_OBJECT (life->element, "view %s: view=%s",
      gst_life_enum_get_nick (GST_LIFE_ENUM_VIEW, (gint) view),
      gst_life_enum_get_nick (GST_LIFE_ENUM_VIEW, (gint) settings->body.view));
}

/* Whether @name is a new one. */
static gboolean
report (gchar **used, const gchar *name)
{
  const gboolean other = g_strcmp0 (*used, name) != 0;

  if (other)
    gst_life_settings_set_string (used, name);
  return other;
}

/* Returns: (transfer full) (nullable): the states that have a name, with their numbers */
static gchar *
list_state_names (const LifeRule *rule)
{
  GString *text = g_string_new (NULL);

  for (guint state = 0; state < life_rule_get_states (rule); state++) {
    const gchar *name = life_rule_get_state_name (rule, state);

    if (name != NULL)
      g_string_append_printf (
          text, "%s%u %s", text->len > 0 ? ", " : "", state, name);
  }
  return g_string_free (text, text->len == 0);
}

void
gst_life_report_engine (GstLife *life)
{
  const gchar *engine = life_world_get_engine_name (life->world);
  const gchar *kernel = life_world_get_kernel_name (life->world);
  g_autofree gchar *names =
      list_state_names (life_world_get_rule (life->world));
  gboolean other_engine, other_kernel;

  g_mutex_lock (&life->lock);
  other_engine = report (&life->settings.reported.engine_used, engine);
  other_kernel = report (&life->settings.reported.kernel_used, kernel);
  report (&life->settings.reported.state_names, names);
  g_mutex_unlock (&life->lock);
  if (other_engine)
    log_engine (life, engine);
  if (other_kernel)
    log_kernel (life, kernel);
}

/* A world starts with the rule and the tempo that were set last; a rule's suffix of another
 * size is ignored. */
static void
apply_first_changes (GstLife *life, const LifeGeometry *geometry)
{
  g_autoptr (LifeRule) rule = NULL;
  const LifeGeometry *grid;

  g_mutex_lock (&life->lock);
  rule = life_rule_ref (life->requested.rule);
  life->requested.rule_changed = life->requested.tempo_changed = FALSE;
  life->requested.steps = 0;
  life->requested.geometry = *geometry;
  gst_life_timeline_start (&life->timeline, &life->settings.tempo,
      life->settings.engine.memory_limit);
  g_mutex_unlock (&life->lock);
  grid = life_rule_get_grid (rule);
  g_clear_pointer (&life->timeline.rule, life_rule_unref);
  life->timeline.rule = grid && memcmp (grid, geometry, sizeof *geometry) == 0
                            ? g_steal_pointer (&rule)
                            : life_rule_without_grid (rule);
}

/* Whether the world, the element's first one, has the plane that is shown. */
static gboolean
check_slice (const GstLifeInitial *initial, const GstLifeSettings *settings,
    const LifeGeometry *geometry, GError **error)
{
  guint32 columns, rows, planes;

  if (!gst_life_settings_view_is (settings, LIFE_VIEW_FLAG_SLICE)
      || (initial->dimensions == 2
          && settings->body.view != GST_LIFE_VIEW_SLICE))
    return TRUE;
  life_geometry_plane (
      geometry, settings->body.slice_axis, &columns, &rows, &planes);
  if (settings->body.slice < 0 || (guint) settings->body.slice < planes)
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
      "slice=%d is not in the world, which has %u planes along that axis; "
      "use 0 to %u, or -1 for the middle",
      settings->body.slice, planes, planes - 1);
  return FALSE;
}

/* Whether a view in perspective supports a world of this size. */
static gboolean
check_sides (const GstLifeSettings *settings, const LifeGeometry *geometry,
    GError **error)
{
  const LifeViewKind kind = gst_life_settings_view_kind (settings);
  const guint32 max_side = life_view_kind_get_max_side (kind);

  if (MAX (MAX (geometry->width, geometry->height), geometry->depth)
      <= max_side)
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
      "a world of %ux%ux%u cells has a side longer than the %u cells that can "
      "be seen in %s; make it smaller, or use view=auto",
      geometry->width, geometry->height, geometry->depth, max_side,
      life_view_kind_is (kind, LIFE_VIEW_FLAG_PERSPECTIVE) ? "perspective"
                                                           : "this view");
  return FALSE;
}

/* A cluster of one process is most likely a mistake. The warning is posted with the first
 * frame. */
static void
warn_if_alone (GstLife *life)
{
  if (!g_str_has_suffix (life_world_get_kernel_name (life->world), "(1 ranks)"))
    return;
  g_free (life->runtime.warning);
  life->runtime.warning = g_strdup (
      "cluster=mpi: mpirun has started no life-worker, so that this process "
      "has the whole world; end its command line with \": -np 7 "
      "life-worker\"");
}

static gboolean
make_world (GstLife *life, const GstLifeSettings *settings,
    const LifeGeometry *geometry, GError **error)
{
  if (!life->world && !check_slice (&life->initial, settings, geometry, error))
    return FALSE;
  gst_life_drop_world (life);
  life->timeline.last_seed = life->timeline.seed;
  if (!check_sides (settings, geometry, error))
    return FALSE;
  apply_first_changes (life, geometry);
  life->world =
      life_world_new (geometry, life->timeline.rule, &settings->engine, error);
  gst_life_connect_timeline (life);
  if (!life->world)
    return FALSE;
  gst_life_progress_reset_speed (&life->runtime.progress);
  gst_life_report_engine (life);
  warn_if_alone (life);
  log_world (life, settings);
  return TRUE;
}

void
gst_life_fill_sizing (const GstLife *life, const GstLifeSettings *settings,
    guint width, guint height, LifeSizing *sizing)
{
  memset (sizing, 0, sizeof *sizing);
  sizing->frame_width = width;
  sizing->frame_height = height;
  sizing->dimensions = life->initial.dimensions;
  sizing->width = life->initial.geometry.width;
  sizing->height = life->initial.geometry.height;
  sizing->depth = life->initial.geometry.depth;
  sizing->axis = life->initial.dimensions == 3
                         || settings->body.view == GST_LIFE_VIEW_SLICE
                     ? settings->body.slice_axis
                     : LIFE_AXIS_Z;
  sizing->zoom = settings->position.zoom;
  sizing->unit_zoom = life->traits.under_picture;
  sizing->margin = life->initial.margin;
  sizing->radius = life_rule_get_radius (life->timeline.rule);
  sizing->cell_shape = settings->position.cell_shape;
  if (life->initial.pattern) {
    gint64 size[3];

    life_pattern_get_size (life->initial.pattern, size);
    sizing->pattern_width = size[0];
    sizing->pattern_height = size[1];
    sizing->pattern_depth = size[2];
  }
}

/* Makes the world, still empty, if its size does not depend on a frame's, so that errors are
 * reported before anything streams. */
gboolean
gst_life_make_sized_world (
    GstLife *life, const GstLifeSettings *settings, GError **error)
{
  LifeGeometry geometry = life->initial.geometry;
  LifeSizing sizing;
  gdouble zoom;

  gst_life_fill_sizing (life, settings, 1, 1, &sizing);
  if (life->initial.dimensions == 2 && (!sizing.width || !sizing.height))
    return TRUE;
  life_sizing_resolve (&sizing, &geometry, &zoom);
  return make_world (life, settings, &geometry, error);
}

static gint64
cells_shown (guint pixels, gdouble zoom)
{
  return (gint64) MIN (ceil (pixels / zoom), G_MAXUINT32);
}

/* Where a soup lies: all of the world, or as many cells of an unbounded one as a frame shows,
 * from the origin on. */
static LifeBox
soup_box (const GstLifeInitial *initial, const LifeGeometry *geometry,
    guint width, guint height)
{
  LifeBox box = { .width = geometry->width,
    .height = geometry->height,
    .depth = geometry->depth };

  if (geometry->topology == LIFE_TOPOLOGY_UNBOUNDED) {
    box.width = cells_shown (width, initial->zoom);
    box.height = cells_shown (height, initial->zoom);
    box.depth = 1;
  }
  return box;
}

/* A 2D world has four sides, and one of a one-dimensional rule two. */
static void
watch_edge (GstLife *life)
{
  life->runtime.edge = (GstLifeEdge){ 0 };
  if (!life->initial.auto_plane)
    return;
  life->runtime.edge.sides = life->initial.dimensions == 3 ? 0x3f : 0xf;
  if (life_rule_get_family (life->timeline.rule) == LIFE_FAMILY_WOLFRAM)
    life->runtime.edge.sides = 0x3;
}

/* Events of the first frame follow when the world comes there, or at once. */
static gboolean
fill_with_events (GstLife *life, const GstLifeSettings *settings,
    const GstVideoInfo *info, GError **error)
{
  return gst_life_place_events (life, settings, info, error)
         && gst_life_fill_world (life, settings, error)
         && (!gst_life_timeline_is_at_frame (&life->timeline)
             || gst_life_timeline_replay_edits (&life->timeline, error));
}

/* Gives a new world its first cells, and finds the middle of them. */
static gboolean
begin_world (GstLife *life, const GstLifeSettings *settings,
    const GstVideoInfo *info, GError **error)
{
  LifeStatistics statistics;

  life->timeline.soup =
      soup_box (&life->initial, life_world_get_geometry (life->world),
          (guint) info->width, (guint) info->height);
  life->initial.center[0] = (gdouble) life->timeline.soup.width / 2;
  life->initial.center[1] = (gdouble) life->timeline.soup.height / 2;
  if (!fill_with_events (life, settings, info, error))
    return FALSE;
  watch_edge (life);
  gst_life_checkpoints_start (
      &life->runtime.checkpoints, life_world_get_generation (life->world));
  if (life_world_get_geometry (life->world)->topology
      != LIFE_TOPOLOGY_UNBOUNDED)
    return TRUE;
  return life_world_get_statistics (life->world, &statistics, error)
         && (statistics.population == 0
             || life_world_get_center (
                 life->world, life->initial.center, error));
}

/* Whether the first frame can have hexagons, unless a camera chooses its zoom. */
static gboolean
check_zoom (
    const GstLife *life, const GstLifeSettings *settings, GError **error)
{
  const gdouble zoom = life->initial.zoom;

  if (settings->position.cell_shape == LIFE_CELL_SHAPE_SQUARE
      || zoom >= LIFE_MIN_HEXAGON_ZOOM || life->runtime.filled
      || gst_life_settings_view_is_led (settings))
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
      "cell-shape=hexagon needs a zoom of %d or more, and this world is shown "
      "at %g; set zoom=%d, or cell-shape=square",
      LIFE_MIN_HEXAGON_ZOOM, zoom, LIFE_MIN_HEXAGON_ZOOM);
  return FALSE;
}

gboolean
gst_life_configure (GstLife *life, const GstVideoInfo *info,
    gboolean *restarted, GError **error)
{
  g_auto (GstLifeSettings) settings = { 0 };
  LifeGeometry geometry;
  LifeSizing sizing;
  gboolean ok;
  gdouble zoom;

  gst_life_get_settings (life, &settings);
  g_mutex_lock (&life->world_lock);
  geometry = life->initial.geometry;
  gst_life_fill_sizing (
      life, &settings, (guint) info->width, (guint) info->height, &sizing);
  life_sizing_resolve (&sizing, &geometry, &zoom);
  if (zoom != life->initial.zoom || !life->runtime.filled)
    GST_INFO_OBJECT (life->element, "zoom %g: zoom=%g in frames of %ux%u", zoom,
        settings.position.zoom, (guint) info->width, (guint) info->height);
  life->initial.zoom = zoom;
  ok = check_zoom (life, &settings, error);
  if (!ok) {
    g_mutex_unlock (&life->world_lock);
    return FALSE;
  }
  if (!life->world
      || memcmp (
             life_world_get_geometry (life->world), &geometry, sizeof geometry)
             != 0)
    ok = make_world (life, &settings, &geometry, error);
  *restarted = !life->runtime.filled;
  if (ok && !life->runtime.filled)
    ok = life->runtime.filled = begin_world (life, &settings, info, error);
  if (ok && *restarted)
    gst_life_watch_start (&life->recorders.stagnation,
        settings.stagnation.action, settings.stagnation.frames,
        life->timeline.replayable);
  g_mutex_unlock (&life->world_lock);
  return ok;
}
