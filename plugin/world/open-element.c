/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Opening an element, READY to PAUSED: pattern, rule, sizes and engine are read and checked as
 * far as they need no caps. */
#include "plugin/world/open-element.h"

#include "plugin/text/text-cells.h"
#include "plugin/world/element-events.h"
#include "plugin/world/element-rule.h"
#include "plugin/world/first-cells.h"
#include "plugin/world/element-world.h"
#include "plugin/world/save-element.h"

/* Loads what the world starts from; text becomes a pattern. */
static gboolean
load_start (GstLifeInitial *initial, const GstLifeSettings *settings,
    gchar **warning, GError **error)
{
  const gchar *location = settings->world.location,
              *pattern = settings->world.pattern;
  const gchar *text = settings->world.text;
  const LifeGeometry unbounded = { .topology = LIFE_TOPOLOGY_UNBOUNDED };

  if ((location && pattern) || (text && (location || pattern))) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
        "the properties %s and %s are both set: a world starts from one of "
        "them; unset the other",
        location ? "location" : "pattern",
        location && pattern ? "pattern" : "text");
    return FALSE;
  }
  if (location && life_checkpoint_is_there (location)) {
    initial->checkpoint = life_checkpoint_load (location, error);
    return initial->checkpoint != NULL;
  }
  if (text)
    initial->pattern = gst_life_text_to_pattern (
        text, settings->world.text_font, warning, error);
  else if (!location)
    initial->pattern = life_pattern_from_string_within (pattern,
        settings->world.topology == LIFE_TOPOLOGY_UNBOUNDED ? &unbounded : NULL,
        settings->engine.memory_limit, error);
  else
    initial->pattern = life_pattern_load_within (location,
        settings->world.topology == LIFE_TOPOLOGY_UNBOUNDED,
        settings->engine.memory_limit, error);
  return initial->pattern != NULL;
}

/* Whether the world has two dimensions or three; 0: the rule's suffix decides. */
static guint
fixed_dimensions (
    const GstLifeInitial *initial, const GstLifeWorldSettings *world)
{
  if (initial->checkpoint)
    return life_checkpoint_get_dimensions (initial->checkpoint);
  if (world->depth_set)
    return world->depth == 1 ? 2 : 3;
  if (initial->pattern && life_pattern_get_dimensions (initial->pattern) == 3)
    return 3;
  return 0;
}

static gboolean
read_rule (GstLife *life, const GstLifeSettings *settings, GError **error)
{
  const gchar *text = settings->world.rule;
  guint dimensions = fixed_dimensions (&life->initial, &settings->world);
  gboolean from_file = FALSE;
  LifeRule *rule;

  if (!text && life->initial.checkpoint) {
    text = life_checkpoint_get_rule (life->initial.checkpoint);
    from_file = TRUE;
  }
  if (!text && life->initial.pattern
      && (dimensions == 0
          || life_pattern_get_dimensions (life->initial.pattern)
                 == dimensions)) {
    text = life_pattern_get_rule (life->initial.pattern);
    from_file = text != NULL;
  }
  if (!text)
    text = dimensions == 3 ? "B6/S567" : "B3/S23";

  rule = settings->world.rule
             ? gst_life_read_rule (&settings->world, dimensions, error)
             : gst_life_parse_rule (&settings->world, text, dimensions, error);
  if (!rule) {
    if (from_file)
      g_prefix_error (error, "%s: the %s's own rule: ",
          settings->world.location ? settings->world.location : "pattern",
          life->initial.checkpoint ? "checkpoint" : "pattern");
    return FALSE;
  }
  life->initial.dimensions = life_rule_get_dimensions (rule);
  life->timeline.rule = rule;
  g_mutex_lock (&life->lock);
  life->requested.rule = life_rule_ref (rule);
  life->requested.rule_changed = FALSE;
  g_mutex_unlock (&life->lock);
  return TRUE;
}

