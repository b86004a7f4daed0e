/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Inner loops of samplers and of what they read: those of every width of vector that the processor has, against
 * cells that are looked at one by one. */
#include "life/base/bits.h"
#include "life/cpu/states-kernels.h"
#include "life/draw/sample/history-cells.h"
#include "life/draw/sample/sample-kernels.h"

#define CELLS 2300
#define WORDS (CELLS / 64 + 2)

typedef struct {
  const LifeSampleKernels *sample;
  const LifeStatesKernel *states;
  const gchar *name;
} Kernels;

/* Those that the processor has. */
static guint
find_kernels (Kernels found[4])
{
  LifeCpuPath path G_GNUC_UNUSED; /* on x86 */
  guint n = 0;

  found[n++] =
      (Kernels){ &life_sample_portable, &life_states_portable, "portable" };
#ifdef __x86_64__
  life_cpu_path_force ("avx2");
  if (life_cpu_path_choose (&path, NULL))
    found[n++] = (Kernels){ &life_sample_avx2, &life_states_avx2, "avx2" };
  life_cpu_path_force ("avx512");
  if (life_cpu_path_choose (&path, NULL)) {
    found[n++] =
        (Kernels){ &life_sample_avx512, &life_states_avx512, "avx512" };
    if (life_cpu_path_has_bytes (path))
      found[n++] = (Kernels){ &life_sample_avx512vbmi, &life_states_avx512vbmi,
        "avx512vbmi" };
  }
  life_cpu_path_force (NULL);
#endif
  return n;
}

/* Of how many entries, and whether those behind are 0 or some other byte. */
static void
fill_table (guint8 table[256], guint entries, guint8 rest)
{
  for (guint i = 0; i < 256; i++)
    table[i] = i < entries ? (guint8) g_test_rand_int () : rest;
}

static void
fill_bytes (guint8 *bytes, gsize n, guint maximum)
{
  for (gsize i = 0; i < n; i++)
    bytes[i] = (guint8) g_test_rand_int_range (0, (gint) maximum);
}

static void
fill_bits (guint64 bits[WORDS])
{
  for (guint i = 0; i < WORDS; i++)
    bits[i] = (guint64) (guint32) g_test_rand_int () << 32
              | (guint32) g_test_rand_int ();
}

static guint
get_bit (const guint64 *bits, gsize at)
{
  return (guint) life_bits_read (bits, at, 1);
}

static const guint entries[] = { 0, 1, 9, 16, 17, 63, 64, 65, 128, 129, 200,
  255, 256 };
static const guint lengths[] = { 1, 31, 63, 64, 65, 127, 128, 129, 255, 256,
  257, 700, 1920, 2048, 2049, 2200 };

/* Compares what kernels do with @n cells, in a way of number @i. */
typedef void (*Check) (
    const Kernels *kernels, guint i, guint n, guint8 *expected, guint8 *found);

/* All kernels, with so many variants, on rows of all lengths. */
static void
check_all (Check check, guint variants)
{
  Kernels kernels[4];
  const guint n_kernels = find_kernels (kernels);
  guint8 expected[CELLS], found[CELLS];

  for (guint i = 0; i < variants; i++)
    for (guint j = 0; j < G_N_ELEMENTS (lengths); j++)
      for (guint k = 0; k < n_kernels; k++) {
        const guint n = lengths[j];

        memset (found, 0x5a, CELLS);
        check (&kernels[k], i, n, expected, found);
        for (guint x = 0; x < n; x++)
          if (found[x] != expected[x])
            g_error ("%s, %u: byte %u of %u is %u, not %u", kernels[k].name, i,
                x, n, found[x], expected[x]);
        /* Nothing is written behind. */
        g_assert_cmpuint (found[n], ==, 0x5a);
      }
}

static void
check_lookup (
    const Kernels *kernels, guint i, guint n, guint8 *expected, guint8 *found)
{
  guint8 table[256], indices[CELLS];

  fill_table (table, entries[i], i % 2 > 0 ? 0 : 77);
  fill_bytes (indices, CELLS, 256);
  for (guint x = 0; x < n; x++)
    expected[x] = table[indices[x]];
  kernels->sample->lookup (table, indices, n, found);
}

