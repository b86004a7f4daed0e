/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Three-input gates of two-input ones, for vectors whose processor has nothing
 * better; what they are for stands in life/cpu/bits3d/kernel.h. The includer
 * defines Vector. */
#pragma once

static inline Vector
parity (Vector a, Vector b, Vector c)
{
  return a ^ b ^ c;
}

static inline Vector
majority (Vector a, Vector b, Vector c)
{
  return (a & b) | ((a ^ b) & c);
}

static inline Vector
choose (Vector a, Vector b, Vector c)
{
  return c ^ (a & (b ^ c));
}

static inline Vector
choose_by (Vector a, Vector b, Vector c)
{
  return c ^ (b & (a ^ c));
}

static inline Vector
allow (Vector a, Vector b, Vector c)
{
  return (b & c) | (~a & (b | c));
}

static inline Vector
any (Vector a, Vector b, Vector c)
{
  return a | b | c;
}

static inline Vector
one_more (Vector a, Vector b, Vector c)
{
  return (a | b | c) & ~((a & (b | c)) | (b & c));
}

static inline Vector
except (Vector a, Vector b, Vector c)
{
  return a & ~b & c;
}

static inline Vector
push_low (Vector a, Vector b)
{
  return a << 1 | b >> 63;
}

static inline Vector
push_high (Vector a, Vector b)
{
  return a >> 1 | b << 63;
}
