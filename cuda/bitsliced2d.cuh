/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The bit-sliced 2D kernels: how cells lie in words, the gate networks of the
 * rules, and the kernel whose rows slide through registers. Nothing here
 * launches a kernel or knows how a rule is written as text; no header is
 * included, so that the same source compiles at run time (NVRTC). */
#pragma once

typedef unsigned int life_word;

/* LAYOUT. The 32 bits of a word are 32 horizontal strips of the world, one
 * under the other: bit j of word (x, row) is cell (x, strip_j + row), where
 * strip j starts at line strip_j = floor (j * height / 32). A strip has
 * ceil (height / 32) lines or one line fewer; bits of the last row that belong
 * to a shorter strip repeat the first line of the next strip and are no cells.
 *
 * So every neighbour of a whole word is a whole word: no bit is ever shifted
 * sideways, x wraps by plain index arithmetic at any width, and only the rows
 * above the first and below the last are rotated by one bit. */
struct LifeBitsliced2dShape {
  unsigned width, height;
  unsigned rows;      /* word rows: ceil (height / 32) */
  unsigned stride;    /* words from a row to the next; a multiple of 8 */
  life_word last_row; /* the bits of the last row that are cells */
};

/* The strip (bit) in which line @y lies. */
__host__ __device__ inline unsigned
life_bitsliced2d_strip (unsigned height, unsigned y)
{
  return (unsigned) ((32ull * y + 31) / height);
}

/* The line at which strip @bit starts. */
__host__ __device__ inline unsigned
life_bitsliced2d_strip_start (unsigned height, unsigned bit)
{
  return (unsigned) ((unsigned long long) bit * height / 32);
}

/* One gate: any function of three words. Bit 4a + 2b + c of @table is its
 * value for the inputs a, b, c. */
template <unsigned table>
__device__ __forceinline__ life_word
life_gate (life_word a, life_word b, life_word c)
{
  life_word result;
  asm("lop3.b32 %0, %1, %2, %3, %4;"
      : "=r"(result)
      : "r"(a), "r"(b), "r"(c), "n"(table));
  return result;
}

static constexpr unsigned LIFE_XOR3 = 0x96, LIFE_MAJORITY = 0xe8,
                          LIFE_MUX = 0xca; /* a ? b : c */

/* A row of three cells added up: one + 2 two. */
struct LifeSum {
  life_word one, two;
};

/* RULES. A rule's next () takes the sums of the rows above, of and below the
 * cell, each with its middle column, and the cell itself. */

/* B3/S23 in eight gates, two of them the sums' own. The nine cells add up to
 * total = odd + an even part, and a cell lives on total 3, or on 4 if it was
 * alive. The network was found by a SAT solver over all networks of six gates
 * behind binary sums; five gates there do not do. */
struct LifeRuleB3S23 {
  __device__ __forceinline__ life_word
  next (LifeSum left, LifeSum same, LifeSum right, life_word cell) const
  {
    life_word odd = life_gate<LIFE_XOR3> (left.one, same.one, right.one);
    life_word mixed = life_gate<0x7e> (left.one, same.one, right.one);
    life_word both = life_gate<0x60> (odd, right.two, left.two);
    life_word some = life_gate<0x46> (both, mixed, same.two);
    life_word wrong = life_gate<0x9e> (some, right.two, left.two);
    return life_gate<0x0e> (wrong, odd, cell);
  }
};

/* Any totalistic rule: bit n of @birth and @survival is set where n live
 * neighbours mean life. The nine cells add up to total = one + 2 twos with
 * twos = 0…4. Two gates that depend on the rule look the pair (one, cell) up,
 * one for twos = 0, 1 and one for twos = 2, 3. The rare twos = 4 is taken for
 * whichever of the others gives the same; where none does, it is taken for 0,
 * where one entry is free because a live cell is never counted, and what still
 * differs is flipped: all of it by one gate more, a part of it by two. 11 to 13
 * gates with the sums' own. */
