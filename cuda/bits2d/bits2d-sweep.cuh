/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The bit-sliced 2D kernel whose rows slide through registers; how cells lie in words is
 * in cuda/engine/strips.cuh. The world's edges are in wrapped() (left and right),
 * memory_row() and wrap_row(). Nothing here launches a kernel or depends on how a rule is
 * written as text; no header of the toolkit is included, so that the same source
 * compiles at run time (NVRTC). */
#pragma once

#include "cuda/bits2d/in-turn.cuh"
#include "cuda/device/copies.cuh"
#include "cuda/device/dependent.cuh"
#include "cuda/engine/strips.cuh"

/* What a launch works on. */
struct LifeBits2dPass {
  LifeStrips strips;
  const LifeWord *from;
  LifeWord *to;
  unsigned bands; /* columns of words side by side, each swept by warps */
  unsigned warps; /* among which the bands are shared out */
  /* For rules of which generations differ: whether the present one is odd, and the strips that
   * begin at an odd line. */
  unsigned odd;
  LifeWord odd_strips;
};

/* Copies @count words to shared memory without passing through registers,
 * where the GPU can; zeros where @dead. */
template <int count>
__device__ __forceinline__ void
life_copy_async (LifeWord *to, const LifeWord *from, bool dead)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(
                   (unsigned) __cvta_generic_to_shared (to)),
               "l"(from), "n"(4 * count), "r"(dead ? 0 : 4 * count)
               : "memory");
#else
  for (int word = 0; word < count; word++)
    to[word] = dead ? 0 : from[word];
#endif
}

/* What the lane before this one has, or on a plane lane @before, … */
template <bool plane>
__device__ __forceinline__ LifeWord
life_shuffle_from_left (LifeWord word, int before)
{
  return plane ? __shfl_sync (~0u, word, before)
               : __shfl_up_sync (~0u, word, 1);
}

/* … and what the one after it has, or lane @after. */
template <bool plane>
__device__ __forceinline__ LifeWord
life_shuffle_from_right (LifeWord word, int after)
{
  return plane ? __shfl_sync (~0u, word, after)
               : __shfl_down_sync (~0u, word, 1);
}

/* The same for a column, of which only what is read is passed on. */
template <bool plane, class Column>
__device__ __forceinline__ Column
life_shuffle_column_from_left (const Column &column, int before)
{
  Column result;
#pragma unroll
  for (int i = 0; i < Column::words; i++)
    result.word[i] =
        Column::from_left >> i & 1
            ? life_shuffle_from_left<plane> (column.word[i], before)
            : 0;
  return result;
}

template <bool plane, class Column>
__device__ __forceinline__ Column
life_shuffle_column_from_right (const Column &column, int after)
{
  Column result;
#pragma unroll
  for (int i = 0; i < Column::words; i++)
    result.word[i] =
        Column::from_right >> i & 1
            ? life_shuffle_from_right<plane> (column.word[i], after)
            : 0;
  return result;
}

/* Columns that a band of 32 lanes reads beyond its own on either side, … */
__host__ __device__ constexpr int
life_sweep_halo (int stages)
{
  return (stages + 3) / 4 * 4;
}

/* … those that it advances, and how far the outermost bands reach beyond the world
 * on one side. */
__host__ __device__ constexpr int
life_sweep_useful (int words, int stages)
{
  return 32 * words - 2 * life_sweep_halo (stages);
}

__host__ __device__ constexpr int
life_sweep_overhang (int words, int stages, bool plane)
{
  return plane ? words : life_sweep_halo (stages);
}

/* The bands of a world so wide. */
__host__ __device__ inline unsigned
life_sweep_bands (unsigned width, int words, int stages, bool plane)
{
  unsigned useful = (unsigned) life_sweep_useful (words, stages);
  unsigned alone =
      (unsigned) (32 * words - 3 * life_sweep_overhang (words, stages, plane)
                  + life_sweep_halo (stages));
  return 1 + (width - alone + useful - 1) / useful;
}

/* The rows of a band and the gap after it. */
__host__ __device__ inline unsigned long long
life_sweep_length (const LifeStrips &strips, int stages)
{
  return strips.rows + 2ull * stages;
}

