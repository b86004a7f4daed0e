/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The sweeps that become PTX with marks: all shapes that bits2d-step.cu has for networks. */
#include "cuda/bits2d/marked-rule.cuh"

#define SWEEP(words, stages, planes)                                    \
  template __global__ void life_bits2d_sweep<words, stages, false,      \
      LifeRuleMarked<planes> > (const __grid_constant__ LifeBits2dPass, \
      const __grid_constant__ LifeRuleMarked<planes>);                  \
  template __global__ void life_bits2d_sweep<words, stages, true,       \
      LifeRuleMarked<planes> > (const __grid_constant__ LifeBits2dPass, \
      const __grid_constant__ LifeRuleMarked<planes>);

SWEEP (8, 6, 1)
SWEEP (8, 4, 1)
SWEEP (8, 2, 1)
SWEEP (8, 1, 1)
SWEEP (4, 1, 1)
SWEEP (4, 4, 2)
SWEEP (4, 2, 2)
SWEEP (4, 1, 2)
SWEEP (4, 3, 3)
SWEEP (4, 1, 3)
SWEEP (4, 3, 4)
SWEEP (4, 1, 4)
SWEEP (4, 2, 5)
SWEEP (4, 1, 5)
SWEEP (4, 2, 6)
SWEEP (4, 1, 6)