/* Sets *@side, one side of the world, by the property; @by, a suffix or a checkpoint, if not
 * NULL, has set it already. */
static gboolean
resolve_side (const gchar *property, guint value, const gchar *by,
    guint32 *side, GError **error)
{
  if (value != 0 && by && value != *side) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
        "%s=%u contradicts the %s, which has %u; unset %s%s", property, value,
        by, *side, property,
        g_str_has_suffix (by, "suffix") ? " or remove the suffix" : "");
    return FALSE;
  }
  if (!by)
    *side = value;
  return TRUE;
}

/* Whether a suffix and the properties, if they are set, agree with the checkpoint. */
static gboolean
check_checkpoint (
    const GstLife *life, const GstLifeWorldSettings *world, GError **error)
{
  const LifeGeometry *stored =
      life_checkpoint_get_geometry (life->initial.checkpoint);
  const LifeGeometry *grid = life_rule_get_grid (life->timeline.rule);
  const gchar *what = NULL;

  if (grid && memcmp (grid, stored, sizeof *grid) != 0)
    what = "the rule's suffix";
  else if (world->topology != GST_LIFE_TOPOLOGY_AUTO
           && world->topology != (gint) stored->topology)
    what = "topology";
  if (!what)
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
      "%s contradicts the checkpoint %s, which has the shape of the world; "
      "unset it",
      what, life_checkpoint_get_path (life->initial.checkpoint));
  return FALSE;
}

/* Chooses the world's edges if no suffix has them. A pattern of lifesrc lies on a plane, and
 * unless its size or place is set the plane reaches beyond the frame. */
static void
choose_edges (GstLife *life, const GstLifeSettings *settings)
{
  gboolean automatic = settings->world.topology == GST_LIFE_TOPOLOGY_AUTO;
  gboolean plane = life->initial.pattern && !life->traits.under_picture;

  if (automatic)
    life->initial.geometry.topology =
        plane ? LIFE_TOPOLOGY_PLANE : LIFE_TOPOLOGY_TORUS;
  else
    life->initial.geometry.topology = settings->world.topology;
  life->initial.auto_plane = automatic && plane;
  life->initial.margin =
      life->initial.auto_plane && settings->world.pattern_at[0] == -1
      && settings->world.pattern_at[1] == -1
      && !gst_life_settings_view_is (settings, LIFE_VIEW_FLAG_STACKS);
}

static gboolean
read_size (GstLife *life, const GstLifeSettings *settings, GError **error)
{
  const LifeGeometry *grid = life_rule_get_grid (life->timeline.rule);
  const gchar *by = grid ? "rule's suffix" : NULL;
  guint depth = settings->world.depth_set ? settings->world.depth : 0;

  if (life->initial.checkpoint) {
    if (!check_checkpoint (life, &settings->world, error))
      return FALSE;
    grid = life_checkpoint_get_geometry (life->initial.checkpoint);
    by = "checkpoint";
  }
  /* A suffix names the world that the pattern was made for. */
  life->initial.geometry = grid ? *grid : (LifeGeometry){ 0 };
  life->initial.auto_plane = life->initial.margin = FALSE;
  if (!grid)
    choose_edges (life, settings);
  if (!resolve_side ("world-width", settings->world.width, by,
          &life->initial.geometry.width, error)
      || !resolve_side ("world-height", settings->world.height, by,
          &life->initial.geometry.height, error)
      || !resolve_side (
          "world-depth", depth, by, &life->initial.geometry.depth, error))
    return FALSE;
  if (life->initial.dimensions == 2)
    life->initial.geometry.depth = 1;
  g_mutex_lock (&life->lock);
  life->requested.geometry = life->initial.geometry;
  g_mutex_unlock (&life->lock);
  return life_geometry_check (
      &life->initial.geometry, life->initial.dimensions, error);
}

