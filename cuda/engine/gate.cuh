/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A word of cells, a bit each, and the gate that works on 32 of them at once. No
 * header of the toolkit is included, so that the same source compiles at run time
 * (NVRTC). */
#pragma once

typedef unsigned int LifeWord;

/* One gate, one instruction: any function of three words. Bit 4a + 2b + c of @table is
 * its value for the inputs a, b, c; so the table of an expression is that expression of
 * the tables of its inputs, 0xf0, 0xcc and 0xaa. */
template <int table>
__device__ __forceinline__ LifeWord
life_gate (LifeWord a, LifeWord b, LifeWord c)
{
  LifeWord result;
  asm("lop3.b32 %0, %1, %2, %3, %4;"
      : "=r"(result)
      : "r"(a), "r"(b), "r"(c), "n"(table & 0xff));
  return result;
}
