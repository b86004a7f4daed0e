/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kernel=bitsliced as the engine sees it: what a world is to the bit-sliced
 * kernels in two and in three dimensions, which live in files of their own. */
#include "engine.h"

#include "cuda/bits3d/step.h"
#include "cuda/bits3d/resident.h"
#include "cuda/bits2d/network-source.h"

#include "life/base/file-cache.h"
#include "life/rule/network/find.h"

#include <string.h>

/* From so many generations at once a world is brought to the chip for them. */
#define RESIDENT_GENERATIONS 4

static gboolean
is_strips (const LifeCudaEngine *self)
{
  return self->storage.layout == LIFE_LAYOUT_STRIPS;
}

/* What the kernels run: in 3D totalistic rules of two states over all 26
 * neighbours, in 2D every rule of radius 1 over live cells. */
gboolean
life_bits_can_run (const LifeRule *rule)
{
  if (rule->dimensions == 3)
    return rule->states == 2 && rule->family == LIFE_FAMILY_TOTALISTIC
           && rule->neighbourhood == LIFE_NEIGHBOURHOOD_MOORE;
  return rule->family == LIFE_FAMILY_TOTALISTIC
         || (rule->family == LIFE_FAMILY_MAP && rule->states == 2);
}

static LifeBits2dCounted
counted_by (const LifeRule *rule)
{
  if (rule->family == LIFE_FAMILY_MAP)
    return LIFE_BITS2D_TABLE;
  switch (rule->neighbourhood) {
    case LIFE_NEIGHBOURHOOD_VON_NEUMANN:
      return LIFE_BITS2D_VON_NEUMANN;
    case LIFE_NEIGHBOURHOOD_HEXAGONAL:
      return LIFE_BITS2D_HEXAGONAL;
    default:
      return LIFE_BITS2D_MOORE;
  }
}

/* The size and the rule of a 2D world; its layout is LIFE_LAYOUT_STRIPS. */
static gboolean
prepare (LifeCudaEngine *self, const LifeRule *rule, GError **error)
{
  LifeBits2d *strips = &self->strips;

  strips->width = self->storage.width;
  strips->height = self->storage.height;
  strips->torus = self->storage.torus;
  strips->birth = rule->birth;
  strips->survival = rule->survival;
  strips->counted = counted_by (rule);
  strips->states = rule->states;
  strips->gates = 0;
  life_network_map (rule, strips->map);
  strips->pdl = self->launcher.dependent;
  strips->stream = self->launcher.stream;
  return life_cuda_check (
      life_bits2d_prepare (strips), "preparing kernel=bitsliced", error);
}

gboolean
life_bits_measure (LifeCudaEngine *self, gsize *bytes, GError **error)
{
  *bytes = 0;
  if (!is_strips (self))
    return TRUE;
  if (!prepare (self, &self->rule, error))
    return FALSE;
  *bytes = life_bits2d_entries_size (&self->strips);
  return TRUE;
}

gboolean
life_bits_init (LifeCudaEngine *self, GError **error)
{
  const gsize bytes =
      is_strips (self) ? life_bits2d_entries_size (&self->strips) : 0;

  return bytes == 0
         || life_cuda_check (cudaMalloc (&self->strips.entries, bytes),
             "reserving the world", error);
}

void
life_bits_clear (LifeCudaEngine *self)
{
  life_bits3d_resident_clear (&self->resident);
  life_jit_unload (&self->jit);
  cudaFree (self->strips.entries);
}

/* The size and the rule of a 3D world, and no cells. */
static LifeBits3d
make_solid (const LifeCudaEngine *self, const LifeRule *rule)
{
  const LifeStorage *storage = &self->storage;
  LifeBits3d world = {};

  world.width = storage->width;
  world.height = storage->height;
  world.depth = storage->depth;
  world.stride = (uint32_t) storage->row;
  world.torus = storage->torus;
  world.birth = rule->birth;
  world.survival = rule->survival;
  world.stream = self->launcher.stream;
  world.pdl = self->launcher.dependent;
  return world;
}