static void
check_history (
    const Kernels *kernels, guint i, guint n, guint8 *expected, guint8 *found)
{
  const guint first = (guint) g_test_rand_int_range (0, 3) * 32;
  guint8 bytes[64 * WORDS];
  guint64 bits[WORDS], now[WORDS];
  const LifeHistoryRow row = { bytes, bits, NULL };
  LifeHistoryIndices indices;

  fill_table (indices.of[0], entries[i], 0);
  fill_table (indices.of[1], entries[(3 * i + 5) % 13], 40);
  fill_bytes (bytes, sizeof bytes, 256);
  fill_bits (bits);
  fill_bits (now);
  for (guint x = 0; x < n; x++) {
    guint was_alive = get_bit (bits, first + x);
    guint lives = get_bit (now, first + x);

    expected[x] = indices.of[lives][life_history_next (
        bytes[first + x], was_alive ? 255 : 0, lives ? 255 : 0)];
  }
  kernels->sample->history (&indices, &row, now, first, n, found);
}

/* Bit @k of an age is in plane @k; the cell itself counts as one more. */
static void
check_states (const Kernels *kernels, guint n_ages, guint n, guint8 *expected,
    guint8 *found)
{
  const guint first = (guint) g_test_rand_int_range (0, 70);
  guint64 memory[9][WORDS];
  const guint64 *planes[9];
  guint8 states_of_age[256];

  for (guint i = 0; i < 256; i++)
    states_of_age[i] = i == 0 ? 0 : 256 - i;
  for (guint k = 0; k < 9; k++) {
    fill_bits (memory[k]);
    planes[k] = memory[k];
  }
  for (guint x = 0; x < n; x++) {
    guint age = 0;

    for (guint k = 0; k < n_ages; k++)
      age |= get_bit (memory[k + 1], first + x) << k;
    expected[x] = states_of_age[age] | get_bit (memory[0], first + x);
  }
  kernels->states->read (
      planes[0], planes + 1, n_ages, states_of_age, first, n, found);
}

/* Where a cell before or behind those that are asked for lives. */
static guint
slow_neighbor (const LifeNeighborRow *row, guint first, gint x, guint n)
{
  if (row->bits == NULL)
    return 0;
  return x < 0           ? row->before
         : x >= (gint) n ? row->behind
                         : get_bit (row->bits, first + (guint) x);
}

static guint8
slow_adjacent (
    const LifeNeighborRow rows[3], guint adjacent, guint first, gint x, guint n)
{
  guint8 alive = 0;

  if (!slow_neighbor (&rows[1], first, x, n))
    return 0;
  for (gint bit = 0; bit < 9; bit++)
    if (adjacent >> bit & 1)
      alive += slow_neighbor (&rows[bit / 3], first, x + bit % 3 - 1, n);
  return MAX (alive, 1);
}

static void
check_neighbors (
    const Kernels *kernels, guint i, guint n, guint8 *expected, guint8 *found)
{
  static const guint neighborhoods[] = { LIFE_ADJACENT_MOORE, 0xaa, 0x1ab,
    0x28 };
  const guint first = (guint) g_test_rand_int_range (0, 70);
  guint64 bits[3][WORDS];
  LifeNeighborRow rows[3];

  for (guint row = 0; row < 3; row++) {
    fill_bits (bits[row]);
    rows[row] = (LifeNeighborRow){
      row != 1 && i / 4 == row + 1 ? NULL : bits[row],
      (guint8) g_test_rand_int_range (0, 2),
      (guint8) g_test_rand_int_range (0, 2),
    };
  }
  for (guint x = 0; x < n; x++)
    expected[x] =
        slow_adjacent (rows, neighborhoods[i % 4], first, (gint) x, n);
  kernels->sample->adjacent (rows, neighborhoods[i % 4], first, n, found);
}

static void
test_lookups_are_those_of_the_table (void)
{
  check_all (check_lookup, G_N_ELEMENTS (entries));
}

static void
test_history_is_that_of_cells (void)
{
  check_all (check_history, G_N_ELEMENTS (entries));
}

static void
test_planes_of_bits_become_states (void)
{
  check_all (check_states, 9);
}

static void
test_neighbors_are_those_of_cells (void)
{
  check_all (check_neighbors, 16);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name) g_test_add_func ("/sample-kernels/" #name, test_##name)
  ADD (lookups_are_those_of_the_table);
  ADD (history_is_that_of_cells);
  ADD (planes_of_bits_become_states);
  ADD (neighbors_are_those_of_cells);
  return g_test_run ();
}