template <unsigned birth, unsigned survival> struct LifeRuleTotalistic {
  __host__ __device__ static constexpr unsigned
  alive (unsigned total, unsigned cell)
  {
    return cell ? (survival << 1 >> total) & 1 : birth >> total & 1;
  }

  __host__ __device__ static constexpr bool
  like_four (unsigned twos)
  {
    return alive (2 * twos, 0) == alive (8, 0)
           && (twos == 0 || alive (2 * twos, 1) == alive (8, 1))
           && alive (2 * twos + 1, 1) == alive (9, 1);
  }

  static constexpr unsigned four_as = like_four (0)   ? 0
                                      : like_four (1) ? 1
                                      : like_four (2) ? 2
                                      : like_four (3) ? 3
                                                      : 0;
  static constexpr bool flip_dead =
      four_as == 0 && alive (8, 0) != alive (0, 0);
  static constexpr bool flip_live =
      four_as == 0 && alive (9, 1) != alive (1, 1);

  /* The gate from (odd, carry, pair), which make odd + carry + 2 pair twos, to
   * a bit of them. */
  __host__ __device__ static constexpr unsigned
  digit (unsigned bit)
  {
    unsigned table = 0;
    for (unsigned i = 0; i < 8; i++) {
      unsigned twos = (i >> 2) + (i >> 1 & 1) + 2 * (i & 1);
      table |= ((twos == 4 ? four_as : twos) >> bit & 1) << i;
    }
    return table;
  }

  __host__ __device__ static constexpr unsigned
  look_up (unsigned twos)
  {
    unsigned table = 0;
    for (unsigned i = 0; i < 8; i++)
      table |= alive ((i >> 2) + 2 * (twos + (i >> 1 & 1)), i & 1) << i;
    if (twos == 0 && four_as == 0)
      table = (table & ~2u) | (alive (8, 1) ^ (unsigned) flip_dead) << 1;
    return table;
  }

  __device__ __forceinline__ life_word
  next (LifeSum left, LifeSum same, LifeSum right, life_word cell) const
  {
    life_word one = life_gate<LIFE_XOR3> (left.one, same.one, right.one);
    life_word carry = life_gate<LIFE_MAJORITY> (left.one, same.one, right.one);
    life_word odd = life_gate<LIFE_XOR3> (left.two, same.two, right.two);
    life_word pair = life_gate<LIFE_MAJORITY> (left.two, same.two, right.two);
    life_word low = life_gate<digit (0)> (odd, carry, pair);
    life_word high = life_gate<digit (1)> (odd, carry, pair);
    life_word few = life_gate<look_up (0)> (one, low, cell);
    life_word many = life_gate<look_up (2)> (one, low, cell);

    if (flip_dead && flip_live) /* among the few, twos = 4 is a pair, not low */
      few = life_gate<0xb4> (few, pair, low); /* few ^ (pair & ~low) */
    life_word result = life_gate<LIFE_MUX> (high, many, few);
    if (flip_dead != flip_live) {
      life_word four = pair & odd & carry;
      constexpr unsigned flip = flip_dead ? 0xb4  /* r ^ (four & ~one) */
                                          : 0x78; /* r ^ (four & one) */
      result = life_gate<flip> (result, four, one);
    }
    return result;
  }
};

/* The same without compiling, 26 gates with the sums. What a total makes of a
 * cell is looked up as cell * factor + offset: 0 * cell - 1 for alive, 0 * cell
 * for dead, cell for kept, -cell - 1 for changed. So eight of the gates run in
 * the multiplier and leave the logic unit alone. */
struct LifeRuleMasks {
  life_word factor[10], offset[10]; /* by total, 0…9 */

  __device__ __forceinline__ life_word
  total (unsigned n, life_word cell) const
  {
    life_word result;
    asm("mad.lo.u32 %0, %1, %2, %3;"
        : "=r"(result)
        : "r"(cell), "r"(factor[n]), "r"(offset[n]));
    return result;
  }

