/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Kernels that NVRTC compiled are tried before a world is left to them: its versions
 * are many, the tests have seen few, and one of them has been seen to compile a
 * kernel wrongly. What has passed is noted in the cache on disk. */
#include "engine.h"

#include "life/base/file-cache.h"
#include "life/world/soup.h"

#define PLAYS 12
#define SUMS (PLAYS + 1)

/* So many generations of such a soup: few neighbours, about half of them and many;
 * sweeps of 1, 2, 4 and 6 generations, tiles, and what stays on the chip. */
static const struct {
  gdouble density;
  guint64 generations;
} plays[PLAYS] = { { 0.5, 1 }, { 0.5, 12 }, { 0.15, 1 }, { 0.85, 1 },
  { 0.15, 4 }, { 0.5, 4 }, { 0.85, 4 }, { 0.15, 12 }, { 0.85, 12 }, { 0.5, 28 },
  { 0.15, 28 }, { 0.85, 28 } };

/* And what stays on the chip, so many more than its rows have places, for it turns
 * them. */
#define TURNING_DENSITY 0.2
#define TURNING_MORE 5

/* The first ones always are, others as long as fewer cells are advanced: without
 * kernels of their own some rules are slow. */
#define ALWAYS 2
#define CELLS 0x1p35

/* A soup in each bit of the cells' states. */
static gboolean
fill (LifeCudaEngine *self, guint number, gdouble density, GError **error)
{
  const LifeStorage *storage = &self->storage;
  const guint64 threshold = life_soup_threshold (density);
  const cudaStream_t stream = self->launcher.stream;
  const gsize bytes = storage->bit_plane * sizeof (uint32_t);

  for (uint32_t bit = 1; bit < storage->bits; bit++)
    if (!life_cuda_soup (
            &self->engine, SUMS * bit + number + 1, threshold, error)
        || !life_cuda_check (
            cudaMemcpyAsync (self->before + bit * storage->bit_plane,
                self->present, bytes, cudaMemcpyDeviceToDevice, stream),
            "filling a world", error))
      return FALSE;
  if (!life_cuda_soup (&self->engine, number + 1, threshold, error))
    return FALSE;
  return storage->bits == 1
         || (life_cuda_check (
                 cudaMemcpyAsync (self->present + storage->bit_plane,
                     self->before + storage->bit_plane,
                     (storage->bits - 1) * bytes, cudaMemcpyDeviceToDevice,
                     stream),
                 "filling a world", error)
             && life_cuda_check (
                 life_cuda_limit_states (self, self->rule.states),
                 "filling a world", error));
}

/* A checksum of the world that comes of it. */
static gboolean
play (LifeCudaEngine *self, guint number, gdouble density, guint64 generations,
    guint64 *sum, GError **error)
{
  return fill (self, number, density, error)
         && life_cuda_check (
             life_bits_advance (self, generations), "trying a kernel", error)
         && life_cuda_checksum (&self->engine, sum, error);
}

/* One of each; 0 where there is none. @words: of a row that stays on the chip. */
static gboolean
play_all (LifeCudaEngine *self, gint words, guint64 sums[SUMS], GError **error)
{
  const LifeGeometry *geometry = &self->engine.geometry;
  const gdouble cells =
      (gdouble) geometry->width * geometry->height * geometry->depth;
  guint64 generations = 0;

  memset (sums, 0, SUMS * sizeof (*sums));
  for (guint i = 0; i < PLAYS; i++) {
    generations += plays[i].generations;
    if (i >= ALWAYS && cells * (gdouble) generations > CELLS)
      break;
    if (!play (
            self, i, plays[i].density, plays[i].generations, &sums[i], error))
      return FALSE;
  }
  return words == 0
         || play (self, PLAYS, TURNING_DENSITY, 32 * words + TURNING_MORE,
             &sums[PLAYS], error);
}

/* Both ways in @memory, which is two generations; the engine's world stays as it
 * is. */
static gboolean
compare (LifeCudaEngine *self, const LifeRule *rule, uint32_t *memory,
    void (*use) (LifeCudaEngine *self, gboolean compiled), gboolean *same,
    GError **error)
{
  uint32_t *const present = self->present, *const before = self->before;
  const LifeRule old = self->rule;
  const gint words = self->resident.words;
  guint64 sums[SUMS], expected[SUMS];

  self->present = memory + self->storage.first;
  self->before = self->present + ABS (before - present);
  self->rule = *rule;
  gboolean played = play_all (self, words, sums, error);
  if (played) {
    use (self, FALSE);
    played = play_all (self, words, expected, error);
    use (self, TRUE);
  }
  self->present = present;
  self->before = before;
  self->rule = old;
  *same = played && memcmp (sums, expected, sizeof (sums)) == 0;
  return played;
}

/* What is noted of a trial that was passed. */
static gchar *
make_note (const LifeCudaEngine *self)
{
  const LifeStorage *storage = &self->storage;

  return g_strdup_printf ("passed 1: %s, %s of %u×%u×%u cells%s",
      self->jit.digest, storage->torus ? "torus" : "plane", storage->width,
      storage->height, storage->depth,
      self->resident.words != 0 ? ", on the chip" : "");
}

static gchar *
key_of (const gchar *note)
{
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, note, -1);
}

static gboolean
is_noted (const LifeCudaEngine *self)
{
  g_autofree gchar *note = make_note (self);
  g_autofree gchar *key = key_of (note);
  g_autoptr (GBytes) noted = life_file_cache_get (key);

  return noted != NULL;
}

static void
take_note (const LifeCudaEngine *self)
{
  gchar *note = make_note (self);
  g_autofree gchar *key = key_of (note);
  g_autoptr (GBytes) noted = g_bytes_new_take (note, strlen (note));

  life_file_cache_put (key, noted);
}

gboolean
life_trial_pass (LifeCudaEngine *self, const LifeRule *rule,
    void (*use) (LifeCudaEngine *self, gboolean compiled))
{
  const gsize bytes =
      2 * sizeof (uint32_t) * ABS (self->before - self->present);
  g_autoptr (GError) error = NULL;
  uint32_t *memory = NULL;
  gboolean same = FALSE;

  if (is_noted (self))
    return TRUE;
  const gboolean tried = life_cuda_finish (self, "finishing a step", &error)
                         && life_cuda_check_memory (bytes, "a trial", &error)
                         && life_cuda_check (cudaMalloc (&memory, bytes),
                             "reserving a world", &error)
                         && life_cuda_check (cudaMemsetAsync (memory, 0, bytes,
                                                 self->launcher.stream),
                             "clearing a world", &error)
                         && compare (self, rule, memory, use, &same, &error);
  cudaFree (memory);
  if (same) {
    take_note (self);
    return TRUE;
  }
  if (g_error_matches (error, LIFE_ERROR, LIFE_ERROR_MEMORY)) {
    g_info ("compiled kernels are used untried: %s", error->message);
    return TRUE;
  }
  if (tried)
    g_warning (
        "NVRTC compiled kernels wrongly: they give other cells than those "
        "compiled in. Going on without them, slower; another version of "
        "NVRTC may do better");
  else
    g_warning ("kernels that NVRTC compiled failed in a trial: %s. Going on "
               "without them, slower",
        error->message);
  return FALSE;
}
