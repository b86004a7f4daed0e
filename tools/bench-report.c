/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Results, and whether they agree: the same world must have the same checksum
 * on every engine and kernel, the same frame on every engine and in every
 * memory. */
#include "bench.h"

static void
clear_world (gpointer data)
{
  BenchWorld *world = data;

  life_rule_unref (world->rule);
  g_free (world->size);
  g_free (world->rule_text);
  g_free (world->kernel_text);
  g_free (world->skipped);
  g_free (world->golly.why);
  g_free (world->ffmpeg.why);
}

static void
clear_frames (gpointer data)
{
  g_free (((BenchFrames *) data)->skipped);
}

void
bench_report_init (BenchReport *report)
{
  report->worlds = g_array_new (FALSE, FALSE, sizeof (BenchWorld));
  report->frames = g_array_new (FALSE, FALSE, sizeof (BenchFrames));
  report->differing = 0;
  g_array_set_clear_func (report->worlds, clear_world);
  g_array_set_clear_func (report->frames, clear_frames);
}

void
bench_report_clear (BenchReport *report)
{
  g_clear_pointer (&report->worlds, g_array_unref);
  g_clear_pointer (&report->frames, g_array_unref);
}

static gboolean
same_world (const BenchWorld *a, const BenchWorld *b)
{
  return a->geometry.width == b->geometry.width
         && a->geometry.height == b->geometry.height
         && a->geometry.depth == b->geometry.depth
         && a->geometry.topology == b->geometry.topology
         && g_strcmp0 (a->rule_text, b->rule_text) == 0;
}

/* Whether the two have different checksums of the same generation. */
static gboolean
contradict (const BenchWorld *a, const BenchWorld *b)
{
  for (guint i = 0; i < a->n_checksums; i++)
    for (guint j = 0; j < b->n_checksums; j++)
      if (a->checksums[i].generation == b->checksums[j].generation
          && a->checksums[i].value != b->checksums[j].value)
        return TRUE;
  return FALSE;
}

void
bench_report_add_world (BenchReport *report, BenchWorld *world)
{
  for (guint i = 0; i < report->worlds->len && !world->differs; i++) {
    const BenchWorld *other = &g_array_index (report->worlds, BenchWorld, i);
    world->differs = same_world (world, other) && contradict (world, other);
  }
  report->differing += world->differs;
  g_array_append_val (report->worlds, *world);
}

static gboolean
same_frame (const BenchFrames *a, const BenchFrames *b)
{
  return g_strcmp0 (a->format, b->format) == 0 && a->width == b->width
         && a->height == b->height && a->zoom == b->zoom
         && a->world_side == b->world_side && a->stacked == b->stacked
         && a->generations == b->generations && a->live == b->live
         && g_strcmp0 (a->view, b->view) == 0
         && g_strcmp0 (a->rule, b->rule) == 0;
}

void
bench_report_add_frames (BenchReport *report, BenchFrames *frames)
{
  for (guint i = 0; i < report->frames->len && !frames->differs; i++) {
    const BenchFrames *other = &g_array_index (report->frames, BenchFrames, i);
    frames->differs = frames->skipped == NULL && other->skipped == NULL
                      && same_frame (frames, other)
                      && frames->checksum != other->checksum;
  }
  report->differing += frames->differs;
  g_array_append_val (report->frames, *frames);
}

const gchar *
bench_engine_name (LifeEngineKind engine)
{
  static const gchar *const names[] = { "auto", "cpu", "cuda" };

  return names[engine];
}

gboolean
bench_is_rule (const LifeRule *rule, guint dimensions, const gchar *text)
{
  g_autoptr (LifeRule) other = life_rule_parse (text, dimensions, NULL);

  return life_rule_equal (rule, other);
}

/* Milliseconds of another program's kernel, four byte cells in a register, for
 * B6/S567 on a torus: as its authors published them for an L40, and as it was
 * measured on an H200, not in the same run. */
gboolean
bench_published (const BenchWorld *world, gdouble *on_l40, gdouble *on_h200)
{
  static const struct {
    guint32 side;
    guint64 generations;
    gdouble on_l40, on_h200;
  } figures[] = {
    { 256, 2048, 51, 71.8 },
    { 512, 1024, 405, 245 },
    { 1024, 1024, 3235, 1942 },
  };
  const LifeGeometry *geometry = &world->geometry;

  for (gsize i = 0; i < G_N_ELEMENTS (figures); i++)
    if (geometry->width == figures[i].side
        && geometry->height == figures[i].side
        && geometry->depth == figures[i].side
        && geometry->topology == LIFE_TOPOLOGY_TORUS
        && world->wanted == figures[i].generations
        && bench_is_rule (world->rule, 3, "B6/S567")) {
      *on_l40 = figures[i].on_l40;
      *on_h200 = figures[i].on_h200;
      return TRUE;
    }
  return FALSE;
}