  __device__ __forceinline__ life_word
  next (LifeSum left, LifeSum same, LifeSum right, life_word cell) const
  {
    life_word one = life_gate<LIFE_XOR3> (left.one, same.one, right.one);
    life_word carry = life_gate<LIFE_MAJORITY> (left.one, same.one, right.one);
    life_word odd = life_gate<LIFE_XOR3> (left.two, same.two, right.two);
    life_word pair = life_gate<LIFE_MAJORITY> (left.two, same.two, right.two);
    life_word low = odd ^ carry;
    life_word high = life_gate<0x78> (pair, odd, carry);
    life_word four = pair & odd & carry;
    life_word twos0 = life_gate<LIFE_MUX> (one, total (1, cell), offset[0]);
    life_word twos1 =
        life_gate<LIFE_MUX> (one, total (3, cell), total (2, cell));
    life_word twos2 =
        life_gate<LIFE_MUX> (one, total (5, cell), total (4, cell));
    life_word twos3 =
        life_gate<LIFE_MUX> (one, total (7, cell), total (6, cell));
    life_word twos4 = life_gate<LIFE_MUX> (one, offset[9], total (8, cell));
    life_word few = life_gate<LIFE_MUX> (low, twos1, twos0);
    life_word many = life_gate<LIFE_MUX> (low, twos3, twos2);
    return life_gate<LIFE_MUX> (
        four, twos4, life_gate<LIFE_MUX> (high, many, few));
  }
};

/* What a launch works on. */
struct LifeBitsliced2dPass {
  LifeBitsliced2dShape shape;
  const life_word *from;
  life_word *to;
  unsigned bands; /* columns of words side by side, each swept by warps */
  unsigned warps; /* among which the bands are shared out */
};

/* Waits for the kernel before this one; to come before the first read of the
 * old buffer and before the first write of the other. */
__device__ __forceinline__ void
life_wait_for_previous_kernel ()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
  asm volatile("griddepcontrol.launch_dependents;");
#endif
}

/* Copies @count words to shared memory without passing through registers,
 * where the GPU can. */
template <int count>
__device__ __forceinline__ void
life_copy_async (life_word *to, const life_word *from)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(
                   (unsigned) __cvta_generic_to_shared (to)),
               "l"(from), "n"(4 * count)
               : "memory");
#else
  for (int word = 0; word < count; word++)
    to[word] = from[word];
#endif
}

/* Closes the group of copies begun so far. */
__device__ __forceinline__ void
life_commit_copies ()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}

/* Waits until no more than the @pending youngest groups are under way. */
template <int pending>
__device__ __forceinline__ void
life_wait_for_copies ()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_group %0;" ::"n"(pending) : "memory");
#endif
}

/* The kernel's idea: time as a stack of stages. A warp sweeps down a band of
 * 32 * words columns, a lane owning @words adjacent ones. A row that is read
 * enters stage 1, which has kept the two rows before it and so puts out the
 * row above one generation on; that enters stage 2, and so on. After @stages
 * the row is written. All of it lives in registers; columns are added up
 * before they are added to their neighbours, so a stage keeps two words a
 * column and no sums; and the loop is unrolled by three, so that a row grows
 * old by a change of name. The rows to come travel through a small ring in
 * shared memory, each lane fetching what it will use itself.
 *
 * Halo: a band reads @halo columns more on either side and each warp @stages
 * rows more above and below, and computes anew what it needs of them. The last
 * band ends where the world ends and overlaps the one before it: both write
 * the same.
 *
 * A cell costs, a pass: 1/8 byte read and 1/8 byte written. A word costs, a
 * generation: the rule's gates and 4 / words shuffles, and no shift.
 *
 * The world is wider than a band by a halo, or just as wide, and has at least
 * stages + 6 rows.
 *
 * Rows that stream through registers while several generations are done on
 * them are 2.5D temporal blocking as stencil codes have it; strips instead of
 * shifted words are how long-vector codes lay a stencil's rows out. */
