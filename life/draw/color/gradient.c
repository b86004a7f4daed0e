/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Mixes colors in OKLab (Björn Ottosson, "A perceptual color space for image
 * processing", 2020), where equal steps look equal. */
#include "life/draw/color/gradient.h"

#include <math.h>

/* More than what functions of different C libraries differ by, so that all round what
 * is halfway between two bytes alike. */
#define TIE 1e-9

/* Lightness, green to red and blue to yellow, multiplied by alpha, and alpha, 0 … 1. */
typedef struct {
  gdouble of[4];
} Lab;

static gdouble
linear_from_byte (guint byte)
{
  gdouble value = byte / 255.0;

  return value <= 0.04045 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4);
}

static guint
byte_from (gdouble value)
{
  return (guint) floor (CLAMP (value, 0.0, 1.0) * 255 + 0.5 + TIE);
}

static guint
byte_from_linear (gdouble value)
{
  return byte_from (value <= 0.0031308 ? value * 12.92
                                       : 1.055 * pow (value, 1 / 2.4) - 0.055);
}

static void
multiply (const gdouble matrix[3][3], const gdouble by[3], gdouble out[3])
{
  for (guint i = 0; i < 3; i++)
    out[i] = matrix[i][0] * by[0] + matrix[i][1] * by[1] + matrix[i][2] * by[2];
}

static Lab
lab_from_color (guint32 color)
{
  static const gdouble cones_from_linear[3][3] = {
    { 0.4122214708, 0.5363325363, 0.0514459929 },
    { 0.2119034982, 0.6806995451, 0.1073969566 },
    { 0.0883024619, 0.2817188376, 0.6299787005 },
  };
  static const gdouble lab_from_cones[3][3] = {
    { 0.2104542553, 0.7936177850, -0.0040720468 },
    { 1.9779984951, -2.4285922050, 0.4505937099 },
    { 0.0259040371, 0.7827717662, -0.8086757660 },
  };
  gdouble linear[3], cones[3];
  Lab lab;

  for (guint i = 0; i < 3; i++)
    linear[i] = linear_from_byte (color >> (16 - 8 * i) & 255);
  multiply (cones_from_linear, linear, cones);
  for (guint i = 0; i < 3; i++)
    cones[i] = cbrt (cones[i]);
  multiply (lab_from_cones, cones, lab.of);
  lab.of[3] = (color >> 24) / 255.0;
  for (guint i = 0; i < 3; i++)
    lab.of[i] *= lab.of[3];
  return lab;
}

static guint32
color_from_lab (Lab lab)
{
  static const gdouble cones_from_lab[3][3] = {
    { 1, 0.3963377774, 0.2158037573 },
    { 1, -0.1055613458, -0.0638541728 },
    { 1, -0.0894841775, -1.2914855480 },
  };
  static const gdouble linear_from_cones[3][3] = {
    { 4.0767416621, -3.3077115913, 0.2309699292 },
    { -1.2684380046, 2.6097574011, -0.3413193965 },
    { -0.0041960863, -0.7034186147, 1.7076147010 },
  };
  gdouble cones[3], linear[3];
  guint32 color = byte_from (lab.of[3]) << 24;

  for (guint i = 0; lab.of[3] > 0 && i < 3; i++)
    lab.of[i] /= lab.of[3];
  multiply (cones_from_lab, lab.of, cones);
  for (guint i = 0; i < 3; i++)
    cones[i] *= cones[i] * cones[i];
  multiply (linear_from_cones, cones, linear);
  for (guint i = 0; i < 3; i++)
    color |= byte_from_linear (linear[i]) << (16 - 8 * i);
  return color;
}

guint32
life_gradient_color (const LifeAnchor *anchors, guint n, gdouble position)
{
  guint next = 0;
  gdouble part;
  Lab from, to;

  while (next < n && anchors[next].position <= position)
    next++;
  if (next == 0)
    return anchors[0].color;
  if (next == n || anchors[next - 1].position == position
      || anchors[next - 1].color == anchors[next].color)
    return anchors[next - 1].color;

  part = (position - anchors[next - 1].position)
         / (anchors[next].position - anchors[next - 1].position);
  from = lab_from_color (anchors[next - 1].color);
  to = lab_from_color (anchors[next].color);
  for (guint i = 0; i < 4; i++)
    from.of[i] += part * (to.of[i] - from.of[i]);
  return color_from_lab (from);
}