/* An unbounded world has no size. */
static gboolean
check_unbounded (
    const GstLife *life, const GstLifeSettings *settings, GError **error)
{
  const gchar *wrong = NULL;

  if (settings->world.topology != LIFE_TOPOLOGY_UNBOUNDED
      && !(life->initial.checkpoint
           && life_checkpoint_get_geometry (life->initial.checkpoint)->topology
                  == LIFE_TOPOLOGY_UNBOUNDED))
    return TRUE;
  if (life_rule_get_grid (life->timeline.rule))
    wrong = "the rule's suffix has one; remove the suffix";
  else if (settings->world.width != 0)
    wrong = "world-width is set; unset world-width";
  else if (settings->world.height != 0)
    wrong = "world-height is set; unset world-height";
  else if (life->initial.dimensions == 3)
    wrong = "3D worlds have edges; unset world-depth and take a 2D rule";
  else if (gst_life_settings_view_is (settings, LIFE_VIEW_FLAG_STACKS))
    wrong = "view=spacetime stacks frames of one; use view=cells";
  if (!wrong)
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
      "with topology=unbounded a world has no size, and %s, or leave topology "
      "out",
      wrong);
  return FALSE;
}

/* Whether cells can have their shape, at some zoom. */
static gboolean
check_cell_shape (
    const GstLife *life, const GstLifeSettings *settings, GError **error)
{
  g_autofree gchar *rule = NULL;

  if (settings->position.cell_shape == LIFE_CELL_SHAPE_SQUARE)
    return TRUE;
  if (gst_life_settings_view_is (settings, LIFE_VIEW_FLAG_STACKS)) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "cell-shape=hexagon is for view=cells, and view=spacetime stacks "
        "cubes; set one of the two");
    return FALSE;
  }
  if (life_rule_is_hexagonal (life->timeline.rule))
    return TRUE;
  rule = life_rule_to_string (life->timeline.rule);
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
      "cell-shape=hexagon is for rules on hexagons, and %s is none; use one "
      "such as B2/S34H, or cell-shape=square",
      rule);
  return FALSE;
}

/* Whether the view suits the world's dimensions. */
static gboolean
check_view (const GstLifeInitial *initial, const GstLifeSettings *settings,
    GError **error)
{
  if (settings->body.view != GST_LIFE_VIEW_CELLS || initial->dimensions == 2)
    return life_view_kind_check (
        gst_life_settings_view_kind (settings), initial->dimensions, error);
  g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
      "view=cells shows 2D worlds and this one is 3D; use view=volume, slice "
      "or auto");
  return FALSE;
}

/* Whether the rule has the states that the pattern's cells are in. */
static gboolean
check_states (
    const GstLife *life, const GstLifeWorldSettings *world, GError **error)
{
  if (!life->initial.pattern
      || life_pattern_check_states (life->initial.pattern,
          life_rule_get_states (life->timeline.rule), error))
    return TRUE;
  g_prefix_error (error, "%s: ", world->location ? world->location : "pattern");
  return FALSE;
}

/* Whether the pattern fits, if the sizes are set. */
static gboolean
check_size (
    const GstLife *life, const GstLifeSettings *settings, GError **error)
{
  const LifeGeometry *geometry = &life->initial.geometry;
  gint64 origin[3];

  if (!life->initial.pattern || !geometry->width || !geometry->height
      || !geometry->depth)
    return TRUE;
  return gst_life_find_pattern_origin (life, settings, geometry, origin, error);
}

/* A macrocell file or a checkpoint of HashLife may suit no other engine. */
static void
choose_kernel (GstLife *life, GstLifeSettings *settings)
{
  LifeEngineOptions options = settings->engine;
  const gboolean by_hashlife =
      (life->initial.checkpoint
          && life_checkpoint_get_kernel (life->initial.checkpoint)
                 == LIFE_KERNEL_HASHLIFE)
      || (settings->world.topology == LIFE_TOPOLOGY_UNBOUNDED
          && life->initial.pattern
          && life_pattern_get_format (life->initial.pattern)
                 == LIFE_FORMAT_MACROCELL);

  options.kernel = LIFE_KERNEL_HASHLIFE;
  if (!by_hashlife || settings->engine.kernel != LIFE_KERNEL_AUTO
      || !life_engine_check (
          life->timeline.rule, &life->initial.geometry, &options, NULL))
    return;
  settings->engine.kernel = LIFE_KERNEL_HASHLIFE;
  g_mutex_lock (&life->lock);
  life->requested.auto_kernel = LIFE_KERNEL_HASHLIFE;
  g_mutex_unlock (&life->lock);
}

