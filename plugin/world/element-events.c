/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The events of an element, read and entered where they belong: those that change cells into its time
 * line, those of the picture into a list of properties (property-events.h). */
#include "plugin/world/element-events.h"

#include <string.h>

#include "plugin/settings/preset-values.h"
#include "plugin/world/element-rule.h"

/* --- Parsing --- */

static GstLifeEvent *
event_at (const GstLife *life, guint index)
{
  return &g_array_index (life->initial.events, GstLifeEvent, index);
}

static gboolean
refuse (
    const gchar *text, const GstLifeEvent *event, GError *wrong, GError **error)
{
  return gst_life_events_refuse (text, event->offset, wrong, error);
}

/* What a preset that is being loaded sets, as events at the time of @preset. */
typedef struct {
  GArray *events;
  const GstLifeEvent *preset;
} Loaded;

static void
add_loaded (GObject *object, GParamSpec *pspec, gpointer data)
{
  const Loaded *loaded = data;
  const gboolean is_rule = strcmp (pspec->name, "rule") == 0;
  GstLifeEvent event = { .kind = is_rule ? GST_LIFE_EVENT_RULE
                                         : GST_LIFE_EVENT_PROPERTY,
    .time = loaded->preset->time,
    .in_frames = loaded->preset->in_frames,
    .offset = loaded->preset->offset,
    .pspec = pspec,
    .from_preset = TRUE };

  if (!gst_life_events_allow (pspec))
    return;
  g_value_init (&event.value, pspec->value_type);
  g_object_get_property (object, pspec->name, &event.value);
  if (is_rule)
    event.name = g_value_dup_string (&event.value);
  g_array_append_val (loaded->events, event);
}

/* Adds what a preset sets to @events. */
static gboolean
add_preset (const GstLife *life, const GstLifeEvent *preset, GArray *events,
    GError **error)
{
  Loaded loaded = { events, preset };

  return gst_life_preset_read (G_OBJECT_TYPE (life->element), preset->name,
      G_CALLBACK (add_loaded), &loaded, error);
}

static gboolean
parse_rule (GstLife *life, const GstLifeSettings *settings, GstLifeEvent *event,
    GError **error)
{
  event->rule = gst_life_parse_rule (
      &settings->world, event->name, life->initial.dimensions, error);
  return event->rule != NULL;
}

/* Replaces presets by what they set, and parses rules. */
static gboolean
complete (GstLife *life, const GstLifeSettings *settings, GError **error)
{
  GArray *parsed = life->initial.events;
  GArray *all = g_array_new (FALSE, TRUE, sizeof (GstLifeEvent));
  GError *wrong = NULL;

  g_array_set_clear_func (all, (GDestroyNotify) gst_life_event_clear);
  for (guint i = 0; i < parsed->len && !wrong; i++) {
    GstLifeEvent *event = &g_array_index (parsed, GstLifeEvent, i);
    guint first = all->len;

    if (event->kind != GST_LIFE_EVENT_PRESET) {
      g_array_append_vals (all, event, 1);
      memset (event, 0, sizeof *event);
    } else if (!add_preset (life, event, all, &wrong)) {
      refuse (settings->events, event, wrong, error);
    }
    for (; first < all->len && !wrong; first++) {
      event = &g_array_index (all, GstLifeEvent, first);
      if (event->kind == GST_LIFE_EVENT_RULE
          && !parse_rule (life, settings, event, &wrong))
        refuse (settings->events, event, wrong, error);
    }
  }
  g_array_unref (parsed);
  life->initial.events = all;
  return !wrong;
}

gboolean
gst_life_open_events (
    GstLife *life, const GstLifeSettings *settings, GError **error)
{
  if (!settings->events)
    return TRUE;
  life->initial.events = gst_life_events_parse (
      settings->events, G_OBJECT_GET_CLASS (life->element), error);
  gst_life_settings_set_string (&life->initial.own_rule, settings->world.rule);
  return life->initial.events && complete (life, settings, error);
}

/* Whether the settings' rule is @event's; under their lock. */
static gboolean
has_set_rule (const GstLife *life, const GstLifeEvent *event)
{
  g_autofree gchar *text =
      event->rule ? life_rule_to_string (event->rule) : NULL;

  return text && g_strcmp0 (text, life->settings.world.rule) == 0;
}

void
gst_life_reset_events (GstLife *life)
{
  g_mutex_lock (&life->world_lock);
  g_mutex_lock (&life->lock);
  for (guint i = 0; life->initial.events && i < life->initial.events->len; i++)
    if (has_set_rule (life, event_at (life, i)))
      gst_life_settings_set_string (
          &life->settings.world.rule, life->initial.own_rule);
  g_mutex_unlock (&life->lock);
  g_mutex_unlock (&life->world_lock);
}

/* --- The time line --- */

/* An event, and the number of its frame in the stream. */
typedef struct {
  guint64 frame;
  GstLifeEvent *event;
} Placed;

static gint
compare_frames (gconstpointer first, gconstpointer second)
{
  const guint64 a = ((const Placed *) first)->frame,
                b = ((const Placed *) second)->frame;

  return (a > b) - (a < b);
}

