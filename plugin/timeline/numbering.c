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

/* How often the frames before @frame count together; FALSE if that is too much. */
static gboolean
count_until (const GstLifeTempo *tempo, guint64 frame, Wide *count)
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

/* --- The position of a frame --- */

/* Between two generations: part / whole of the next one is done. */
typedef struct {
  guint64 generation;
  Wide part, whole; /* below 2^95 */
} TempoPosition;

static gboolean
find_position (
    const GstLifeTempoChange *change, guint64 frame, TempoPosition *position)
{
  guint32 numerator, denominator;
  Wide earlier = 0, now = 0, sum, passed;

  get_rate (&change->tempo, &numerator, &denominator);
  if (numerator > 0
      && (!count_until (&change->tempo, change->frame, &earlier)
          || !count_until (&change->tempo, frame, &now)))
    return FALSE;
  /* Below 2^96 × 2^32. */
  sum = (now - earlier) * numerator;
  passed = sum / denominator;
  position->whole = (Wide) denominator * change->unit;
  position->part =
      (Wide) change->phase * denominator + sum % denominator * change->unit;
  if (position->part >= position->whole) {
    position->part -= position->whole;
    passed++;
  }
  if (passed > G_MAXUINT64 - change->generation)
    return FALSE;
  position->generation = change->generation + (guint64) passed;
  return TRUE;
}

gboolean
gst_life_tempo_change_generation (
    const GstLifeTempoChange *change, guint64 frame, guint64 *generation)
{
  TempoPosition position;

  if (!find_position (change, frame, &position))
    return FALSE;
  *generation = position.generation;
  return TRUE;
}

guint64
gst_life_tempo_change_since (const GstLifeTempoChange *change, guint64 frame)
{
  guint64 generation, low = change->frame, high = frame;
  TempoPosition position;

  if (!find_position (change, frame, &position)
      || position.generation == change->generation)
    return change->since;
  /* Frame low shows an earlier one. */
  while (high - low > 1) {
    guint64 middle = low + (high - low) / 2;

    if (gst_life_tempo_change_generation (change, middle, &generation)
        && generation == position.generation)
      high = middle;
    else
      low = middle;
  }
  return high;
}

/* How far a frame has faded in when the next one follows: full if that shows another
 * generation. */
static guint32
weight_at (const GstLifeTempoChange *change, guint64 frame,
    const TempoPosition *position)
{
  guint32 numerator, denominator;
  Wide earlier, now, part;

  get_rate (&change->tempo, &numerator, &denominator);
  if (numerator == 0 || !count_until (&change->tempo, frame - 1, &earlier)
      || !count_until (&change->tempo, frame, &now))
    return 0;
  if (now - earlier > denominator / numerator)
    return GST_LIFE_FULL_WEIGHT;
  part = position->part + (now - earlier) * numerator * change->unit;
  if (part >= position->whole)
    return GST_LIFE_FULL_WEIGHT;
  return (guint32) (((part << 24) + position->whole / 2) / position->whole);
}

guint32
gst_life_tempo_change_weight (const GstLifeTempoChange *change, guint64 frame)
{
  guint32 weight;
  TempoPosition position;

  if (frame == change->frame || !find_position (change, frame, &position))
    return change->weight;
  weight = weight_at (change, frame, &position);
  /* What has faded in does not fade out when the tempo falls. */
  return position.generation == change->generation
             ? MAX (weight, change->weight)
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
  TempoPosition position;

  if (!find_position (change, MIN (frame, fast), &position))
    return change->passed;
  return change->passed + (position.generation - change->generation)
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
  TempoPosition position;
  Wide divisor;

  if (!find_position (change, frame, &position))
    return FALSE;
  divisor = greatest_common_divisor (position.part, position.whole);
  position.part /= divisor;
  position.whole /= divisor;
  while (position.whole >> UNIT_BITS != 0) {
    position.whole >>= 1;
    position.part >>= 1;
  }
  *next = (GstLifeTempoChange){
    .tempo = *tempo,
    .frame = frame,
    .generation = position.generation,
    .phase = (guint64) MIN (position.part, position.whole - 1),
    .unit = (guint64) position.whole,
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
