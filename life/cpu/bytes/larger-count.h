/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counts of one width, and the cells that follow from them; included by
 * larger-kernels.c with the types of a count and of a sum of a few cells, Count and
 * Sum: both bytes, 16 bits and bytes, and 32 bits and 16. */

/* A copy of the rule, which stores to cells cannot alias. */
typedef struct {
  Count birth_first, birth_span, survival_first, survival_span;
  uint8_t last; /* the highest state */
} FUNCTION (Ranges);

static inline FUNCTION (Ranges)
    FUNCTION (ranges_of) (const LifeLargerTile *tile)
{
  return (FUNCTION (Ranges)){ tile->birth_first, tile->birth_span,
    tile->survival_first, tile->survival_span, tile->rule.states - 1 };
}

static inline uint8_t
FUNCTION (next_of_two) (
    const FUNCTION (Ranges) * ranges, uint8_t cell, Count count)
{
  const Count first = cell ? ranges->survival_first : ranges->birth_first;
  const Count span = cell ? ranges->survival_span : ranges->birth_span;

  return (Count) (count - first) <= span;
}

static inline uint8_t
FUNCTION (next_of_many) (
    const FUNCTION (Ranges) * ranges, uint8_t cell, Count count)
{
  const uint8_t older = cell == ranges->last ? 0 : cell + 1;
  const uint8_t born =
      (Count) (count - ranges->birth_first) <= ranges->birth_span;
  const uint8_t stays =
      (Count) (count - ranges->survival_first) <= ranges->survival_span;

  return cell == 0 ? born : cell == 1 && stays ? 1 : older;
}

/* The next cells of a row, under a rule that lists its counts. */
static inline void
FUNCTION (finish_listed) (const LifeLargerTile *tile,
    const Count *restrict counts, const uint8_t *restrict cells,
    uint8_t *restrict next)
{
  const uint32_t *restrict list = tile->list;
  const uint32_t states = tile->rule.states;
  const size_t width = tile->width;

  for (size_t x = 0; x < width; x++)
    next[x] = life_next_counted (list, cells[x], states, counts[x]);
}

/* --- Squares --- */

/* Sums of 2 k, or where @odd 2 k + 1, columns from those of k. */
static inline void
FUNCTION (widen) (Count *restrict to, const Count *restrict from,
    const Sum *restrict columns, size_t k, int odd, size_t length)
{
  if (odd)
    for (size_t i = 0; i < length; i++)
      to[i] = from[i] + from[i + k] + columns[i + 2 * k];
  else
    for (size_t i = 0; i < length; i++)
      to[i] = from[i] + from[i + k];
}

/* The same from single columns. */
static inline void
FUNCTION (begin) (
    Count *restrict to, const Sum *restrict columns, int odd, size_t length)
{
  if (odd)
    for (size_t i = 0; i < length; i++)
      to[i] = columns[i] + columns[i + 1] + columns[i + 2];
  else
    for (size_t i = 0; i < length; i++)
      to[i] = columns[i] + columns[i + 1];
}

/* Sums of radius adjacent columns, for a radius of at least 2: by doubling, bit
 * by bit from the radius's second highest. */
static inline const Count *
FUNCTION (find_windows) (const LifeLargerTile *tile)
{
  const size_t radius = tile->rule.radius;
  const Sum *columns = tile->columns;
  size_t length = tile->width + 2 * radius + 2;
  unsigned bit = 31 - __builtin_clz ((unsigned) radius);
  unsigned now = 0;
  size_t k = 1;

  for (; bit-- > 0; now ^= 1) {
    const int odd = radius >> bit & 1;
    length -= k + odd;
    if (k == 1)
      FUNCTION (begin) (tile->windows[now], columns, odd, length);
    else
      FUNCTION (widen)
    (tile->windows[now], tile->windows[now ^ 1], columns, k, odd, length);
    k = 2 * k + odd;
  }
  return tile->windows[now ^ 1];
}