/* To be changed when life_network_find() finds other networks. */
#define NETWORK_KEY "network 1"

/* The network of a table: for large ones the search takes seconds, once. */
static void
find_network (const guint64 map[8], LifeNetwork *network)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  g_checksum_update (checksum, (const guchar *) NETWORK_KEY, -1);
  for (guint i = 0; i < 8; i++) {
    const guint64 word = GUINT64_TO_LE (map[i]);
    g_checksum_update (checksum, (const guchar *) &word, sizeof (word));
  }
  const gchar *key = g_checksum_get_string (checksum);
  g_autoptr (GBytes) kept = life_file_cache_get (key);
  if (kept != NULL && g_bytes_get_size (kept) == sizeof (*network)) {
    memcpy (network, g_bytes_get_data (kept, NULL), sizeof (*network));
    return;
  }
  const gint64 start = g_get_monotonic_time ();
  life_network_find (map, 1, network);
  g_info ("a network of %u gates for the rule, found in %.2f s",
      life_network_cost (network), (g_get_monotonic_time () - start) / 1e6);
  g_autoptr (GBytes) found = g_bytes_new (network, sizeof (*network));
  life_file_cache_put (key, found);
}

/* The text of what a rule's kernels need and the headers do not have, or NULL. */
static gchar *
make_source (LifeBits2d *strips)
{
  LifeNetwork network;

  if (strips->counted == LIFE_BITS2D_MOORE)
    return NULL;
  find_network (strips->map, &network);
  strips->gates = life_network_cost (&network);
  return life_network_to_source (&network, LIFE_BITS2D_NETWORK, strips->map);
}

static void
use_kernels_2d (LifeCudaEngine *self, gboolean compiled)
{
  if (compiled)
    life_bits2d_take_kernels (&self->strips, self->jit.kernels);
  else
    life_bits2d_prepare (&self->strips);
}

/* Kernels compiled for the rule, where it has none of its own and they can be
 * had and do what those compiled in do. */
static gboolean
load_kernels_2d (LifeCudaEngine *self, const LifeRule *rule, GError **error)
{
  gchar names[LIFE_JIT_KERNELS][LIFE_JIT_NAME];

  G_STATIC_ASSERT (LIFE_BITS2D_KERNELS <= LIFE_JIT_KERNELS);
  G_STATIC_ASSERT (LIFE_BITS2D_NAME == LIFE_JIT_NAME);
  if (life_bits2d_name_kernels (&self->strips, names) == 0
      || !life_jit_can_compile ())
    return TRUE;
  /* The network says which kernels suit it. */
  g_autofree gchar *source = make_source (&self->strips);
  int count = life_bits2d_name_kernels (&self->strips, names);
  if (!life_jit_load (&self->jit, "cuda/bits2d/tiles.cuh", source, names, count,
          self->device.compute_capability))
    return TRUE;
  use_kernels_2d (self, TRUE);
  if (life_trial_pass (self, rule, use_kernels_2d))
    return TRUE;
  use_kernels_2d (self, FALSE);
  life_jit_unload (&self->jit);
  return life_cuda_finish (self, "trying kernels", error);
}

static void
load_kernels_3d (LifeCudaEngine *self, const LifeBits3d *world)
{
  const int capability = self->device.compute_capability;
  LifeBits3dResident *resident = &self->resident;
  gchar names[LIFE_JIT_KERNELS][LIFE_JIT_NAME];
  const void **places[LIFE_JIT_KERNELS];
  int count = 0;

  if (life_bits3d_name_kernel (world, names[count], LIFE_JIT_NAME))
    places[count++] = &self->solid_kernel;
  if (resident->words != 0
      && life_bits3d_resident_name_kernel (
          resident, world, names[count], LIFE_JIT_NAME))
    places[count++] = &resident->kernel;
  if (count > 0
      && life_jit_load (&self->jit, "cuda/bits3d/kernels.cuh", NULL, names,
          count, capability))
    for (int i = 0; i < count; i++)
      *places[i] = self->jit.kernels[i];
}