/* The first frame at the event's time or after it. */
static gboolean
find_frame (const GstLifeEvent *event, const GstVideoInfo *info, guint64 *frame,
    GError **error)
{
  *frame = event->time;
  if (event->in_frames || event->time == 0)
    return TRUE;
  if (info->fps_n == 0) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "this time is in seconds, and the frame rate varies; use frames "
        "(300f)");
    return FALSE;
  }
  *frame = gst_util_uint64_scale_ceil (
      event->time, (guint64) info->fps_n, info->fps_d * GST_SECOND);
  return TRUE;
}

/* The events in the order of their frames, those of one frame in the order of the text. */
static GArray *
sort_events (GstLife *life, const GstLifeSettings *settings,
    const GstVideoInfo *info, GError **error)
{
  g_autoptr (GArray) placed = g_array_new (FALSE, FALSE, sizeof (Placed));
  GError *wrong = NULL;

  for (guint i = 0; i < life->initial.events->len; i++) {
    Placed one = { 0, event_at (life, i) };

    if (!find_frame (one.event, info, &one.frame, &wrong)) {
      refuse (settings->events, one.event, wrong, error);
      return NULL;
    }
    g_array_append_val (placed, one);
  }
  g_array_sort (placed, compare_frames);
  return g_steal_pointer (&placed);
}

static gboolean
fill_rule (const GstLife *life, const GstLifeSettings *settings,
    const GstLifeEvent *event, GstLifeEdit *edit, GError **error)
{
  const LifeGeometry *geometry = life_world_get_geometry (life->world);

  edit->kind = GST_LIFE_EDIT_RULE;
  edit->rule = life_rule_ref (event->rule);
  return gst_life_rule_fits_world (event->rule, geometry, error)
         && life_engine_check (event->rule, geometry, &settings->engine, error);
}

/* @rule: of the world then. */
static gboolean
fill_paste (const GstLife *life, const LifeRule *rule,
    const GstLifeEvent *event, GstLifeEdit *edit, GError **error)
{
  /* A suffix places the pattern that a world starts from, not one that is pasted. */
  g_autoptr (LifeRule) plain = life_rule_without_grid (rule);

  edit->kind = GST_LIFE_EDIT_PASTE;
  edit->pattern = life_pattern_ref (event->pattern);
  edit->clears_first = event->kind == GST_LIFE_EVENT_LOAD;
  return life_pattern_check_states (
             event->pattern, life_rule_get_states (rule), error)
         && life_pattern_find_origin_under (event->pattern, plain,
             life_world_get_geometry (life->world), event->origin, edit->origin,
             error);
}

/* Enters an event that changes cells. A soup's seed is the first one and the frame's number. */
static gboolean
place_edit (GstLife *life, const GstLifeSettings *settings,
    const Placed *placed, GError **error)
{
  GstLifeTimeline *timeline = &life->timeline;
  /* The first buffer of a filter shows frame 1 of the time line. */
  GstLifeEdit edit = { .frame = placed->frame + life->traits.under_picture };
  const LifeRule *rule = gst_life_timeline_rule_at (timeline, edit.frame);
  gboolean ok = TRUE;

  switch (placed->event->kind) {
    case GST_LIFE_EVENT_RULE:
      ok = fill_rule (life, settings, placed->event, &edit, error);
      break;
    case GST_LIFE_EVENT_SOUP:
      edit.kind = GST_LIFE_EDIT_SOUP;
      edit.seed = timeline->seed + placed->frame;
      edit.density_set = placed->event->density >= 0;
      edit.density = placed->event->density;
      break;
    case GST_LIFE_EVENT_CLEAR:
      edit.kind = GST_LIFE_EDIT_CLEAR;
      break;
    default:
      ok = fill_paste (life, rule, placed->event, &edit, error);
      break;
  }
  g_array_append_val (timeline->events, edit);
  return ok;
}

static void
clear_event (gpointer data)
{
  g_value_unset (&((GstLifePropertyEvent *) data)->value);
}

static void
place_property (GstLife *life, const Placed *placed)
{
  GstLifePropertyEvent event = { .frame = placed->frame,
    .pspec = placed->event->pspec,
    .from_preset = placed->event->from_preset };

  if (!life->streaming.property_events) {
    life->streaming.property_events =
        g_array_new (FALSE, FALSE, sizeof (GstLifePropertyEvent));
    g_array_set_clear_func (life->streaming.property_events, clear_event);
  }
  g_value_init (&event.value, event.pspec->value_type);
  g_value_copy (&placed->event->value, &event.value);
  g_array_append_val (life->streaming.property_events, event);
}

gboolean
gst_life_place_events (GstLife *life, const GstLifeSettings *settings,
    const GstVideoInfo *info, GError **error)
{
  g_autoptr (GArray) placed = NULL;
  /* Those of a stream that changes its size stay where they are. */
  const gboolean places_properties = life->streaming.n_applied == 0;
  GError *wrong = NULL;

  if (!life->initial.events)
    return TRUE;
  placed = sort_events (life, settings, info, error);
  if (places_properties && life->streaming.property_events)
    g_array_set_size (life->streaming.property_events, 0);
  for (guint i = 0; placed && i < placed->len; i++) {
    const Placed *one = &g_array_index (placed, Placed, i);

    if (one->event->kind == GST_LIFE_EVENT_PROPERTY) {
      if (places_properties)
        place_property (life, one);
    } else if (!place_edit (life, settings, one, &wrong)) {
      return refuse (settings->events, one->event, wrong, error);
    }
  }
  return placed != NULL;
}