/* The next cells of a row; @windows are its sums of radius columns. */
static inline void
FUNCTION (finish_windows) (const LifeLargerTile *tile,
    const Count *restrict windows, const Sum *restrict columns,
    const uint8_t *restrict cells, uint8_t *restrict next)
{
  const FUNCTION (Ranges) ranges = FUNCTION (ranges_of) (tile);
  const size_t radius = tile->rule.radius, width = tile->width;

  /* No window contains the first column of a line. */
  windows++;
  columns += 1 + 2 * radius;
  if (tile->list != NULL) {
    Count *restrict counts = tile->counts;

    for (size_t x = 0; x < width; x++)
      counts[x] = windows[x] + windows[x + radius] + columns[x];
    FUNCTION (finish_listed) (tile, counts, cells, next);
  } else if (tile->rule.states == 2)
    for (size_t x = 0; x < width; x++)
      next[x] = FUNCTION (next_of_two) (
          &ranges, cells[x], windows[x] + windows[x + radius] + columns[x]);
  else
    for (size_t x = 0; x < width; x++)
      next[x] = FUNCTION (next_of_many) (
          &ranges, cells[x], windows[x] + windows[x + radius] + columns[x]);
}

/* Prefix sums of the columns, modulo the size of a count. A vector is added up in words of 64
 * bits, and these from word to word; the sum of all previous vectors is added to each of its
 * words. */
static inline const Count *
FUNCTION (accumulate) (const LifeLargerTile *tile)
{
  typedef Sum Sums __attribute__ ((
      vector_size (8 * LIFE_LANES / sizeof (Count) * sizeof (Sum)), aligned (1),
      may_alias));
  typedef Count Counts __attribute__ ((vector_size (8 * LIFE_LANES)));
  enum {
    BITS = 8 * sizeof (Count),
    CELLS = 8 * LIFE_LANES / sizeof (Count)
  };
  const Sum *columns = tile->columns;
  Count *to = tile->windows[0];
  const size_t length = tile->width + 2 * tile->rule.radius + 1;
  Vector accumulated = {};

  for (size_t i = 0; i < length; i += CELLS) {
    const Sums here = *(const Sums *) (columns + i);
    Counts sums = __builtin_convertvector(here, Counts);
    Vector words, through, spread;

    for (unsigned shift = BITS; shift < 64; shift *= 2)
      sums += (Counts) ((Vector) sums << shift);
    words = (Vector) sums >> (64 - BITS);
    through = add_prefix (words);
    spread = through - words + accumulated;
    if (BITS == 16)
      spread &= 0xffff;
    for (unsigned shift = BITS; shift < 64; shift *= 2)
      spread |= spread << shift;
    *(Counts *) (to + i) = sums + (Counts) spread;
    accumulated += repeat_last_word (through);
  }
  return to;
}

/* The next cells of a row; @accumulated are the prefix sums of its columns. */
static inline void
FUNCTION (finish_accumulated) (const LifeLargerTile *tile,
    const Count *restrict accumulated, const uint8_t *restrict cells,
    uint8_t *restrict next)
{
  const FUNCTION (Ranges) ranges = FUNCTION (ranges_of) (tile);
  const size_t width = tile->width;
  const Count *restrict through = accumulated + 2 * tile->rule.radius + 1;

  if (tile->list != NULL) {
    Count *restrict counts = tile->counts;

    for (size_t x = 0; x < width; x++)
      counts[x] = through[x] - accumulated[x];
    FUNCTION (finish_listed) (tile, counts, cells, next);
  } else if (tile->rule.states == 2)
    for (size_t x = 0; x < width; x++)
      next[x] = FUNCTION (next_of_two) (
          &ranges, cells[x], through[x] - accumulated[x]);
  else
    for (size_t x = 0; x < width; x++)
      next[x] = FUNCTION (next_of_many) (
          &ranges, cells[x], through[x] - accumulated[x]);
}

/* --- Diamonds and circles --- */

static inline void
FUNCTION (change_counts) (const LifeLargerTile *tile)
{
  const SignedSum *restrict change = tile->change;
  const size_t width = tile->width;
  Count *restrict counts = tile->counts;

  for (size_t x = 0; x < width; x++)
    counts[x] += change[x];
}

/* The next cells of a row, from its counts. */
static inline void
FUNCTION (finish_counts) (const LifeLargerTile *tile,
    const uint8_t *restrict cells, uint8_t *restrict next)
{
  const FUNCTION (Ranges) ranges = FUNCTION (ranges_of) (tile);
  const Count *restrict counts = tile->counts;
  const size_t width = tile->width;

  if (tile->list != NULL)
    FUNCTION (finish_listed) (tile, counts, cells, next);
  else if (tile->rule.states == 2)
    for (size_t x = 0; x < width; x++)
      next[x] = FUNCTION (next_of_two) (&ranges, cells[x], counts[x]);
  else
    for (size_t x = 0; x < width; x++)
      next[x] = FUNCTION (next_of_many) (&ranges, cells[x], counts[x]);
}

#undef Count
#undef Sum
#undef SignedSum
#undef FUNCTION