static void
use_kernels_3d (LifeCudaEngine *self, gboolean compiled)
{
  self->plain = !compiled;
}

static void
clear_kernels_3d (LifeCudaEngine *self)
{
  life_bits3d_resident_clear (&self->resident);
  life_jit_unload (&self->jit);
  self->solid_kernel = NULL;
}

/* Finds out whether and how the world stays on the chip; @compile: kernels that are
 * compiled at run time may be used. */
static gboolean
prepare_3d (LifeCudaEngine *self, const LifeBits3d *world, gboolean compile,
    GError **error)
{
  LifeBits3dResident *resident = &self->resident;

  clear_kernels_3d (self);
  if (!life_cuda_check (life_bits3d_resident_cut (resident, world),
          "preparing kernel=bitsliced", error))
    return FALSE;
  if (compile)
    load_kernels_3d (self, world);
  return resident->words == 0
         || life_cuda_check (life_bits3d_resident_reserve (resident, world),
             "preparing kernel=bitsliced", error);
}

/* Nothing of the world is running. */
static gboolean
set_rule_3d (LifeCudaEngine *self, const LifeRule *rule, GError **error)
{
  const LifeBits3d world = make_solid (self, rule);

  if (prepare_3d (self, &world, TRUE, error)
      && (self->jit.digest == NULL
          || life_trial_pass (self, rule, use_kernels_3d)
          || prepare_3d (self, &world, FALSE, error)))
    return TRUE;
  clear_kernels_3d (self);
  return FALSE;
}

gboolean
life_bits_set_rule (LifeCudaEngine *self, const LifeRule *rule, GError **error)
{
  if (self->kernel->advance != life_bits_advance)
    return TRUE;
  if ((self->jit.digest != NULL || self->resident.faces != NULL)
      && !life_cuda_finish (self, "finishing a step", error))
    return FALSE;
  if (is_strips (self) && !prepare (self, rule, error))
    return FALSE;
  life_jit_unload (&self->jit);
  if (!is_strips (self))
    return set_rule_3d (self, rule, error);
  return load_kernels_2d (self, rule, error);
}

static cudaError_t
advance_2d (LifeCudaEngine *self, guint64 generations)
{
  LifeBits2d *strips = &self->strips;

  strips->current = self->present;
  strips->next = self->before;
  cudaError_t result = life_bits2d_step (strips, generations);
  self->present = strips->current;
  self->before = strips->next;
  return result;
}

/* The last generation is advanced alone, so that the one before it is there. */
static cudaError_t
advance_3d (LifeCudaEngine *self, guint64 generations)
{
  LifeBits3d world = make_solid (self, &self->rule);
  cudaError_t result = cudaSuccess;

  world.current = self->present;
  world.next = self->before;
  world.kernel = self->plain ? NULL : self->solid_kernel;
  if (self->resident.words != 0 && !self->plain
      && generations >= RESIDENT_GENERATIONS) {
    uint64_t stepped;
    result = life_bits3d_resident_step (
        &self->resident, &world, generations - 1, &stepped);
    generations -= stepped;
  }
  if (result == cudaSuccess)
    result = life_bits3d_step (&world, generations);
  self->present = world.current;
  self->before = world.next;
  return result;
}

cudaError_t
life_bits_advance (LifeCudaEngine *self, guint64 generations)
{
  return is_strips (self) ? advance_2d (self, generations)
                          : advance_3d (self, generations);
}

gboolean
life_bits_check (LifeCudaEngine *self, GError **error)
{
  uint32_t *failed = self->resident.failed;

  if (failed == NULL || *failed == 0)
    return TRUE;
  *failed = 0;
  return life_cuda_check (cudaErrorLaunchTimeout,
      "advancing the world, whose parts waited in vain for each other,", error);
}
