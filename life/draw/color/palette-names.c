/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The colors of the built-in palettes, from what is full, young or near to what is
 * sparse, old or far. Those for dark backgrounds begin bright, those for light ones
 * dark; the last color of each can still be seen on its background. */
#include "life/draw/color/palette-names.h"

/* "cividis", "inferno", "magma", "plasma" and "viridis" follow the maps of those names
 * (Nuñez, Anderton and Renslow, 2018; Smith and van der Walt, 2015; in the public
 * domain). Their lightness alone orders them, so that they serve viewers who do not see
 * red and green apart; "cividis" is the same to those viewers as to others. "wheel"
 * ends as it begins, for a palette that turns. */
const LifeNamedPalette life_named_palettes[] = {
  { "default", 6,
      { 0xffffff, 0xffe08a, 0xff9450, 0xee4f6a, 0x9c3587, 0x46307e }, 1, TRUE },
  { "fade", 2, { 0xffffff, 0x202020 }, 2, TRUE },
  { "fire", 6, { 0xffffff, 0xfff07a, 0xffb627, 0xf2600c, 0xb01a08, 0x5a0b0b },
      1, TRUE },
  { "forest", 6, { 0xffffff, 0xf1e08c, 0xa9cf54, 0x4c9f45, 0x1d6b4a, 0x123f3c },
      1, TRUE },
  { "ice", 6, { 0xffffff, 0xc4f3ff, 0x72d0f7, 0x3a8fe0, 0x2a56b5, 0x1d2b6b }, 1,
      TRUE },
  { "neon", 6, { 0xffffff, 0x7dfff0, 0x1fb8ff, 0x6a4dff, 0xd61fd0, 0x6b0f63 },
      1, TRUE },
  { "rainbow", 6,
      { 0xff5a5a, 0xffb13d, 0xe8e64a, 0x4fd06b, 0x3c9cf0, 0x7a4fd8 }, 0, TRUE },
  { "viridis", 5, { 0xfde725, 0x7ad151, 0x22a884, 0x2a788e, 0x414487 }, 0,
      TRUE },

  /* On dark backgrounds. */
  { "cividis", 6,
      { 0xfee838, 0xcbba69, 0x9b9476, 0x707173, 0x43506c, 0x123570 } },
  { "gold", 5, { 0xfffbe6, 0xffd75e, 0xd99a1f, 0x8f5a14, 0x4a2d10 } },
  { "inferno", 6,
      { 0xfcffa4, 0xfbb61a, 0xed6925, 0xbb3754, 0x781c6d, 0x330a5f } },
  { "magma", 6,
      { 0xfcfdbf, 0xfeb078, 0xf1605d, 0xb63679, 0x721f81, 0x3b0f70 } },
  { "ocean", 5, { 0xe8fff6, 0x8be8d8, 0x2fb5c7, 0x1577a8, 0x173c78 } },
  { "phosphor", 5, { 0xeaffea, 0x7dff8a, 0x22c84a, 0x0f7a2f, 0x0b421f } },
  { "plasma", 6,
      { 0xf0f921, 0xfdb42f, 0xed7953, 0xcc4778, 0x9c179e, 0x4a03a1 } },
  { "sunset", 6,
      { 0xfff3b0, 0xffb35c, 0xf76c5e, 0xb33f7d, 0x5f2f88, 0x34246a } },
  { "wheel", 7,
      { 0xff7a8a, 0xf5a742, 0xa5cc4b, 0x3fcfa5, 0x45b4f5, 0xb18cf5,
          0xff7a8a } },

  /* On light backgrounds. */
  { "berry", 5, { 0x3d0c3f, 0x8d1c62, 0xd3557f, 0xf0a6a6, 0xf3cdbd } },
  { "ink", 4, { 0x0b0d12, 0x2c3e57, 0x6b8299, 0xb3c0cc } },
  { "sepia", 4, { 0x2e1608, 0x84481d, 0xc98f4f, 0xdfc59c } },
  { NULL },
};