/* The kernel's idea: time as a stack of stages. A warp sweeps down a band of
 * 32 * words columns, a lane owning @words adjacent ones. A row that is read
 * enters stage 1, which has stored the previous two rows and so outputs the
 * row above one generation on; that enters stage 2, and so on. After @stages
 * the row is written. All of it lives in registers; columns are added up
 * before they are added to their neighbors, so a stage stores two words per
 * column and no sums; and the loop is unrolled, so that a row grows
 * old by a change of name. The rows to come travel through a small ring in
 * shared memory, each lane fetching what it will use itself.
 *
 * Halo: a band reads @halo columns more on either side and each warp @stages
 * rows more above and below, and computes anew what it needs of them. The last
 * band ends where the world ends and overlaps the one before it: both write
 * the same.
 *
 * A sweep goes down, or up where it would come to the last rows: so rows that
 * are not as they lie in memory, and those next to a plane, only come while it
 * warms up, and the loop that does the work has no case for them. Where a rule
 * is direction-sensitive, only the last rows go up, and not in that loop.
 *
 * A plane must stay dead around its edges, at no cost to that loop. Left and
 * right: the outermost bands begin and end a whole lane outside the plane. That
 * lane reads zeros, and shuffles from itself where others do from their neighbor on
 * the inside; so it stays dead by itself, unless the rule makes cells out of nothing.
 * Above and below: only the row next to the plane matters, and each row that
 * enters makes but one stage output it.
 *
 * A cell costs, a pass and plane: 1/8 byte read and 1/8 byte written. A word costs, a
 * generation: the rule's gates and 4 / words shuffles, and no shift.
 *
 * The world is at least 32 * words columns wide and has more than 2 * stages
 * rows.
 *
 * Rows that stream through registers while several generations are done on
 * them are 2.5D temporal blocking as stencil codes have it; strips instead of
 * shifted words are how long-vector codes lay a stencil's rows out. */
template <int words, int stages, bool plane, class Rule>
struct LifeBits2dSweep {
  static constexpr int vector = 4; /* words that are fetched at once */
  static constexpr int vectors = words / vector;
  static constexpr int halo = life_sweep_halo (stages);
  static constexpr int useful = life_sweep_useful (words, stages);
  static constexpr int depth = 4;         /* rows in the ring; a power of two */
  static constexpr int ahead = depth - 2; /* of these to come; one has been */
  static constexpr int overhang = life_sweep_overhang (words, stages, plane);
  static_assert (!plane || overhang >= halo, "or columns are left out");
  static constexpr int planes = Rule::planes;
  /* Of what is stored of a cell: its state, and whether it is alive where no bit
   * of that shows it. */
  static constexpr int parts = Rule::separate ? planes + 1 : planes;
  static constexpr int liveness = Rule::separate ? planes : 0;
  /* After so many rows the code repeats, as the places of stored rows do: two rows and, where there
   * are registers for it, the one that enters. */
  static constexpr int phases = planes <= 2 ? 3 : 2;

  typedef typename Rule::Column Column;

  struct alignas (4 * vector) Vector
  {
    LifeWord word[vector];
  };
  typedef Vector Ring[depth][planes][vectors][32];

  const LifeBits2dPass &pass;
  const Rule &rule;
  Ring &ring;
  int lane;
  int column;                /* of the lane's first word */
  int fetch_column[vectors]; /* of the vectors that the lane fetches */
  bool fetch_aligned;        /* whether these are aligned there */
  bool store_aligned;        /* whether the lane's own are */
  int before, after;         /* the lanes to shuffle from, see below */
  bool dead;                 /* the lane lies outside the plane */
  bool up;                   /* rows count from the last one on */
  LifeWord stored[stages][phases][parts][words];

  __device__ __forceinline__
  LifeBits2dSweep (const LifeBits2dPass &pass, const Rule &rule, Ring &ring)
      : pass (pass), rule (rule), ring (ring), lane (threadIdx.x & 31)
  {
  }

  /* The column of memory that holds column @x. */
  __device__ __forceinline__ int
  wrapped (int x) const
  {
    int width = (int) pass.strips.width;
    return x < 0 ? x + width : x >= width ? x - width : x;
  }

