/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The enum types of the elements' properties: their values and the descriptions that
 * gst-inspect-1.0 shows. */
#include "plugin/settings/enums.h"

static const struct {
  const gchar *name;
  GEnumValue values[16]; /* the elements' own, or all; zeros end them */
  const LifeChoice *(*list) (guint index); /* (nullable): the library's */
  guint first;                             /* index of the first one of @list */
  gint shift;                              /* added to the values of @list */
} enums[] = {
  [GST_LIFE_ENUM_TOPOLOGY] = { "GstLifeTopology",
      {
          { GST_LIFE_TOPOLOGY_AUTO,
              "A plane for lifesrc's patterns, else a torus", "auto" },
      },
      .list = life_geometry_list_topologies },
  [GST_LIFE_ENUM_ENGINE] = { "GstLifeEngine",
      {
          { LIFE_ENGINE_AUTO, "CUDA where it works, else the CPU", "auto" },
          { LIFE_ENGINE_CPU, "The CPU, with the widest vectors that it has",
              "cpu" },
          { LIFE_ENGINE_CUDA, "An NVIDIA GPU, or an error", "cuda" },
      } },
  [GST_LIFE_ENUM_KERNEL] = { "GstLifeKernel",
      .list = life_engine_list_kernels },
  [GST_LIFE_ENUM_CLUSTER] = { "GstLifeCluster",
      {
          { LIFE_CLUSTER_NONE, "This process alone", "none" },
          { LIFE_CLUSTER_MPI, "This process and every life-worker of mpirun",
              "mpi" },
      } },
  [GST_LIFE_ENUM_COLOR_MODE] = { "GstLifeColorMode",
      .list = life_view_list_color_modes },
  [GST_LIFE_ENUM_VIEW] = { "GstLifeView",
      {
          { GST_LIFE_VIEW_AUTO, "Cells in 2D, a slice in 3D", "auto" },
          { GST_LIFE_VIEW_CELLS, "The cells of a 2D world", "cells" },
          { GST_LIFE_VIEW_SLICE, "One plane of a 3D world", "slice" },
      },
      life_view_list_kinds, LIFE_VIEW_MONTAGE, GST_LIFE_VIEW_SLICE },
  [GST_LIFE_ENUM_SIDE] = { "GstLifeSide",
      {
          { GST_LIFE_SIDE_NEAR, "From its beginning", "near" },
          { GST_LIFE_SIDE_FAR, "From its end", "far" },
      } },
  [GST_LIFE_ENUM_CAMERA] = { "GstLifeCamera",
      {
          { GST_LIFE_CAMERA_MANUAL, "Nothing: zoom, view-x and view-y set it",
              "manual" },
          { GST_LIFE_CAMERA_FIT, "All live cells stay in the frame", "fit" },
          { GST_LIFE_CAMERA_FOLLOW,
              "Where cells are born and die is in the frame's center",
              "follow" },
      } },
  [GST_LIFE_ENUM_AXIS] = { "GstLifeAxis",
      {
          { LIFE_AXIS_Z, "Columns run along x, rows along y", "z" },
          { LIFE_AXIS_Y, "Columns run along x, rows along z", "y" },
          { LIFE_AXIS_X, "Columns run along y, rows along z", "x" },
      } },
  [GST_LIFE_ENUM_SCALING] = { "GstLifeScaling",
      {
          { LIFE_SCALING_AREA, "The mean of the cells that it covers", "area" },
          { LIFE_SCALING_NEAREST, "The cell under its center", "nearest" },
      } },
  [GST_LIFE_ENUM_CELL_SHAPE] = { "GstLifeCellShape",
      {
          { LIFE_CELL_SHAPE_SQUARE, "Squares", "square" },
          { LIFE_CELL_SHAPE_HEXAGON, "Hexagons, below zoom 3 squares",
              "hexagon" },
      } },
  [GST_LIFE_ENUM_STAGNATION] = { "GstLifeStagnation",
      {
          { GST_LIFE_STAGNATION_NONE, "Nothing: periods are not looked for",
              "none" },
          { GST_LIFE_STAGNATION_MESSAGE, "A message life-stagnation, once",
              "message" },
          { GST_LIFE_STAGNATION_EOS, "The same, and the stream ends", "eos" },
          { GST_LIFE_STAGNATION_RESEED, "The same, and the next soup starts",
              "reseed" },
          { GST_LIFE_STAGNATION_INJECT,
              "The same, and random cells fall where the world changes least",
              "inject" },
      } },
  [GST_LIFE_ENUM_INPUT] = { "GstLifeInput",
      {
          { GST_LIFE_INPUT_FIRST, "The first picture is generation 0",
              "first" },
          { GST_LIFE_INPUT_REPLACE, "Every picture is the world to advance",
              "replace" },
          { GST_LIFE_INPUT_OR, "Bright cells become alive", "or" },
          { GST_LIFE_INPUT_XOR, "Bright cells change", "xor" },
          { GST_LIFE_INPUT_ERASE, "Bright cells die", "erase" },
          { GST_LIFE_INPUT_MOTION, "Cells are born where the picture changed",
              "motion" },
          { GST_LIFE_INPUT_TICK, "Only the time of the picture counts",
              "tick" },
      } },
  [GST_LIFE_ENUM_OUTPUT] = { "GstLifeOutput",
      {
          { GST_LIFE_OUTPUT_CELLS, "The world", "cells" },
          { GST_LIFE_OUTPUT_OVERLAY, "Live cells over the arriving picture",
              "overlay" },
          { GST_LIFE_OUTPUT_CLIP,
              "The arriving picture in live cells, dead-color in others",
              "clip" },
          { GST_LIFE_OUTPUT_MASK,
              "Live cells in white, others in black or transparent", "mask" },
      } },
  [GST_LIFE_ENUM_STAMP] = { "GstLifeStamp",
      {
          { GST_LIFE_STAMP_NOISE, "A disc of random cells, in 3D a ball",
              "noise" },
          { GST_LIFE_STAMP_GLIDER, "Gliders that fly outwards", "glider" },
          { GST_LIFE_STAMP_RING, "A circle", "ring" },
          { GST_LIFE_STAMP_TEXT, "The next word of text", "text" },
      } },
  [GST_LIFE_ENUM_DRIVE] = { "GstLifeDrive",
      {
          { GST_LIFE_DRIVE_NONE, "Nothing", "none" },
          { GST_LIFE_DRIVE_DENSITY, "How many cells a stamp has", "density" },
          { GST_LIFE_DRIVE_TEMPO,
              "Up to four times as many generations; silence holds the world",
              "tempo" },
      } },
  [GST_LIFE_ENUM_CORNER] = { "GstLifeCorner",
      {
          { GST_LIFE_CORNER_TOP_LEFT, "Top left", "top-left" },
          { GST_LIFE_CORNER_TOP_RIGHT, "Top right", "top-right" },
          { GST_LIFE_CORNER_BOTTOM_LEFT, "Bottom left", "bottom-left" },
          { GST_LIFE_CORNER_BOTTOM_RIGHT, "Bottom right", "bottom-right" },
      } },
};

