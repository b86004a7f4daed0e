/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Stamps that onsets lay on a world: the lowest band in the middle of the frame, the highest one
 * on an ellipse around it. They depend on the seed and on earlier onsets alone, so that the same
 * sound stamps the same cells. */
#include "plugin/lifevis/stamps.h"

#include <math.h>

#include "plugin/lifevis/shapes.h"
#include "plugin/play/changes.h"
#include "plugin/text/text-cells.h"
#include "plugin/world/element-world.h"

/* Between onsets of a band, so that angles never repeat and leave no gap. */
#define GOLDEN_ANGLE 2.399963229728653

/* The ellipse of the highest band, in halves of the frame's sides. */
#define REACH 0.78

/* The radius of a stamp of strength 1/2 in the lowest and the highest band, as a part of the
 * frame's shorter side. */
#define LOW_RADIUS 0.1
#define HIGH_RADIUS 0.035
#define MAX_RADIUS 256

#define MAX_GLIDERS 6

/* The part of the world that frames show, and an onset in it. */
typedef struct {
  const LifeGeometry *world;
  gboolean is_3d;
  gdouble width, height; /* cells */
  gdouble density;       /* of noise */
} Stage;

typedef struct {
  gdouble outward; /* 0: the lowest band, 1: the highest */
  gdouble angle;
  gdouble strength;
} StampPosition;

gboolean
gst_life_stamps_open (
    GstLifeStamps *stamps, GstLife *life, GstLifeStamp stamp, GError **error)
{
  g_auto (GstLifeSettings) settings = { 0 };
  g_auto (GStrv) words = NULL;

  gst_life_stamps_close (stamps);
  if (stamp != GST_LIFE_STAMP_TEXT)
    return TRUE;
  gst_life_get_settings (life, &settings);
  words = g_strsplit_set (
      settings.world.text ? settings.world.text : "", " \t\r\n", -1);
  stamps->words =
      g_ptr_array_new_with_free_func ((GDestroyNotify) life_pattern_unref);
  for (gchar **word = words; *word; word++) {
    gchar *warning = NULL;
    LifePattern *pattern;

    if (!**word)
      continue;
    pattern = gst_life_text_to_pattern (
        *word, settings.world.text_font, &warning, error);
    if (!pattern)
      return FALSE;
    g_ptr_array_add (stamps->words, pattern);
    if (stamps->words->len == 1)
      gst_life_warn_of_font (life, warning);
    else
      g_free (warning);
  }
  if (stamps->words->len > 0)
    return TRUE;
  g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
      "stamp=text stamps the words of the property text, and there are none; "
      "set text");
  return FALSE;
}

void
gst_life_stamps_restart (GstLifeStamps *stamps)
{
  g_clear_pointer (&stamps->random, g_rand_free);
  memset (stamps->counts, 0, sizeof stamps->counts);
  stamps->n_words = 0;
  stamps->warned = FALSE;
}

void
gst_life_stamps_close (GstLifeStamps *stamps)
{
  gst_life_stamps_restart (stamps);
  g_clear_pointer (&stamps->words, g_ptr_array_unref);
}

static StampPosition
next_position (GstLifeStamps *stamps, const GstLifeOnset *onset, guint bands)
{
  const guint count = stamps->counts[onset->band]++;

  /* Bands begin at angles of their own. */
  return (StampPosition){ bands > 1 ? (gdouble) onset->band / (bands - 1) : 0.0,
    GOLDEN_ANGLE * (count + 0.38 * onset->band), onset->strength };
}

static guint
radius_of (const Stage *stage, const StampPosition *position)
{
  const gdouble shorter = MIN (stage->width, stage->height);
  const gdouble share =
      LOW_RADIUS + (HIGH_RADIUS - LOW_RADIUS) * position->outward;
  const gdouble radius = share * shorter * (0.5 + position->strength);

  return (guint) CLAMP (lround (radius), 1,
      MIN (MAX_RADIUS, MAX (1, (lround (shorter) - 1) / 2)));
}

static LifePattern *
make_gliders (const StampPosition *position, gdouble amount)
{
  const gdouble share =
      position->strength * (1.0 - 0.5 * position->outward) * amount;
  const guint n = 1 + (guint) lround ((MAX_GLIDERS - 1) * MIN (1.0, share));

  return gst_life_shape_gliders (
      n, cos (position->angle) >= 0.0, sin (position->angle) >= 0.0);
}

static LifePattern *
make_words (GstLifeStamps *stamps, gdouble amount)
{
  LifePattern *word =
      g_ptr_array_index (stamps->words, stamps->n_words++ % stamps->words->len);

  return amount >= 1.0 ? life_pattern_ref (word)
                       : gst_life_shape_thin (word, amount, stamps->random);
}