  /* The first and the last band overhang. The others stay inside with their halo,
   * so that where the world ends one more of them may overlap, and write whole
   * sectors of memory. */
  __device__ __forceinline__ void
  locate (unsigned band)
  {
    int inside = (int) pass.strips.width - 32 * words;
    bool first = band == 0, last = band == pass.bands - 1;
    int start = (int) band * useful - (first ? overhang : 2 * overhang - halo);
    column =
        lane * words
        + (last ? inside + overhang : min (start, inside / vector * vector));
    store_aligned = fetch_aligned = column % vector == 0;
#pragma unroll
    for (int v = 0; v < vectors; v++) {
      fetch_column[v] = wrapped (column + v * vector);
      fetch_aligned &= fetch_column[v] % vector == 0;
    }
    dead = plane && ((first && lane == 0) || (last && lane == 31));
    before = dead && last ? lane : max (lane - 1, 0);
    after = dead && first ? lane : min (lane + 1, 31);
  }

  /* The row of memory that row @row of the sweep is, or most of it is. */
  __device__ __forceinline__ int
  memory_row (int row) const
  {
    int rows = (int) pass.strips.rows;
    int at = up ? rows - 1 - row : row;
    return at < 0 ? at + rows : at >= rows ? at - rows : at;
  }

  __device__ __forceinline__ void
  begin_fetch (int row)
  {
    const LifeWord *from =
        pass.from + (size_t) memory_row (row) * pass.strips.stride;
#pragma unroll
    for (int p = 0; p < planes; p++, from += pass.strips.plane)
#pragma unroll
      for (int v = 0; v < vectors; v++) {
        LifeWord *to = ring[row & (depth - 1)][p][v][lane].word;
        if (fetch_aligned)
          life_copy_async<vector> (to, from + fetch_column[v], plane && dead);
        else
#pragma unroll
          for (int w = 0; w < vector; w++)
            life_copy_async<1> (
                to + w, from + fetch_column[v] + w, plane && dead);
      }
    life_copies_commit ();
  }

  __device__ __forceinline__ void
  read_ring (int slot, LifeWord (&cells)[planes][words])
  {
#pragma unroll
    for (int p = 0; p < planes; p++)
#pragma unroll
      for (int v = 0; v < vectors; v++) {
        Vector vector_words = ring[slot][p][v][lane];
#pragma unroll
        for (int w = 0; w < vector; w++)
          cells[p][v * vector + w] = vector_words.word[w];
      }
  }

  template <bool regular>
  __device__ __forceinline__ void
  end_fetch (int row, LifeWord (&cells)[planes][words])
  {
    life_copies_wait<ahead> ();
    read_ring (row & (depth - 1), cells);
    if (!regular && (row < 0 || (row == 0 && up && ~pass.strips.last_row)))
      wrap_row (row, cells);
  }

  static __device__ __forceinline__ void
  turn (int left, LifeWord (&cells)[planes][words])
  {
#pragma unroll
    for (int p = 0; p < planes; p++)
#pragma unroll
      for (int w = 0; w < words; w++)
        cells[p][w] = __funnelshift_l (cells[p][w], cells[p][w], left);
  }

  /* Makes a row out of memory's: the strips' neighbors lie one bit on, and
   * strips that are a line shorter take theirs from the row before. */
  __device__ __forceinline__ void
  wrap_row (int row, LifeWord (&cells)[planes][words])
  {
    LifeWord full = pass.strips.last_row;
    if (up && row < 0)
      turn (31, cells);
    if (~full) {
      LifeWord shorter[planes][words];
      read_ring ((row - 1) & (depth - 1), shorter);
      if (up)
        turn (31, shorter);
#pragma unroll
      for (int p = 0; p < planes; p++)
#pragma unroll
        for (int w = 0; w < words; w++)
          cells[p][w] = life_gate<LIFE_MUX> (full, cells[p][w], shorter[p][w]);
    }
    if (!up)
      turn (1, cells);
    if (plane && row < 0)
      clear_row_outside (cells);
  }

  /* Cells outside the plane are dead: those of the row above or below it … */
  __device__ __forceinline__ void
  clear_row_outside (LifeWord (&cells)[planes][words])
  {
    LifeWord inside = up ? ~0u >> 1 : ~1u;
#pragma unroll
    for (int p = 0; p < planes; p++)
#pragma unroll
      for (int w = 0; w < words; w++)
        cells[p][w] &= inside;
  }

  /* … and those next to it, if a lane does not stay dead by itself; behind
   * the column next to the plane it does not matter. */
  __device__ __forceinline__ void
  clear_columns_outside (LifeWord (&cells)[planes][words])
  {
    LifeWord inside = dead ? 0 : ~0u;
#pragma unroll
    for (int p = 0; p < planes; p++) {
      cells[p][0] &= inside;
      cells[p][words - 1] &= inside;
    }
  }