template <int words, int stages, bool plane, class Rule>
struct LifeBitsliced2dSweep {
  static constexpr int vector = 4; /* words that are fetched at once */
  static constexpr int vectors = words / vector;
  static constexpr int halo = (stages + vector - 1) / vector * vector;
  static constexpr int useful = 32 * words - 2 * halo;
  static constexpr int depth = 4; /* rows under way; a power of two */

  struct alignas (4 * vector) Vector
  {
    life_word word[vector];
  };
  typedef Vector Ring[depth][vectors][32];

  const LifeBitsliced2dPass &pass;
  const Rule &rule;
  Ring &ring;
  int lane;
  int column;                /* of the lane's first word */
  int fetch_column[vectors]; /* of the vectors that the lane fetches */
  bool fetch_aligned;        /* whether these are aligned there */
  bool store_aligned;        /* whether the lane's own are */
  bool at_edge;              /* the band has columns outside the plane */
  life_word left_inside, right_inside; /* what lives of the next to the plane */
  life_word kept[stages][3][words];

  __device__ __forceinline__
  LifeBitsliced2dSweep (
      const LifeBitsliced2dPass &pass, const Rule &rule, Ring &ring)
      : pass (pass), rule (rule), ring (ring), lane (threadIdx.x & 31)
  {
  }

  /* The rows of a band and the gap after it. */
  __host__ __device__ static unsigned long long
  band_length (const LifeBitsliced2dShape &shape)
  {
    return shape.rows + 2ull * stages;
  }

  /* What must be kept dead around a plane. */
  enum Burial {
    BURY_NOTHING,
    BURY_COLUMNS,
    BURY_ALL
  };

  /* The words that are next to the plane's edge, in the lanes that have it. */
  static constexpr int left_word = (halo - 1) % words;
  static constexpr int right_word = (32 * words - halo) % words;

  /* The column of memory that holds column @x. */
  __device__ __forceinline__ int
  wrapped (int x) const
  {
    int width = (int) pass.shape.width;
    return x < 0 ? x + width : x >= width ? x - width : x;
  }

  __device__ __forceinline__ void
  place (unsigned band)
  {
    int width = (int) pass.shape.width;
    int start = (int) band * useful;
    if (start > width - useful)
      start = width - useful;
    column = start - halo + lane * words;
    store_aligned = fetch_aligned = start % vector == 0;
#pragma unroll
    for (int v = 0; v < vectors; v++) {
      fetch_column[v] = wrapped (column + v * vector);
      fetch_aligned &= fetch_column[v] % vector == 0;
    }
    if (plane) {
      at_edge = start == 0 || start == width - useful;
      bool left = start == 0 && lane == (halo - 1) / words;
      bool right =
          start == width - useful && lane == (32 * words - halo) / words;
      left_inside = left ? 0 : ~0u;
      right_inside = right ? 0 : ~0u;
    }
  }

  /* The row of memory that row @row is, or most of it is. */
  __device__ __forceinline__ int
  memory_row (int row) const
  {
    int rows = (int) pass.shape.rows;
    return row < 0 ? row + rows : row >= rows ? row - rows : row;
  }

  __device__ __forceinline__ void
  begin_fetch (int row_of_memory, int slot)
  {
    const life_word *from =
        pass.from + (size_t) row_of_memory * pass.shape.stride;
#pragma unroll
    for (int v = 0; v < vectors; v++) {
      life_word *to = ring[slot][v][lane].word;
      if (fetch_aligned)
        life_copy_async<vector> (to, from + fetch_column[v]);
      else
#pragma unroll
        for (int w = 0; w < vector; w++)
          life_copy_async<1> (to + w, from + fetch_column[v] + w);
    }
    life_commit_copies ();
  }

  __device__ __forceinline__ void
  read_ring (int slot, life_word (&cells)[words])
  {
#pragma unroll
    for (int v = 0; v < vectors; v++) {
      Vector vector_words = ring[slot][v][lane];
#pragma unroll
      for (int w = 0; w < vector; w++)
        cells[v * vector + w] = vector_words.word[w];
    }
  }

