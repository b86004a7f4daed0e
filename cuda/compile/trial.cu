/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Kernels that NVRTC or the driver compiled are tried before a world is left to them: their
 * versions are many, the tests have seen few, and one of them has been seen to compile a
 * kernel wrongly. What has passed is noted in the cache on disk. */
#include "cuda/compile/trial.h"

#include "cuda/count/cuda-checksum.h"
#include "cuda/engine/world-io.h"

#include "life/base/file-cache.h"
#include "life/world/soup.h"

#define PLAYS 12
#define SUMS (PLAYS + 1)

/* So many generations of such a soup. */
struct Play {
  gdouble density;
  guint64 generations;
};

/* Few neighbors, about half of them and many; sweeps of 1, 2, 4 and 6 generations, tiles, and
 * what stays on the chip. */
static const Play plays[PLAYS] = { { 0.5, 1 }, { 0.5, 12 }, { 0.15, 1 },
  { 0.85, 1 }, { 0.15, 4 }, { 0.5, 4 }, { 0.85, 4 }, { 0.15, 12 }, { 0.85, 12 },
  { 0.5, 28 }, { 0.15, 28 }, { 0.85, 28 } };

/* Of the longest play. */
#define LONG_DENSITY 0.2

/* The first ones always are played, others as long as fewer cells are advanced:
 * without kernels of their own some rules are slow. */
#define ALWAYS 2
#define CELLS 0x1p35

/* A soup in each bit of the cells' states. */
static gboolean
fill (LifeCudaEngine *self, guint states, guint number, gdouble density,
    GError **error)
{
  const LifeStorage *storage = &self->storage;
  LifeCudaSoup soup = { 0, life_soup_threshold (density), 1 };
  const cudaStream_t stream = self->launcher.stream;
  const gsize bytes = storage->bit_plane * sizeof (uint32_t);
  const uint32_t bits = MIN (storage->bits, g_bit_storage (states - 1));

  for (uint32_t bit = 1; bit < bits; bit++) {
    soup.seed = SUMS * bit + number + 1;
    if (!life_cuda_fill_soup (self, &soup, error)
        || !life_cuda_check (
            cudaMemcpyAsync (self->previous + bit * storage->bit_plane,
                self->present, bytes, cudaMemcpyDeviceToDevice, stream),
            "filling a world", error))
      return FALSE;
  }
  soup.seed = number + 1;
  if (!life_cuda_fill_soup (self, &soup, error))
    return FALSE;
  return bits == 1
         || (life_cuda_check (
                 cudaMemcpyAsync (self->present + storage->bit_plane,
                     self->previous + storage->bit_plane, (bits - 1) * bytes,
                     cudaMemcpyDeviceToDevice, stream),
                 "filling a world", error)
             && life_cuda_check (life_cuda_limit_states (self, states),
                 "filling a world", error));
}

/* A checksum of the world that comes of it. */
static gboolean
play (LifeCudaEngine *self, const LifeTrial *trial, guint number,
    const Play &soup, guint64 *sum, GError **error)
{
  const LifeCudaKernel *kernel = trial->kernel;

  self->turns.is_odd = number % 2 != 0;
  return fill (self, trial->states, number, soup.density, error)
         && life_cuda_check (
             kernel->advance (self, trial->plan, soup.generations),
             "trying a kernel", error)
         && life_checksum_at_once (self, sum, error)
         && (kernel->check == NULL || kernel->check (trial->plan, error));
}

/* One of each; 0 where there is none. */
static gboolean
play_all (LifeCudaEngine *self, const LifeTrial *trial, guint64 sums[SUMS],
    GError **error)
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
    if (!play (self, trial, i, plays[i], &sums[i], error))
      return FALSE;
  }
  return trial->generations == 0
         || play (self, trial, PLAYS, { LONG_DENSITY, trial->generations },
             &sums[PLAYS], error);
}

static gboolean
play_both (LifeCudaEngine *self, const LifeTrial *trial, gboolean *same,
    GError **error)
{
  guint64 sums[SUMS], expected[SUMS];

  if (!play_all (self, trial, sums, error))
    return FALSE;
  gboolean played = life_cuda_check (trial->use (trial->plan, FALSE),
                        "preparing a kernel", error)
                    && play_all (self, trial, expected, error);
  const cudaError_t back = trial->use (trial->plan, TRUE);
  played = played && life_cuda_check (back, "preparing a kernel", error);
  *same = played && memcmp (sums, expected, sizeof (sums)) == 0;
  return played;
}

/* Both ways in @memory, which is two generations; the engine's world stays as it
 * is. */
static gboolean
compare (LifeCudaEngine *self, const LifeTrial *trial, uint32_t *memory,
    gboolean *same, GError **error)
{
  uint32_t *const present = self->present, *const previous = self->previous;

  self->present = memory + self->storage.first;
  self->previous = self->present + ABS (previous - present);
  const gboolean played = play_both (self, trial, same, error);
  self->present = present;
  self->previous = previous;
  return played;
}

/* What is noted of a trial that was passed. */
static gchar *
make_note (const LifeCudaEngine *self, const LifeTrial *trial)
{
  const LifeStorage *storage = &self->storage;

  return g_strdup_printf ("passed 3: %s, %s of %u×%u×%u cells"
                          ", a long play of %" G_GUINT64_FORMAT,
      trial->digest, storage->torus ? "torus" : "plane", storage->width,
      storage->height, storage->depth, trial->generations);
}

static gchar *
key_of (const gchar *note)
{
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, note, -1);
}

static gboolean
is_noted (const gchar *note)
{
  g_autofree gchar *key = key_of (note);
  g_autoptr (GBytes) noted = life_file_cache_get (key);

  return noted != NULL;
}

static void
read_note (const gchar *note)
{
  g_autofree gchar *key = key_of (note);
  g_autoptr (GBytes) noted = g_bytes_new (note, strlen (note));

  life_file_cache_store (key, noted);
}

gboolean
life_trial_pass (LifeCudaEngine *self, const LifeTrial *trial)
{
  const gsize bytes =
      2 * sizeof (uint32_t) * ABS (self->previous - self->present);
  g_autofree gchar *note = make_note (self, trial);
  g_autoptr (GError) error = NULL;
  uint32_t *memory = NULL;
  gboolean same = FALSE;

  if (is_noted (note))
    return TRUE;
  const gboolean tried = life_cuda_finish (self, "finishing a step", &error)
                         && life_cuda_check_memory (bytes, "a trial", &error)
                         && life_cuda_check (cudaMalloc (&memory, bytes),
                             "reserving a world", &error)
                         && life_cuda_check (cudaMemsetAsync (memory, 0, bytes,
                                                 self->launcher.stream),
                             "clearing a world", &error)
                         && compare (self, trial, memory, &same, &error);
  cudaFree (memory);
  if (same) {
    read_note (note);
    return TRUE;
  }
  if (g_error_matches (error, LIFE_ERROR, LIFE_ERROR_MEMORY)) {
    g_info ("compiled kernels are used untried: %s", error->message);
    return TRUE;
  }
  if (tried)
    g_warning (
        "NVRTC or the driver compiled kernels wrongly: they give other cells "
        "than those compiled in. Going on without them, slower; another "
        "version may do better");
  else
    g_warning ("kernels compiled at run time failed in a trial: %s. Going on "
               "without them, slower",
        error->message);
  return FALSE;
}