  __device__ __forceinline__ void
  store (int row, const LifeWord (&cells)[planes][words])
  {
    LifeWord *to =
        pass.to + (size_t) memory_row (row) * pass.strips.stride + column;
    int position = lane * words - halo;
#pragma unroll
    for (int p = 0; p < planes; p++, to += pass.strips.plane)
#pragma unroll
      for (int v = 0; v < words; v += vector)
        if (position + v >= 0 && position + v < useful && !(plane && dead)) {
          if (store_aligned) {
            Vector words_out;
#pragma unroll
            for (int w = 0; w < vector; w++)
              words_out.word[w] = cells[p][v + w];
            *(Vector *) (to + v) = words_out;
          } else {
#pragma unroll
            for (int w = 0; w < vector; w++)
              to[v + w] = cells[p][v + w];
          }
        }
  }

  /* Where a part of the row of a phase is stored: it is needed for two rows where a rule reads
   * it above and below a cell, else for one. */
  static __device__ __forceinline__ constexpr int
  slot_of (int phase, int part)
  {
    return Rule::outer >> part & 1 ? phase : 0;
  }

  /* A row as a stage stores it. */
  template <int phase>
  static __device__ __forceinline__ void
  save (const LifeWord (&cells)[planes][words],
      LifeWord (&rows)[phases][parts][words])
  {
#pragma unroll
    for (int w = 0; w < words; w++) {
      LifeWord state[planes];
#pragma unroll
      for (int p = 0; p < planes; p++)
        rows[slot_of (phase, p)][p][w] = state[p] = cells[p][w];
      if constexpr (Rule::separate)
        rows[phase][liveness][w] = life_is_alive<Rule> (state);
    }
  }

  /* A row that was stored in a phase. */
  template <int phase>
  static __device__ __forceinline__ void
  load (const LifeWord (&rows)[phases][parts][words],
      LifeWord (&row)[parts][words])
  {
#pragma unroll
    for (int part = 0; part < parts; part++)
#pragma unroll
      for (int w = 0; w < words; w++)
        row[part][w] = rows[slot_of (phase, part)][part][w];
  }

  /* Three rows as a stage has them, one above the other unless they are @turned. */
  struct Rows {
    LifeWord older[parts][words], middle[parts][words], entered[parts][words];
    bool turned;
  };

  /* What a rule makes of a column of three cells as they are stored. */
  template <class Now>
  static __device__ __forceinline__ typename Now::Column
  column_of (const LifeWord (&above)[parts], const LifeWord (&here)[parts],
      const LifeWord (&below)[parts])
  {
    if constexpr (LifeHasStates<Now>::value)
      return Now::column (above, here, below);
    else
      return Now::column (above[liveness], here[liveness], below[liveness]);
  }

  /* What @row is advanced to by a rule. */
  template <class Now>
  __device__ __forceinline__ void
  next_row (const Now &now, const Rows &row, LifeWord (&cells)[planes][words])
  {
    const bool turned = Now::direction_sensitive && row.turned;
    typename Now::Column columns[words];
#pragma unroll
    for (int w = 0; w < words; w++) {
      LifeWord above[parts], here[parts], below[parts];
#pragma unroll
      for (int part = 0; part < parts; part++) {
        above[part] = turned ? row.entered[part][w] : row.older[part][w];
        here[part] = row.middle[part][w];
        below[part] = turned ? row.older[part][w] : row.entered[part][w];
      }
      columns[w] = column_of<Now> (above, here, below);
    }
    const auto left =
        life_shuffle_column_from_left<plane> (columns[words - 1], before);
    const auto right =
        life_shuffle_column_from_right<plane> (columns[0], after);
#pragma unroll
    for (int w = 0; w < words; w++) {
      LifeWord cell[planes], next[planes];
#pragma unroll
      for (int p = 0; p < planes; p++)
        cell[p] = row.middle[p][w];
      life_advance_cell (now, w > 0 ? columns[w - 1] : left, columns[w],
          w < words - 1 ? columns[w + 1] : right, cell, next);
#pragma unroll
      for (int p = 0; p < planes; p++)
        cells[p][w] = next[p];
    }
  }