  __device__ __forceinline__ void
  end_fetch (int row, int slot, life_word (&cells)[words])
  {
    life_wait_for_copies<depth - 1> ();
    read_ring (slot, cells);
    int rows = (int) pass.shape.rows;
    if (row < 0 || row >= rows || (row == rows - 1 && ~pass.shape.last_row))
      bend (row, slot, cells);
    if (plane && at_edge)
      bury_columns (cells);
  }

  static __device__ __forceinline__ void
  turn (int left, life_word (&cells)[words])
  {
#pragma unroll
    for (int w = 0; w < words; w++)
      cells[w] = __funnelshift_l (cells[w], cells[w], left);
  }

  /* Makes a row out of memory's: the strips' neighbours lie one bit on, and
   * strips that are a line shorter take theirs a row earlier. */
  __device__ __forceinline__ void
  bend (int row, int slot, life_word (&cells)[words])
  {
    int rows = (int) pass.shape.rows;
    life_word full = pass.shape.last_row;
    if (row >= rows)
      turn (31, cells);
    if (~full) {
      life_word shorter[words];
      begin_fetch (row < 0 ? row + rows - 1 : row - rows + 1, slot);
      life_wait_for_copies<0> ();
      read_ring (slot, shorter);
      if (row >= 0)
        turn (31, shorter);
#pragma unroll
      for (int w = 0; w < words; w++)
        cells[w] = life_gate<LIFE_MUX> (full, cells[w], shorter[w]);
    }
    if (row < 0)
      turn (1, cells);
    if (plane)
      bury_row (row, cells);
  }

  /* Cells outside the plane are dead: those of a row above or below it … */
  __device__ __forceinline__ void
  bury_row (int row, life_word (&cells)[words])
  {
    int rows = (int) pass.shape.rows;
    life_word inside = row < 0 ? ~1u : row < rows ? ~0u : ~0u >> 1;
#pragma unroll
    for (int w = 0; w < words; w++)
      cells[w] &= inside;
  }

  /* … and the columns next to it, behind which it does not matter. */
  __device__ __forceinline__ void
  bury_columns (life_word (&cells)[words])
  {
    cells[left_word] &= left_inside;
    cells[right_word] &= right_inside;
  }

  __device__ __forceinline__ void
  store (int row, const life_word (&cells)[words])
  {
    life_word *to = pass.to + (size_t) row * pass.shape.stride + column;
    int place = lane * words - halo;
#pragma unroll
    for (int v = 0; v < words; v += vector)
      if (place + v >= 0 && place + v < useful) {
        if (store_aligned) {
          Vector words_out;
#pragma unroll
          for (int w = 0; w < vector; w++)
            words_out.word[w] = cells[v + w];
          *(Vector *) (to + v) = words_out;
        } else {
#pragma unroll
          for (int w = 0; w < vector; w++)
            to[v + w] = cells[v + w];
        }
      }
  }

  /* @row enters stage 1; what leaves stage @active is row - active, and the
   * stage after that keeps it for later. */
  template <int phase, bool warming, Burial burial>
  __device__ __forceinline__ void
  step (int row, int active, life_word (&cells)[words])
  {
    constexpr int newest = phase, newer = (phase + 2) % 3,
                  oldest = (phase + 1) % 3;
#pragma unroll
    for (int stage = 0; stage < stages; stage++) {
      life_word (&older)[words] = kept[stage][oldest];
      life_word (&middle)[words] = kept[stage][newer];
#pragma unroll
      for (int w = 0; w < words; w++)
        kept[stage][newest][w] = cells[w];
      if (warming && stage == active)
        return;
      LifeSum sums[words];
#pragma unroll
      for (int w = 0; w < words; w++) {
        sums[w].one = life_gate<LIFE_XOR3> (older[w], middle[w], cells[w]);
        sums[w].two = life_gate<LIFE_MAJORITY> (older[w], middle[w], cells[w]);
      }
      LifeSum before, after;
      before.one = __shfl_up_sync (~0u, sums[words - 1].one, 1);
      before.two = __shfl_up_sync (~0u, sums[words - 1].two, 1);
      after.one = __shfl_down_sync (~0u, sums[0].one, 1);
      after.two = __shfl_down_sync (~0u, sums[0].two, 1);
#pragma unroll
      for (int w = 0; w < words; w++)
        cells[w] = rule.next (w > 0 ? sums[w - 1] : before, sums[w],
            w < words - 1 ? sums[w + 1] : after, middle[w]);
      if (burial == BURY_ALL)
        bury_row (row - stage - 1, cells);
      if (burial != BURY_NOTHING)
        bury_columns (cells);
    }
  }

