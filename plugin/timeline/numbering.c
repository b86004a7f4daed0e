/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which generation each frame shows. A frame advances its world by a fraction; fractions
 * add up exactly, and a frame shows the whole part of the sum. Everything is computed from
 * the frame's number, so that nothing drifts and every frame is found at once. */
#include "plugin/timeline/numbering.h"

__extension__ typedef unsigned __int128 Wide;

#define UNIT_BITS 63

/* --- How often a frame counts --- */

/* Frames of growth k count 2^⌊i/k⌋ times. From here on no number would hold the sum. */
#define MAX_DOUBLINGS 64

/* How often the frames before @frame count together; FALSE where that is too much. */
static gboolean
count_before (const GstLifeTempo *tempo, guint64 frame, Wide *count)
{
  const guint64 k = tempo->growth;
  guint64 doublings;

  frame -= MIN (frame, tempo->hold);
  *count = frame;
  if (k == 0)
    return TRUE;
  doublings = frame / k;
  if (doublings >= MAX_DOUBLINGS)
    return FALSE;
  *count =
      k * (((Wide) 1 << doublings) - 1) + ((Wide) (frame % k) << doublings);
  return TRUE;
}

/* Generations that a frame advances by each time that it counts. */
static void
get_rate (const GstLifeTempo *tempo, guint32 *numerator, guint32 *denominator)
{
  const gboolean fraction = tempo->rate[0] > 0;

  *numerator = tempo->paused ? 0
               : fraction    ? (guint32) tempo->rate[0]
                             : tempo->generations;
  *denominator = fraction ? (guint32) tempo->rate[1] : 1;
}

/* --- Where a frame stands --- */

/* Between two generations: part / whole of the way is gone. */
typedef struct {
  guint64 generation;
  Wide part, whole; /* below 2^95 */
} TempoPlace;

static gboolean
find_place (const GstLifeTempoChange *change, guint64 frame, TempoPlace *place)
{
  guint32 numerator, denominator;
  Wide before = 0, now = 0, sum, passed;

  get_rate (&change->tempo, &numerator, &denominator);
  if (numerator > 0
      && (!count_before (&change->tempo, change->frame, &before)
          || !count_before (&change->tempo, frame, &now)))
    return FALSE;
  /* Below 2^96 × 2^32. */
  sum = (now - before) * numerator;
  passed = sum / denominator;
  place->whole = (Wide) denominator * change->unit;
  place->part =
      (Wide) change->phase * denominator + sum % denominator * change->unit;
  if (place->part >= place->whole) {
    place->part -= place->whole;
    passed++;
  }
  if (passed > G_MAXUINT64 - change->generation)
    return FALSE;
  place->generation = change->generation + (guint64) passed;
  return TRUE;
}

gboolean
gst_life_tempo_change_generation (
    const GstLifeTempoChange *change, guint64 frame, guint64 *generation)
{
  TempoPlace place;

  if (!find_place (change, frame, &place))
    return FALSE;
  *generation = place.generation;
  return TRUE;
}

guint64
gst_life_tempo_change_since (const GstLifeTempoChange *change, guint64 frame)
{
  guint64 generation, low = change->frame, high = frame;
  TempoPlace place;

  if (!find_place (change, frame, &place)
      || place.generation == change->generation)
    return change->since;
  /* Frame low shows an earlier one. */
  while (high - low > 1) {
    guint64 middle = low + (high - low) / 2;

    if (gst_life_tempo_change_generation (change, middle, &generation)
        && generation == place.generation)
      high = middle;
    else
      low = middle;
  }
  return high;
}

/* How far a frame has come on its way when the next one comes: full where that shows
 * another generation. */
