// SPDX-License-Identifier: LGPL-2.1-or-later
// The bit-sliced 3D kernels. Which of them, which tile and which chunk a world
// gets, and the launch, live in bits3d-step.cu.
#pragma once

#include "cuda/bits3d/bulk.cuh"
#include "cuda/bits3d/general.cuh"
#include "cuda/bits3d/bits3d-resident.cuh"

// The world is cut into tiles and chunks of slices. A block sweeps its tile
// through its chunk along z, one slice more at each end; slices of the tile,
// with a halo of one row above and below (and of one word left and right where
// a row is several tiles), pass through a ring in shared memory. A thread owns
// a column of Rows words: it adds cells to rows of 3 and to slices of 9 once
// and keeps the last three slices' sums in registers, their carries apart:
// each slice counts for the slices before, at and after it.
//
// On a torus whose width is no multiple of a word, multiplications, which are
// off the busy logic pipe, put the right bits beyond the first and the last
// word, and a mask leaves what is beyond the width dead. On a plane the words
// beyond are read from where it is always dead. Rows that are too many for the
// cache are stored to the end of the world's stride: memory takes a part of a
// 32-byte sector slowly.
//
// A lane is a word of a row, row after row, so rows of any length leave few
// lanes idle; which Rows and which blocks cut a world most evenly is chosen for
// each world, since all blocks are at work at once and the longest one counts.
//
// For 32 cells of B6/S567: 23 gates and 2 shifts, (2 gates and 2 shifts)
// 2 / Rows for the rows around and 8 gates 2 / chunk for the slices around;
// 3 (Rows + 2) / Rows shared loads; 4 bytes read and 4 written.
// Source: carry-save counting over bit planes is the classic bit-parallel Life;
// the sweep is that of 2.5D stencils (P. Micikevicius, 3D finite difference
// computation on GPUs using CUDA, 2009).
