/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The built-in patterns, as text; the readers are in the other files here. */
#include <string.h>

#include "life/base/spelling.h"
#include "life/pattern/readers.h"

typedef struct {
  const gchar *name;
  const gchar *text;
} Builtin;

/* Sorted by name. Without a rule the rule is B3/S23. */
static const Builtin builtins[] = {
  /* clang-format off */
  { "acorn", "bo$3bo$2o2b3o!" },
  { "b-heptomino", "ob2o$3o$bo!" },
  { "beacon", "2o$o$3bo$2b2o!" },
  { "beehive", "b2o$o2bo$b2o!" },
  { "blinker", "3o!" },
  { "blinker-5766",
    "x=3 y=1 z=2 rule=B6/S567\n"
    "3o/3o!" },
  { "block", "2o$2o!" },
  { "block-5766",
    "x=2 y=2 z=2 rule=B6/S567\n"
    "2o$2o/2o$2o!" },
  { "block-laying-switch-engine", "6bo$4bob2o$4bobo$4bo$2bo$obo!" },
  { "boat", "2o$obo$bo!" },
  { "century", "2b2o$3o$bo!" },
  { "clock", "2bo$obo$bobo$bo!" },
  { "copperhead", "b4o2$bo2bo$ob2obo$o4bo2$o4bo$2o2b2o$6o$bo2bo$2b2o$2b2o!" },
  { "diehard", "6bo$2o$bo3b3o!" },
  { "eater-1", "2o$o$b3o$3bo!" },
  { "figure-eight", "3o$3o$3o$3b3o$3b3o$3b3o!" },
  { "fumarole", "3b2o$bo4bo$bo4bo$bo4bo$2bo2bo$obo2bobo$2o4b2o!" },
  { "galaxy", "6ob2o$6ob2o$7b2o$2o5b2o$2o5b2o$2o5b2o$2o$2ob6o$2ob6o!" },
  { "glider", "bo$2bo$3o!" },
  { "glider-5766",
    "x=3 y=2 z=3 rule=B6/S567\n"
    "bo$bo/2o$2o/obo$obo!" },
  { "gosper-glider-gun",
    "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob"
    "2o4bobo$10bo5bo7bo$11bo3bo$12b2o!" },
  { "gosper-gun",
    "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob"
    "2o4bobo$10bo5bo7bo$11bo3bo$12b2o!" },
  { "herschel", "o$obo$3o$2bo!" },
  { "highlife-replicator",
    "x = 5, y = 5, rule = B36/S23\n"
    "2b3o$bo2bo$o3bo$o2bo$3o!" },
  { "hwss", "3b2o$bo4bo$o$o5bo$6o!" },
  { "infinite-growth", "6bo$4bob2o$4bobo$4bo$2bo$obo!" },
  { "infinite-growth-5x5", "3obo$o$3b2o$b2obo$obobo!" },
  { "infinite-growth-line", "8ob5o3b3o6b7ob5o!" },
  { "lidka", "10b3o$10bo$10bo3bo$11bo2bo$12b3o2$bo$obo$bo!" },
  { "loaf", "b2o$o2bo$bobo$2bo!" },
  { "loafer", "b2o2bob2o$o2bo2b2o$bobo$2bo$8bo$6b3o$5bo$6bo$7b2o!" },
  { "lwss", "bo2bo$o$o3bo$4o!" },
  { "mwss", "3bo$bo3bo$o$o4bo$5o!" },
  { "pentadecathlon", "2bo4bo$2ob4ob2o$2bo4bo!" },
  { "pi-heptomino", "3o$obo$obo!" },
  { "pond", "b2o$o2bo$o2bo$b2o!" },
  { "puffer-train", "b3o11b3o$o2bo10bo2bo$3bo4b3o6bo$3bo4bo2bo5bo$2bo4bo8bo!" },
  { "pulsar",
    "2b3o3b3o2$o4bobo4bo$o4bobo4bo$o4bobo4bo$2b3o3b3o2$2b3o3b3o$o4bobo4"
    "bo$o4bobo4bo$o4bobo4bo2$2b3o3b3o!" },
  { "queen-bee-shuttle",
    "9bo$7bobo$6bobo$2o3bo2bo$2o4bobo$7bobo8b2o$9bo8bobo$20bo$20b2o!" },
  { "r-pentomino", "b2o$2o$bo!" },
  { "rabbits", "o3b3o$3o2bo$bo!" },
  { "ship", "2o$obo$b2o!" },
  { "ship-10c-10",
    "x=2 y=4 z=4 rule=3D4,7/5,8\n"
    "$bo$bo/bo$bo$bo$2o/2o$bo$bo$bo/$bo$bo!" },
  { "simkin-glider-gun",
    "2o5b2o$2o5b2o2$4b2o$4b2o5$22b2ob2o$21bo5bo$21bo6bo2b2o$21b3o3bo3b2"
    "o$26bo5$24bob2o$24b2obo!" },
  { "simkin-gun",
    "2o5b2o$2o5b2o2$4b2o$4b2o5$22b2ob2o$21bo5bo$21bo6bo2b2o$21b3o3bo3b2"
    "o$26bo5$24bob2o$24b2obo!" },
  { "snake", "2obo$ob2o!" },
  { "spacefiller",
    "18bo$17b3o$12b3o4b2o$11bo2b3o2bob2o$10bo3bobo2bobo$10bo4bobobobob2"
    "o$12bo4bobo3b2o$4o5bobo4bo3bob3o$o3b2obob3ob2o9b2o$o5b2o5bo$bo2b2o"
    "bo2bo2bob2o$7bobobobobobo5b4o$bo2b2obo2bo2bo2b2obob2o3bo$o5b2o3bob"
    "obo3b2o5bo$o3b2obob2o2bo2bo2bob2o2bo$4o5bobobobobobo$10b2obo2bo2bo"
    "b2o2bo$13bo5b2o5bo$b2o9b2ob3obob2o3bo$2b3obo3bo4bobo5b4o$2b2o3bobo"
    "4bo$2b2obobobobo4bo$5bobo2bobo3bo$4b2obo2b3o2bo$6b2o4b3o$7b3o$8bo!" },
  { "switch-engine", "bobo$o$bo2bo$3b3o!" },
  { "thunderbird", "3o2$bo$bo$bo!" },
  { "toad", "b3o$3o!" },
  { "traffic-light", "2b3o2$o5bo$o5bo$o5bo2$2b3o!" },
  { "tub", "bo$obo$bo!" },
  { "tumbler", "bo5bo$obo3bobo$o2bobo2bo$2bo3bo$2b2ob2o!" },
  { "twin-bees-shuttle",
    "b2o$b2o2$15bo$2o13b2o8b2o$2o14b2o7b2o$11b2o2b2o4$11b2o2b2o$2o14b2o"
    "$2o13b2o$15bo2$b2o$b2o!" },
  { "weekender",
    "bo12bo$bo12bo$obo10bobo$bo12bo$bo12bo$2bo3b4o3bo$6b4o$2b4o4b4o2$4b"
    "o6bo$5b2o2b2o!" },
  /* clang-format on */
};

const gchar *const *
life_pattern_builtin_names (void)
{
  static const gchar *names[G_N_ELEMENTS (builtins) + 1];
  static gsize filled = 0;
  gsize i;

  if (g_once_init_enter (&filled)) {
    for (i = 0; i < G_N_ELEMENTS (builtins); i++)
      names[i] = builtins[i].name;
    g_once_init_leave (&filled, 1);
  }
  return names;
}

const gchar *
life_builtin_lookup (const gchar *name, const gchar **spelled)
{
  gsize i;

  for (i = 0; i < G_N_ELEMENTS (builtins); i++) {
    if (life_name_matches (builtins[i].name, name, strlen (name))) {
      *spelled = builtins[i].name;
      return builtins[i].text;
    }
  }
  return NULL;
}