/* At half the scale of loudness a stamp has the density that is set. */
static LifePattern *
make_stamp (GstLifeStamps *stamps, const GstLifeStampOptions *options,
    const Stage *stage, const StampPosition *position)
{
  const gdouble amount = options->by_loudness ? 2.0 * options->loudness : 1.0;

  switch (options->stamp) {
    case GST_LIFE_STAMP_GLIDER:
      return make_gliders (position, amount);
    case GST_LIFE_STAMP_RING:
      return gst_life_shape_ring (
          radius_of (stage, position), amount, stamps->random);
    case GST_LIFE_STAMP_TEXT:
      return make_words (stamps, amount);
    default:
      return gst_life_shape_noise (radius_of (stage, position), stage->is_3d,
          MIN (1.0, stage->density * amount), stamps->random);
  }
}

/* The corner of a pattern centered at a point, moved inside the edges of a world that is no
 * torus. */
static gint64
corner (gdouble middle, gint64 size, guint32 side, gboolean is_torus)
{
  const gint64 start = (gint64) floor (middle) - size / 2;

  return is_torus ? start : CLAMP (start, 0, MAX (0, (gint64) side - size));
}

/* Whether the pattern fits the world; else posts a warning, once. */
static gboolean
fits (GstLifeStamps *stamps, const GstLife *life, const Stage *stage,
    const gint64 size[3])
{
  if (size[0] <= stage->world->width && size[1] <= stage->world->height
      && size[2] <= stage->world->depth)
    return TRUE;
  if (!stamps->warned)
    GST_ELEMENT_WARNING (life->element, LIBRARY, SETTINGS,
        ("a stamp of %" G_GINT64_FORMAT "×%" G_GINT64_FORMAT
         " cells is larger than the world of %u×%u and is left out; use a "
         "smaller text-font, a lower zoom or another stamp",
            size[0], size[1], stage->world->width, stage->world->height),
        (NULL));
  stamps->warned = TRUE;
  return FALSE;
}

/* @pattern: (transfer full) */
static gboolean
paste (GstLife *life, const Stage *stage, const StampPosition *position,
    LifePattern *pattern, const gint64 size[3], GError **error)
{
  const LifeGeometry *world = stage->world;
  const gboolean torus = world->topology == LIFE_TOPOLOGY_TORUS;
  const gdouble reach = REACH / 2.0 * position->outward;
  GstLifeEdit edit = { GST_LIFE_EDIT_PASTE };
  const gint64 at[3] = {
    corner (world->width / 2.0 + reach * stage->width * cos (position->angle),
        size[0], world->width, torus),
    corner (world->height / 2.0 + reach * stage->height * sin (position->angle),
        size[1], world->height, torus),
    corner (world->depth / 2.0, size[2], world->depth, torus),
  };

  edit.pattern = pattern;
  if (life_pattern_find_origin (pattern, world, FALSE, at, edit.origin, error))
    return gst_life_edit (life, &edit, error);
  gst_life_edit_clear (&edit);
  return FALSE;
}

static gboolean
stamp_onset (GstLifeStamps *stamps, GstLife *life,
    const GstLifeStampOptions *options, const Stage *stage,
    const GstLifeOnset *onset, GError **error)
{
  const StampPosition position = next_position (stamps, onset, options->bands);
  LifePattern *pattern = make_stamp (stamps, options, stage, &position);
  gint64 size[3];

  if (!pattern)
    return TRUE;
  life_pattern_get_size (pattern, size);
  if (fits (stamps, life, stage, size))
    return paste (life, stage, &position, pattern, size, error);
  life_pattern_unref (pattern);
  return TRUE;
}

static void
find_stage (
    const GstLife *life, const GstLifeStampOptions *options, Stage *stage)
{
  stage->world = life_world_get_geometry (life->world);
  stage->is_3d = life->initial.dimensions == 3;
  stage->width = stage->world->width;
  stage->height = stage->world->height;
  if (stage->is_3d || life->initial.zoom <= 0.0)
    return;
  stage->width = MIN (stage->width, options->width / life->initial.zoom);
  stage->height = MIN (stage->height, options->height / life->initial.zoom);
}

gboolean
gst_life_stamps_apply (GstLifeStamps *stamps, GstLife *life,
    const GstLifeStampOptions *options, const GArray *onsets, GError **error)
{
  gboolean ok;
  Stage stage;

  if (onsets->len == 0)
    return TRUE;
  g_mutex_lock (&life->lock);
  stage.density = life->settings.world.density;
  g_mutex_unlock (&life->lock);
  g_mutex_lock (&life->world_lock);
  if (!stamps->random)
    stamps->random = g_rand_new_with_seed_array (
        (const guint32[]){ (guint32) life->timeline.seed,
            (guint32) (life->timeline.seed >> 32) },
        2);
  ok = gst_life_require_world (life, error);
  if (ok)
    find_stage (life, options, &stage);
  for (guint i = 0; ok && i < onsets->len; i++)
    ok = stamp_onset (stamps, life, options, &stage,
        &g_array_index (onsets, GstLifeOnset, i), error);
  g_mutex_unlock (&life->world_lock);
  return ok;
}