static const GFlagsValue captions[] = {
  { GST_LIFE_CAPTION_COUNTER, "Generation and population", "counter" },
  { GST_LIFE_CAPTION_GRAPH, "The population of the last 200 frames", "graph" },
  { GST_LIFE_CAPTION_TITLE, "Pattern and rule", "title" },
  { 0 },
};

/* All values of an enum, never freed since its type refers to them. */
static const GEnumValue *
collect_values (GstLifeEnum which)
{
  GArray *all = g_array_new (TRUE, TRUE, sizeof (GEnumValue));
  const GEnumValue *own = enums[which].values;
  const LifeChoice *choice;

  for (; own->value_name != NULL; own++)
    g_array_append_val (all, *own);
  for (guint i = enums[which].first;
       enums[which].list != NULL && (choice = enums[which].list (i)) != NULL;
       i++) {
    const GEnumValue value = { choice->value + enums[which].shift,
      choice->blurb, choice->nick };

    g_array_append_val (all, value);
  }
  return (const GEnumValue *) g_array_free (all, FALSE);
}

static GType
register_type (GstLifeEnum which)
{
  GType type =
      which == GST_LIFE_ENUM_CAPTION
          ? g_flags_register_static ("GstLifeCaption", captions)
          : g_enum_register_static (enums[which].name, collect_values (which));

  gst_type_mark_as_plugin_api (type, 0);
  return type;
}

GType
gst_life_enum_get_type (GstLifeEnum which)
{
  static gsize types[GST_LIFE_ENUM_CAPTION + 1];

  if (g_once_init_enter (&types[which]))
    g_once_init_leave (&types[which], register_type (which));
  return types[which];
}

const gchar *
gst_life_enum_get_nick (GstLifeEnum which, gint value)
{
  GEnumClass *klass = g_type_class_ref (gst_life_enum_get_type (which));
  const gchar *nick = g_enum_get_value (klass, value)->value_nick;

  g_type_class_unref (klass);
  return nick;
}