  template <int phase, bool warming>
  __device__ __forceinline__ void
  advance (int row, int active, int first, int last)
  {
    life_word cells[words];
    begin_fetch (memory_row (row + depth - 1), (row + depth - 1) & (depth - 1));
    end_fetch (row, row & (depth - 1), cells);
    if (plane && (row < stages || row > (int) pass.shape.rows))
      step<phase, warming, BURY_ALL> (row, active, cells);
    else if (plane && at_edge)
      step<phase, warming, BURY_COLUMNS> (row, active, cells);
    else
      step<phase, warming, BURY_NOTHING> (row, active, cells);
    if (row - stages >= first && row - stages < last)
      store (row - stages, cells);
  }

  /* Rows first…last - 1 of the band in which the sweep was placed. To warm up,
   * each stage waits until the one before it has put out two rows. */
  __device__ __forceinline__ void
  sweep (int first, int last)
  {
    int row = first - stages, end = last + stages;
    for (int ahead = 0; ahead < depth - 1; ahead++)
      begin_fetch (memory_row (row + ahead), (row + ahead) & (depth - 1));
    for (int done = 0; done < 2 * stages; done += 3, row += 3) {
      advance<0, true> (row, done / 2, first, last);
      advance<1, true> (row + 1, (done + 1) / 2, first, last);
      advance<2, true> (row + 2, (done + 2) / 2, first, last);
    }
    while (row < end) {
      advance<0, false> (row++, stages, first, last);
      if (row == end)
        break;
      advance<1, false> (row++, stages, first, last);
      if (row == end)
        break;
      advance<2, false> (row++, stages, first, last);
    }
    life_wait_for_copies<0> ();
  }
};

static constexpr int LIFE_SWEEP_WARPS = 4; /* of a block */

template <int words, int stages, bool plane, class Rule>
__global__ void __launch_bounds__ (32 * LIFE_SWEEP_WARPS)
    life_bitsliced2d_sweep (const __grid_constant__ LifeBitsliced2dPass pass,
        const __grid_constant__ Rule rule)
{
  typedef LifeBitsliced2dSweep<words, stages, plane, Rule> Sweep;
  __shared__ typename Sweep::Ring rings[LIFE_SWEEP_WARPS];
  life_wait_for_previous_kernel ();

  /* The bands end to end are one long column, of which all warps take as much.
   * A gap after each band stands for what it costs to begin anew there, so
   * that a share in two bands takes no longer than the others. */
  unsigned long long rows = Sweep::band_length (pass.shape);
  unsigned long long warp =
      blockIdx.x * (unsigned long long) LIFE_SWEEP_WARPS + threadIdx.x / 32;
  if (warp >= pass.warps)
    return;
  unsigned long long at = warp * rows * pass.bands / pass.warps;
  unsigned long long end = (warp + 1) * rows * pass.bands / pass.warps;

  Sweep sweep (pass, rule, rings[threadIdx.x / 32]);
  while (at < end) {
    unsigned first = (unsigned) (at % rows);
    unsigned long long left = end - at;
    unsigned last =
        left < rows - first ? first + (unsigned) left : (unsigned) rows;
    sweep.place ((unsigned) (at / rows));
    if (first < pass.shape.rows)
      sweep.sweep ((int) first, (int) min (last, pass.shape.rows));
    at += last - first;
  }
}