static gboolean
open_locked (
    GstLife *life, GstLifeSettings *settings, gchar **warning, GError **error)
{
  if (settings->caption.flags != 0 && !gst_life_check_text ("caption", error))
    return FALSE;
  if (life->traits.text_is_stamped)
    gst_life_settings_set_string (&settings->world.text, NULL);
  if (settings->world.location || settings->world.pattern
      || settings->world.text) {
    if (!load_start (&life->initial, settings, warning, error))
      return FALSE;
  }
  if (!gst_life_settings_check (settings, error)
      || !read_rule (life, settings, error)
      || !gst_life_open_events (life, settings, error)
      || !check_states (life, &settings->world, error)
      || !check_unbounded (life, settings, error)
      || !read_size (life, settings, error)
      || !check_view (&life->initial, settings, error)
      || !check_cell_shape (life, settings, error)
      || !check_size (life, settings, error)
      || !gst_life_save_open (life, settings, error))
    return FALSE;
  if (life->initial.checkpoint)
    life->timeline.start_generation = MAX (life->timeline.start_generation,
        life_checkpoint_get_generation (life->initial.checkpoint));
  /* Before gst_life_make_sized_world(), which uses it. */
  life->timeline.seed = life->initial.checkpoint ? life_checkpoint_get_seed (
                            life->initial.checkpoint)
                                                 : settings->world.seed;
  if (life->timeline.seed == 0)
    life->timeline.seed = MAX (1, (guint64) g_get_real_time ());
  gst_life_checkpoints_open (&life->runtime.checkpoints, life->element,
      settings, life->initial.checkpoint);
  choose_kernel (life, settings);
  if (!life_engine_check (life->timeline.rule, &life->initial.geometry,
          &settings->engine, error)
      || !gst_life_make_sized_world (life, settings, error))
    return FALSE;

  life->initial.seeded = life->initial.pattern || life->initial.checkpoint
                         || settings->world.density_set
                         || life->initial.start == GST_LIFE_START_SOUP;
  return TRUE;
}

gboolean
gst_life_open (GstLife *life, GstLifeStart start, GError **error)
{
  g_auto (GstLifeSettings) settings = { 0 };
  LifeEngineOptions engine;
  gchar *warning = NULL;
  gboolean ok;

  gst_life_close (life);
  g_mutex_lock (&life->lock);
  engine = life->settings.engine;
  g_mutex_unlock (&life->lock);
  gst_life_cuda_open (&life->cuda, &engine);
  g_mutex_lock (&life->lock);
  life->requested.running = TRUE;
  life->requested.auto_kernel = LIFE_KERNEL_AUTO;
  g_mutex_unlock (&life->lock);
  gst_life_get_settings (life, &settings);

  g_mutex_lock (&life->world_lock);
  life->initial.start = start;
  life->timeline.start_generation = settings.world.start_generation;
  life->timeline.leaving = FALSE;
  ok = open_locked (life, &settings, &warning, error);
  g_mutex_unlock (&life->world_lock);
  gst_life_warn_of_font (life, warning);
  gst_life_checkpoints_post (&life->runtime.checkpoints, &life->world_lock);
  if (ok) {
    g_mutex_lock (&life->lock);
    life->requested.seed_used = life->timeline.seed;
    g_mutex_unlock (&life->lock);
  } else {
    gst_life_close (life);
  }
  return ok;
}