static guint32
weight_at (
    const GstLifeTempoChange *change, guint64 frame, const TempoPlace *place)
{
  guint32 numerator, denominator;
  Wide before, now, part;

  get_rate (&change->tempo, &numerator, &denominator);
  if (numerator == 0 || !count_before (&change->tempo, frame - 1, &before)
      || !count_before (&change->tempo, frame, &now))
    return 0;
  if (now - before > denominator / numerator)
    return GST_LIFE_FULL_WEIGHT;
  part = place->part + (now - before) * numerator * change->unit;
  if (part >= place->whole)
    return GST_LIFE_FULL_WEIGHT;
  return (guint32) (((part << 24) + place->whole / 2) / place->whole);
}

guint32
gst_life_tempo_change_weight (const GstLifeTempoChange *change, guint64 frame)
{
  guint32 weight;
  TempoPlace place;

  if (frame == change->frame || !find_place (change, frame, &place))
    return change->weight;
  weight = weight_at (change, frame, &place);
  /* What has faded in does not fade out when the tempo falls. */
  return place.generation == change->generation ? MAX (weight, change->weight)
                                                : weight;
}

/* The frame from which on each next one shows another generation; up to it none shows more
 * than one more. */
static guint64
first_fast_frame (const GstLifeTempo *tempo)
{
  guint32 numerator, denominator;
  guint64 doublings = 0;

  get_rate (tempo, &numerator, &denominator);
  if (numerator == 0 || (numerator < denominator && tempo->growth == 0))
    return G_MAXUINT64;
  while ((guint64) numerator << doublings < denominator)
    doublings++;
  return (guint64) tempo->hold + doublings * tempo->growth;
}

guint64
gst_life_tempo_change_passed (const GstLifeTempoChange *change, guint64 frame)
{
  const guint64 fast = MAX (first_fast_frame (&change->tempo), change->frame);
  TempoPlace place;

  if (!find_place (change, MIN (frame, fast), &place))
    return change->passed;
  return change->passed + (place.generation - change->generation)
         + (frame - MIN (frame, fast));
}

/* --- Changes --- */

void
gst_life_tempo_change_init (
    GstLifeTempoChange *change, const GstLifeTempo *tempo, guint64 generation)
{
  *change = (GstLifeTempoChange){
    .tempo = *tempo,
    .generation = generation,
    .unit = 1,
    .weight = GST_LIFE_FULL_WEIGHT,
  };
}

static Wide
greatest_common_divisor (Wide a, Wide b)
{
  while (b != 0) {
    Wide rest = a % b;

    a = b;
    b = rest;
  }
  return a;
}

gboolean
gst_life_tempo_change_next (const GstLifeTempoChange *change, guint64 frame,
    const GstLifeTempo *tempo, GstLifeTempoChange *next)
{
  TempoPlace place;
  Wide divisor;

  if (!find_place (change, frame, &place))
    return FALSE;
  divisor = greatest_common_divisor (place.part, place.whole);
  place.part /= divisor;
  place.whole /= divisor;
  while (place.whole >> UNIT_BITS != 0) {
    place.whole >>= 1;
    place.part >>= 1;
  }
  *next = (GstLifeTempoChange){
    .tempo = *tempo,
    .frame = frame,
    .generation = place.generation,
    .phase = (guint64) MIN (place.part, place.whole - 1),
    .unit = (guint64) place.whole,
    .since = gst_life_tempo_change_since (change, frame),
    .weight = gst_life_tempo_change_weight (change, frame),
    .passed = gst_life_tempo_change_passed (change, frame),
  };
  return TRUE;
}

gboolean
gst_life_tempo_change_step (const GstLifeTempoChange *change, guint64 frame,
    guint64 generations, GstLifeTempoChange *next)
{
  if (!gst_life_tempo_change_next (change, frame, &change->tempo, next)
      || generations > G_MAXUINT64 - next->generation)
    return FALSE;
  if (generations == 0)
    return TRUE;
  /* One more new generation, unless the frame shows one anyway. */
  if (next->since != frame)
    next->passed++;
  next->generation += generations;
  next->since = frame;
  next->weight = GST_LIFE_FULL_WEIGHT;
  return TRUE;
}