  /* The same by blocks, which begin in even words of a lane, or where @odd in odd ones: then
   * the first and the last word share blocks with those of other lanes. */
  template <bool odd, class BlockRow>
  __device__ __forceinline__ void
  next_row_of_blocks (const BlockRow &blocks, LifeWord lower, const Rows &row,
      LifeWord (&cells)[words])
  {
    const LifeWord from_older = row.turned ? ~lower : lower;
    Column columns[words];
#pragma unroll
    for (int w = 0; w < words; w++) {
      columns[w].word[0] = row.middle[0][w];
      columns[w].word[1] =
          life_gate<LIFE_MUX> (from_older, row.older[0][w], row.entered[0][w]);
    }
#pragma unroll
    for (int w = odd ? 1 : 0; w < words - 1; w += 2)
      rule.next (blocks, columns[w], columns[w + 1], cells[w], cells[w + 1]);
    if (odd) {
      LifeWord outside;
      rule.next (blocks,
          life_shuffle_column_from_left<plane> (columns[words - 1], before),
          columns[0], outside, cells[0]);
      rule.next (blocks, columns[words - 1],
          life_shuffle_column_from_right<plane> (columns[0], after),
          cells[words - 1], outside);
    }
  }

  /* By the rule of an even or of an @odd generation. */
  template <class BlockRow>
  __device__ __forceinline__ void
  next_row_in_turn (const BlockRow &blocks, LifeWord lower, bool odd,
      const Rows &row, LifeWord (&cells)[planes][words])
  {
    if constexpr (LifeHasBlocks<Rule>::value) {
      if (odd)
        next_row_of_blocks<true> (blocks, lower, row, cells[0]);
      else
        next_row_of_blocks<false> (blocks, lower, row, cells[0]);
    } else if constexpr (LifeTakesTurns<Rule>::value) {
      if (odd)
        next_row (rule.odd, row, cells);
      else
        next_row (rule.even, row, cells);
    } else {
      next_row (rule, row, cells);
    }
  }

  /* Which bits of what leaves the stages are lower cells of their blocks, when @row
   * enters: a stage is a row and a generation later than the one before, so it is the same for
   * all of them. */
  __device__ __forceinline__ LifeWord
  lower_cells (int row) const
  {
    const int line = up ? (int) pass.strips.rows - row : row - 1;
    return pass.odd_strips ^ (0 - (((unsigned) line + pass.odd) & 1));
  }

  /* @row enters stage 1; what leaves stage @active is row - active, and the
   * stage after that stores it for later. Unless @regular, @active may be fewer than
   * all, and one of them may output the row next to the plane. @turn: 1 where the first stage
   * has an odd generation, of blocks those that begin in odd words. */
  template <int turn, int phase, bool regular>
  __device__ __forceinline__ void
  step (int row, unsigned active, LifeWord (&cells)[planes][words])
  {
    const LifeWord lower = lower_cells (row);
    const auto blocks = life_block_row (rule, lower);
#pragma unroll
    for (int stage = 0; stage < stages; stage++) {
      Rows rows;
      rows.turned = !regular && up;
      load<(phase + phases - 2) % phases> (stored[stage], rows.older);
      load<(phase + phases - 1) % phases> (stored[stage], rows.middle);
      save<phase> (cells, stored[stage]);
      if (!regular && stage == (int) active)
        return;
      load<phase> (stored[stage], rows.entered);
      next_row_in_turn (blocks, lower, (turn + stage) % 2 != 0, rows, cells);
      if (plane && !Rule::nothing_stays)
        clear_columns_outside (cells);
      if (plane && !regular && stage == row && stage < stages - 1)
        clear_row_outside (cells);
    }
  }

  template <int turn, int phase, bool regular>
  __device__ __forceinline__ void
  advance (int row, unsigned active, int first, int last)
  {
    LifeWord cells[planes][words];
    begin_fetch (row + ahead);
    end_fetch<regular> (row, cells);
    step<turn, phase, regular> (row, active, cells);
    if (regular || (row - stages >= first && row - stages < last))
      store (row - stages, cells);
  }

