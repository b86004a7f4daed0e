/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Inner loops of samplers: those of every width of vector that the processor has, against
 * cells that are looked at one by one. */
#include "life/base/bits.h"
#include "life/draw/sample/history-cells.h"
#include "life/draw/sample/sample-kernels.h"

#define CELLS 2300
#define WORDS (CELLS / 64 + 2)

/* Those that the processor has, and their names. */
static guint
find_kernels (const LifeSampleKernels *kernels[4], const gchar *names[4])
{
  LifeCpuPath path;
  guint n = 0;

  kernels[n] = &life_sample_portable;
  names[n++] = "portable";
#ifdef __x86_64__
  life_cpu_path_force ("avx2");
  if (life_cpu_path_choose (&path, NULL)) {
    kernels[n] = &life_sample_avx2;
    names[n++] = "avx2";
  }
  life_cpu_path_force ("avx512");
  if (life_cpu_path_choose (&path, NULL)) {
    kernels[n] = &life_sample_avx512;
    names[n++] = "avx512";
    if (life_cpu_path_has_bytes (path)) {
      kernels[n] = &life_sample_avx512vbmi;
      names[n++] = "avx512vbmi";
    }
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
fill_bytes (guint8 *bytes, gsize n, guint most)
{
  for (gsize i = 0; i < n; i++)
    bytes[i] = (guint8) g_test_rand_int_range (0, (gint) most);
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

static void
assert_bytes (const guint8 *found, const guint8 *wanted, guint n,
    const gchar *kernel, const gchar *what)
{
  for (guint i = 0; i < n; i++)
    if (found[i] != wanted[i]) {
      g_test_message ("%s, %s: byte %u of %u is %u, not %u", kernel, what, i, n,
          found[i], wanted[i]);
      g_test_fail ();
      return;
    }
  /* Nothing is written behind. */
  g_assert_cmpuint (found[n], ==, 0x5a);
}

static void
test_look_ups_are_those_of_the_table (void)
{
  const LifeSampleKernels *kernels[4];
  const gchar *names[4];
  guint n_kernels = find_kernels (kernels, names);
  guint8 table[256], indices[CELLS], wanted[CELLS], found[CELLS];

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    for (guint j = 0; j < G_N_ELEMENTS (lengths); j++)
      for (guint k = 0; k < n_kernels; k++) {
        fill_table (table, entries[i], i % 2 > 0 ? 0 : 77);
        fill_bytes (indices, CELLS, 256);
        for (guint x = 0; x < CELLS; x++)
          wanted[x] = table[indices[x]];
        memset (found, 0x5a, CELLS);
        kernels[k]->look_up (table, indices, lengths[j], found);
        assert_bytes (found, wanted, lengths[j], names[k], "table");
      }
}

static void
test_history_is_that_of_cells (void)
{
  const LifeSampleKernels *kernels[4];
  const gchar *names[4];
  guint n_kernels = find_kernels (kernels, names);
  guint8 bytes[64 * WORDS], wanted[CELLS], found[CELLS];
  guint64 bits[WORDS], now[WORDS];
  const LifeHistoryRow row = { bytes, bits, NULL };
  LifeHistoryIndices indices;

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    for (guint j = 0; j < G_N_ELEMENTS (lengths); j++)
      for (guint k = 0; k < n_kernels; k++) {
        guint first = (guint) g_test_rand_int_range (0, 3) * 32;

        fill_table (indices.of[0], entries[i], 0);
        fill_table (indices.of[1], entries[(3 * i + 5) % 13], 40);
        fill_bytes (bytes, sizeof bytes, 256);
        fill_bits (bits);
        fill_bits (now);
        for (guint x = 0; x < lengths[j]; x++) {
          guint before = get_bit (bits, first + x);
          guint lives = get_bit (now, first + x);

          wanted[x] = indices.of[lives][life_history_next (
              bytes[first + x], before ? 255 : 0, lives ? 255 : 0)];
        }
        memset (found, 0x5a, CELLS);
        kernels[k]->history (&indices, &row, now, first, lengths[j], found);
        assert_bytes (found, wanted, lengths[j], names[k], "history");
      }
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
test_neighbors_are_those_of_cells (void)
{
  static const guint neighborhoods[] = { LIFE_ADJACENT_MOORE, 0xaa, 0x1ab,
    0x28 };
  const LifeSampleKernels *kernels[4];
  const gchar *names[4];
  guint n_kernels = find_kernels (kernels, names);
  guint8 wanted[CELLS], found[CELLS];
  guint64 bits[3][WORDS];

  for (guint i = 0; i < G_N_ELEMENTS (neighborhoods); i++)
    for (guint j = 0; j < G_N_ELEMENTS (lengths); j++)
      for (guint k = 0; k < n_kernels; k++) {
        guint first = (guint) g_test_rand_int_range (0, 70);
        guint n = lengths[j];
        LifeNeighborRow rows[3];

        for (guint row = 0; row < 3; row++) {
          fill_bits (bits[row]);
          rows[row] = (LifeNeighborRow){
            row != 1 && j % 5 == row ? NULL : bits[row],
            (guint8) g_test_rand_int_range (0, 2),
            (guint8) g_test_rand_int_range (0, 2),
          };
        }
        for (guint x = 0; x < n; x++)
          wanted[x] =
              slow_adjacent (rows, neighborhoods[i], first, (gint) x, n);
        memset (found, 0x5a, CELLS);
        kernels[k]->adjacent (rows, neighborhoods[i], first, n, found);
        assert_bytes (found, wanted, n, names[k], "neighbors");
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sample-kernels/look-ups-are-those-of-the-table",
      test_look_ups_are_those_of_the_table);
  g_test_add_func ("/sample-kernels/history-is-that-of-cells",
      test_history_is_that_of_cells);
  g_test_add_func ("/sample-kernels/neighbors-are-those-of-cells",
      test_neighbors_are_those_of_cells);
  return g_test_run ();
}