  /* Rows that enter, from @row to @stop - 1. To warm up, each stage waits until
   * the previous one has output two rows. */
  template <int turn, bool regular>
  __device__ __forceinline__ void
  advance_all (int row, int stop, int first, int last)
  {
    int begin = first - stages;
    while (row < stop) {
      advance<turn, 0, regular> (
          row, (unsigned) (row - begin) / 2, first, last);
      if (++row == stop)
        break;
      advance<turn, 1, regular> (
          row, (unsigned) (row - begin) / 2, first, last);
      if (++row == stop || phases == 2)
        continue;
      advance<turn, phases - 1, regular> (
          row, (unsigned) (row - begin) / 2, first, last);
      row++;
    }
  }

  /* Whether a sweep down to row @last meets no row that is not as in memory. */
  __device__ __forceinline__ bool
  may_go_down (int last) const
  {
    return last + stages < (int) pass.strips.rows;
  }

  template <int turn>
  __device__ __forceinline__ void
  sweep_in_turn (int first, int last)
  {
    int rows = (int) pass.strips.rows;
    up = !may_go_down (last);
    int begin = (up ? rows - last : first) - stages;
    int end = (up ? rows - first : last) + stages;
    for (int row = begin <= 0 ? begin - 1 : begin; row < begin + ahead; row++)
      begin_fetch (row);
    int regular_from =
        Rule::direction_sensitive && up
            ? end
            : min (begin + (2 * stages + phases - 1) / phases * phases, end);
    advance_all<turn, false> (
        begin, regular_from, begin + stages, end - stages);
    advance_all<turn, true> (regular_from, end, begin + stages, end - stages);
    life_copies_wait<0> ();
  }

  /* Rows first…last - 1 of the band in which the sweep was placed. */
  __device__ __forceinline__ void
  sweep (int first, int last)
  {
    constexpr bool blocks = LifeHasBlocks<Rule>::value;
    if constexpr (blocks || LifeTakesTurns<Rule>::value)
      if (((pass.odd + (blocks ? (unsigned) column : 0)) & 1) != 0) {
        sweep_in_turn<1> (first, last);
        return;
      }
    sweep_in_turn<0> (first, last);
  }
};

/* Warps of a block: what they fetch ahead has to find room in shared memory. */
__host__ __device__ constexpr int
life_sweep_warps (int planes)
{
  return planes <= 4 ? 4 : 2;
}

/* How many blocks are to fit a multiprocessor: without this bound the compiler
 * may take a register more than that leaves. @column: words that the rule makes of
 * a column. */
__host__ __device__ constexpr int
life_sweep_blocks (int words, int stages, int planes, int column)
{
  /* What rules need that store two words of a column and little else. */
  if (planes == 1 && column <= 2)
    return stages == 1 ? 6 : words < 8 || stages == 2 ? 4 : stages <= 4 ? 3 : 2;
  int stored = planes <= 2 ? 1 + 2 * planes : 3 + 2 * planes;
  int registers = words * (stored * stages + column + planes + 2) + 40;
  int blocks = 65536 / (32 * life_sweep_warps (planes) * registers);
  return blocks < 1 ? 1 : blocks > 6 ? 6 : blocks;
}

template <int words, int stages, bool plane, class Rule>
__global__ void __launch_bounds__ (32 * life_sweep_warps (Rule::planes),
    life_sweep_blocks (words, stages, Rule::planes,
        Rule::Column::words + LifeRowWords<Rule>::value / words))
    life_bits2d_sweep (const __grid_constant__ LifeBits2dPass pass,
        const __grid_constant__ Rule rule)
{
  typedef LifeBits2dSweep<words, stages, plane, Rule> Sweep;
  constexpr int warps = life_sweep_warps (Rule::planes);
  __shared__ typename Sweep::Ring rings[warps];
  life_prepare_rule (rule);
  life_launch_wait ();

  /* The bands end to end are one long column, of which all warps take as much.
   * A gap after each band stands for what it costs to begin anew there, so
   * that a share in two bands takes no longer than the others. */
  unsigned long long rows = life_sweep_length (pass.strips, stages);
  unsigned long long warp =
      blockIdx.x * (unsigned long long) warps + threadIdx.x / 32;
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
    sweep.locate ((unsigned) (at / rows));
    if (first < pass.strips.rows) {
      int stop = (int) min (last, pass.strips.rows);
      if (!sweep.may_go_down (stop)) {
        unsigned turn = pass.strips.rows - stages - 1;
        if (Rule::direction_sensitive && first < turn)
          last = stop = turn;
        else if (first < stages)
          last = stop = pass.strips.rows / 2;
      }
      sweep.sweep ((int) first, stop);
    }
    at += last - first;
  }
}
