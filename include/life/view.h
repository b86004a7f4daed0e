/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Views and frames: which part of a world a picture shows, in which pixels. */
#pragma once

#include <life/choice.h>
#include <life/palette.h>
#include <life/rule.h>

G_BEGIN_DECLS

/**
 * LIFE_FRAME_MAX_PLANES:
 *
 * How many planes the pixels of a frame lie in at most.
 */
#define LIFE_FRAME_MAX_PLANES 3

/**
 * LifePixelFormat:
 * @LIFE_PIXEL_FORMAT_GRAY8: a byte of luma per pixel
 * @LIFE_PIXEL_FORMAT_I420: planes of Y, U and V; U and V a byte for 2×2 pixels
 * @LIFE_PIXEL_FORMAT_NV12: planes of Y and of U, V pairs
 * @LIFE_PIXEL_FORMAT_RGBA: bytes R, G, B, A
 * @LIFE_PIXEL_FORMAT_BGRA: bytes B, G, R, A
 * @LIFE_PIXEL_FORMAT_RGBX: bytes R, G, B, 255
 * @LIFE_PIXEL_FORMAT_BGRX: bytes B, G, R, 255
 * @LIFE_PIXEL_FORMAT_ARGB: bytes A, R, G, B
 * @LIFE_PIXEL_FORMAT_ABGR: bytes A, B, G, R
 * @LIFE_PIXEL_FORMAT_XRGB: bytes 255, R, G, B
 * @LIFE_PIXEL_FORMAT_XBGR: bytes 255, B, G, R
 * @LIFE_PIXEL_FORMAT_RGB: bytes R, G, B
 * @LIFE_PIXEL_FORMAT_BGR: bytes B, G, R
 * @LIFE_PIXEL_FORMAT_Y444: planes of Y, U and V, a byte each per pixel
 * @LIFE_PIXEL_FORMAT_Y42B: planes of Y, U and V; U and V a byte for 2×1 pixels
 * @LIFE_PIXEL_FORMAT_YUY2: bytes Y, U, Y, V for 2×1 pixels
 * @LIFE_PIXEL_FORMAT_UYVY: bytes U, Y, V, Y for 2×1 pixels
 * @LIFE_PIXEL_FORMAT_I420_10LE: as I420, in 10 bits: the lower ones of two bytes, of
 *   which the lower one comes first
 * @LIFE_PIXEL_FORMAT_P010_10LE: as NV12, in 10 bits: the upper ones of such two bytes
 * @LIFE_PIXEL_FORMAT_I422_10LE: as Y42B, in 10 bits, which lie as those of I420_10LE
 * @LIFE_PIXEL_FORMAT_Y210: as YUY2, in 10 bits, which lie as those of P010_10LE
 * @LIFE_PIXEL_FORMAT_NV16: planes of Y and of U, V pairs for 2×1 pixels
 * @LIFE_PIXEL_FORMAT_NV21: as NV12, with V before U
 *
 * How pixels lie in memory. At an odd edge fewer pixels share a U and a V.
 */
typedef enum {
  LIFE_PIXEL_FORMAT_GRAY8,
  LIFE_PIXEL_FORMAT_I420,
  LIFE_PIXEL_FORMAT_NV12,
  LIFE_PIXEL_FORMAT_RGBA,
  LIFE_PIXEL_FORMAT_BGRA,
  LIFE_PIXEL_FORMAT_RGBX,
  LIFE_PIXEL_FORMAT_BGRX,
  LIFE_PIXEL_FORMAT_ARGB,
  LIFE_PIXEL_FORMAT_ABGR,
  LIFE_PIXEL_FORMAT_XRGB,
  LIFE_PIXEL_FORMAT_XBGR,
  LIFE_PIXEL_FORMAT_RGB,
  LIFE_PIXEL_FORMAT_BGR,
  LIFE_PIXEL_FORMAT_Y444,
  LIFE_PIXEL_FORMAT_Y42B,
  LIFE_PIXEL_FORMAT_YUY2,
  LIFE_PIXEL_FORMAT_UYVY,
  LIFE_PIXEL_FORMAT_I420_10LE,
  LIFE_PIXEL_FORMAT_P010_10LE,
  LIFE_PIXEL_FORMAT_I422_10LE,
  LIFE_PIXEL_FORMAT_Y210,
  LIFE_PIXEL_FORMAT_NV16,
  LIFE_PIXEL_FORMAT_NV21,
} LifePixelFormat;

/**
 * life_pixel_format_describe:
 * @index: 0 for the first
 * @format: (out): the format with this index
 * @name: (out) (transfer none): what GStreamer calls it
 * @on_cuda: (out): whether GstCuda has frames of it in a GPU's memory
 *
 * Lists the formats in the order in which they are preferred.
 *
 * Returns: %FALSE behind the last
 */
LIFE_API gboolean life_pixel_format_describe (guint index,
    LifePixelFormat *format, const gchar **name, gboolean *on_cuda);

/**
 * LifeColorimetry:
 * @kr: the red weight of luma (0.2126 for BT.709)
 * @kb: the blue weight of luma (0.0722 for BT.709)
 * @luma_offset: the luma of black (16 or 0; in 10 bits 64 or 0)
 * @luma_scale: luma from black to white (219 or 255; in 10 bits 876 or 1023)
 * @chroma_scale: chroma from end to end (224 or 255, around 128; in 10 bits 896 or
 *   1023, around 512)
 *
 * How colors become luma and chroma. RGB formats do not look at it.
 */
typedef struct {
  gdouble kr, kb;
  gint luma_offset, luma_scale, chroma_scale;
} LifeColorimetry;

/**
 * LifeFrame:
 * @format: how its pixels lie in memory
 * @colorimetry: how its colors are coded
 * @width: pixels per row
 * @height: rows
 * @data: first byte of each plane
 * @stride: bytes from a row to the next, of each plane
 *
 * A picture in memory that somebody else owns.
 */
typedef struct {
  LifePixelFormat format;
  LifeColorimetry colorimetry;
  guint width, height;
  guint8 *data[LIFE_FRAME_MAX_PLANES];
  gint stride[LIFE_FRAME_MAX_PLANES];
} LifeFrame;

/**
 * LifeCaption:
 * @x: the column of a frame at which its left edge lies; what lies outside the frame is
 *   not seen
 * @y: the row at which its top edge lies, likewise
 * @width: pixels per row
 * @height: rows
 * @pixels: red, green, blue and alpha of each pixel, a byte each, the colors multiplied
 *   by alpha
 * @stride: bytes from a row to the next
 * @version: another number after each change of @pixels; 0: they may always have changed
 *
 * A small picture that is laid over frames, such as words or figures.
 */
typedef struct {
  gint x, y;
  guint width, height;
  const guint8 *pixels;
  gsize stride;
  guint64 version;
} LifeCaption;

/**
 * LifeColorMode:
 * @LIFE_COLOR_MODE_AUTO: below zoom 1 as %LIFE_COLOR_MODE_DENSITY, but in no overlay;
 *   else as %LIFE_COLOR_MODE_STATE where there are more than two states; else as
 *   %LIFE_COLOR_MODE_SOLID
 * @LIFE_COLOR_MODE_SOLID: every cell that is not in state 0 has one color
 * @LIFE_COLOR_MODE_STATE: every state has its own
 * @LIFE_COLOR_MODE_DENSITY: below zoom 1 a pixel has the color of the palette for how
 *   many of its cells are not in state 0: n of N at position 0.85 × (1 − log2 (1 +
 *   gain·n) / log2 (1 + gain·N)), the first color for all; none is dead. N follows from
 *   the zoom alone, so that at a world's edge, too, as many cells look as elsewhere. From
 *   zoom 1 on every cell that is not in state 0 has the palette's first color
 * @LIFE_COLOR_MODE_AGE: live cells by in how many frames on end they have lived
 * @LIFE_COLOR_MODE_TRAIL: dead cells by how many frames ago they last lived
 * @LIFE_COLOR_MODE_AGE_TRAIL: live cells by their age; dead ones fade
 * @LIFE_COLOR_MODE_NEIGHBORS: live cells by how many live neighbors they have
 * @LIFE_COLOR_MODE_POSITION: live cells by where they are: x and z make the hue, y how
 *   light it is
 * @LIFE_COLOR_MODE_DISTANCE: live cells by how far they are from the world's center
 * @LIFE_COLOR_MODE_DEPTH: live cells by how far they are from the eye
 * @LIFE_COLOR_MODE_CHANGE: cells that were born in this frame have the palette's first
 *   color, those that live on its middle one, those that died in this frame its last
 *   one; the palette does not turn
 *
 * Positions, distances and depths are those of %LIFE_VIEW_PROJECTION and of views in
 * perspective; in others they are as %LIFE_COLOR_MODE_SOLID.
 *
 * In %LIFE_VIEW_PROJECTION ages, distances and positions have few steps: 15, 15, and 16
 * hues × 3 lightnesses; depth is a position in the palette alone, the first for the
 * nearest plane. What is not about a live cell means less there: %LIFE_COLOR_MODE_DENSITY
 * and %LIFE_COLOR_MODE_TRAIL are as %LIFE_COLOR_MODE_SOLID, %LIFE_COLOR_MODE_AGE_TRAIL is
 * as %LIFE_COLOR_MODE_AGE, %LIFE_COLOR_MODE_CHANGE shows what is born and what lives on, and
 * %LIFE_COLOR_MODE_AUTO never means density.
 *
 * What color a cell is drawn in. Ages, trails and changes look back at the frames that
 * life_world_record_history() recorded.
 */
typedef enum {
  LIFE_COLOR_MODE_AUTO,
  LIFE_COLOR_MODE_SOLID,
  LIFE_COLOR_MODE_STATE,
  LIFE_COLOR_MODE_DENSITY,
  LIFE_COLOR_MODE_AGE,
  LIFE_COLOR_MODE_TRAIL,
  LIFE_COLOR_MODE_AGE_TRAIL,
  LIFE_COLOR_MODE_NEIGHBORS,
  LIFE_COLOR_MODE_POSITION,
  LIFE_COLOR_MODE_DISTANCE,
  LIFE_COLOR_MODE_DEPTH,
  LIFE_COLOR_MODE_CHANGE,
} LifeColorMode;

/**
 * LifeScaling:
 * @LIFE_SCALING_AREA: a pixel shows the mean of what it covers
 * @LIFE_SCALING_NEAREST: a pixel shows the cell under its center
 *
 * What a pixel shows at a zoom above 1 that is no whole number.
 */
typedef enum {
  LIFE_SCALING_AREA,
  LIFE_SCALING_NEAREST,
} LifeScaling;

/**
 * LifeCellShape:
 * @LIFE_CELL_SHAPE_SQUARE: squares
 * @LIFE_CELL_SHAPE_HEXAGON: from zoom %LIFE_MIN_HEXAGON_ZOOM on, in %LIFE_VIEW_PLANE, regular
 *   hexagons: each row lies half a cell to the left of the one above it, so that the six that a
 *   cell touches are its %LIFE_NEIGHBORHOOD_HEXAGONAL. The zoom is the distance between the
 *   middles of two of them. On a torus the ends of rows change sides, so that all of it is a
 *   rectangle with its middle at the world's center. Elsewhere as squares
 *
 * What cells look like.
 */
typedef enum {
  LIFE_CELL_SHAPE_SQUARE,
  LIFE_CELL_SHAPE_HEXAGON,
} LifeCellShape;

/**
 * LIFE_MIN_HEXAGON_ZOOM:
 *
 * The zoom from which cells can be hexagons.
 */
#define LIFE_MIN_HEXAGON_ZOOM 3

/**
 * LifeViewKind:
 * @LIFE_VIEW_PLANE: a 2D world, or one plane of a 3D world
 * @LIFE_VIEW_MONTAGE: all planes along an axis, side by side in the grid that fills the
 *   frame best: plane 0 at the upper left, the next ones to its right, then below. The
 *   zoom is the largest whole number, or 1/whole number, at which all fit. Each looks as
 *   it does alone. Lines in the grid's color lie around them, a pixel wide, or two in
 *   frames of 480 rows and columns or more; where that color hardly differs from the
 *   dead one they are gray. Where not every plane can have a pixel, every n-th is shown
 * @LIFE_VIEW_PROJECTION: the first live cell along an axis, in parallel; nearer ones are
 *   brighter: the farthest plane has a third of a cell's color and two thirds of the dead
 *   one; in an overlay it is a third as opaque. Where there are more than 127 states, all
 *   planes are equally bright
 * @LIFE_VIEW_XRAY: how many live cells there are along the ray that a pixel looks along,
 *   in perspective: with the color of the palette as %LIFE_COLOR_MODE_DENSITY has it, of the
 *   most cells that a ray can meet
 * @LIFE_VIEW_VOLUME: cells as lit cubes in perspective
 * @LIFE_VIEW_SPACETIME: the last frames of a 2D world, stacked as the third axis, as lit
 *   cubes; the newest is the plane with z = 0
 * @LIFE_VIEW_SIDES: projections from three sides at one scale, as a technical drawing in
 *   third-angle projection has them: at the lower left the front, from the beginning of z;
 *   above it the top, from the beginning of y; to the right of it the right side, from the
 *   end of x. Edges that they share face each other. The zoom is the largest whole number,
 *   or 1/whole number, at which all fit. Around each is a line as wide as one of a montage,
 *   in the first of the colors that cells in the farthest plane have
 *
 * How a world becomes a picture. All but %LIFE_VIEW_PLANE and %LIFE_VIEW_SPACETIME are
 * views of 3D worlds.
 */
typedef enum {
  LIFE_VIEW_PLANE,
  LIFE_VIEW_MONTAGE,
  LIFE_VIEW_PROJECTION,
  LIFE_VIEW_XRAY,
  LIFE_VIEW_VOLUME,
  LIFE_VIEW_SPACETIME,
  LIFE_VIEW_SIDES,
} LifeViewKind;

/**
 * LIFE_VIEW_KINDS:
 *
 * How many kinds of views there are.
 */
#define LIFE_VIEW_KINDS (LIFE_VIEW_SIDES + 1)

/**
 * LifeViewFlags:
 * @LIFE_VIEW_FLAG_FLAT: zoom, center, rotation, scaling and grid are looked at
 * @LIFE_VIEW_FLAG_PERSPECTIVE: it looks at a body, from where #LifeView.perspective has it
 * @LIFE_VIEW_FLAG_STACKS: it shows previous frames, too
 * @LIFE_VIEW_FLAG_SLICE: it shows the cells of one plane, that of #LifeView.slice
 * @LIFE_VIEW_FLAG_BY_AXIS: in 3D #LifeView.axis is looked at
 * @LIFE_VIEW_FLAG_BY_SIDE: #LifeView.far_side is looked at
 * @LIFE_VIEW_FLAG_RAY_COUNTS: a pixel shows how many cells live along its ray
 *
 * What a kind of view is like.
 */
typedef enum {
  LIFE_VIEW_FLAG_FLAT = 1 << 0,
  LIFE_VIEW_FLAG_PERSPECTIVE = 1 << 1,
  LIFE_VIEW_FLAG_STACKS = 1 << 2,
  LIFE_VIEW_FLAG_SLICE = 1 << 3,
  LIFE_VIEW_FLAG_BY_AXIS = 1 << 4,
  LIFE_VIEW_FLAG_BY_SIDE = 1 << 5,
  LIFE_VIEW_FLAG_RAY_COUNTS = 1 << 6,
} LifeViewFlags;

/**
 * LIFE_MAX_SPACETIME:
 *
 * How many frames %LIFE_VIEW_SPACETIME stacks at most.
 */
#define LIFE_MAX_SPACETIME 65536

/**
 * LIFE_STACK_LEAD:
 *
 * How many frames before those that are shown have to be recorded, too, for a picture to be
 * the same however it was reached (life_world_reset_stack()).
 */
#define LIFE_STACK_LEAD 15

/**
 * LIFE_MAX_PERSPECTIVE_SIDE:
 *
 * How many cells a world that is seen in perspective has along each side at most.
 */
#define LIFE_MAX_PERSPECTIVE_SIDE 4194304

/**
 * LIFE_MAX_SIDES_SIDE:
 *
 * How many cells a world has along each side at most that %LIFE_VIEW_SIDES shows.
 */
#define LIFE_MAX_SIDES_SIDE 65536

/**
 * LifePerspective:
 * @azimuth: degrees by which the eye has gone around the point that it looks at, to the
 *   right: at 0 it looks along +z with x to the right and y down, at 90 it is in the
 *   direction of +x
 * @elevation: degrees by which it has risen: at 90 it looks down from −y
 * @look_at: x, y and z of that point in cells (5 is the left edge of cell 5); exactly
 *   -1: the world's center
 * @distance: from the eye to that point, in diagonals of the world; above 0
 * @fov: degrees from the frame's lower to its upper edge; above 0 and below 180
 * @light_azimuth: degrees: where the sun is, as @azimuth, in the world
 * @light_elevation: degrees, likewise, as @elevation
 * @shadows: cells throw shadows
 * @occlusion: corners between cells are darker
 * @antialias: a pixel is the mean of four rays instead of one
 * @world_box: the edges of the world are drawn
 * @fog: 0 … 1: how much of the background the world's farthest corner takes
 * @background_top: ARGB behind the world at the frame's upper edge
 * @background_bottom: the same at the lower edge
 * @cut: cells with x, y or z below these are not drawn
 * @history: of %LIFE_VIEW_SPACETIME: how many frames are stacked, 2 …
 *   %LIFE_MAX_SPACETIME
 *
 * From where a world is seen as a body, and in which light. All numbers are finite.
 */
typedef struct {
  gdouble azimuth, elevation;
  gdouble look_at[3];
  gdouble distance, fov;
  gdouble light_azimuth, light_elevation;
  gboolean shadows, occlusion, antialias, world_box;
  gdouble fog;
  guint32 background_top, background_bottom;
  guint32 cut[3];
  guint history;
} LifePerspective;

/**
 * LIFE_MAX_STATES:
 *
 * How many states a rule has at most.
 */
#define LIFE_MAX_STATES 256

/**
 * LIFE_HISTORY_FRAMES:
 *
 * How many frames color modes look back at most.
 */
#define LIFE_HISTORY_FRAMES 255

/**
 * LifeView:
 * @kind: how the world becomes a picture
 * @zoom: pixels per cell; above 0. A pixel shows the mean of the cells that it covers
 * @x: the column at the frame's center (5 is the left edge of cell 5); exactly
 *   -1: the world's center (life_world_get_center())
 * @y: the row at the frame's center, likewise
 * @rotation: degrees by which the picture is turned clockwise around the frame's
 *   center; finite
 * @scaling: what a pixel shows at a zoom above 1 that is no whole number, where the
 *   picture is not turned
 * @cell_shape: what cells look like
 * @grid: the zoom from which borders of cells are drawn, where a cell has two pixels at
 *   least: a line of a pixel at the left and upper edge of each cell, of a hexagon at its left
 *   and its two upper edges; 0: none
 * @grid_color: ARGB of the line of every tenth column and row; others are half as opaque
 * @axis: across which axis of a 3D world the plane is cut; in a montage all of them, and
 *   the axis along which a projection looks
 * @slice: which plane along @axis, from 0
 * @far_side: a projection looks from the axis's end, not from its beginning; columns and
 *   rows stay where they are
 * @alive_color: ARGB of live cells
 * @dead_color: ARGB of dead cells and of what lies outside the world
 * @overlay: draw live cells only, over what the frame already holds, weighted
 *   by the alpha of @alive_color, or of their state's color
 * @color_mode: what color a cell is drawn in
 * @fade: the weight that the picture of life_world_capture_previous() has in this one, in
 *   2^-24; 0: none
 * @state_colors: with %LIFE_COLOR_MODE_STATE and %LIFE_COLOR_MODE_AUTO, ARGB of each state that the rule
 *   has, instead of @alive_color; that of state 0 is not looked at, since dead
 *   cells are drawn in @dead_color. life_view_color_states() fills it
 * @palette_colors: ARGB at position i / 255 of the palette; life_view_set_palette()
 *   fills it. In modes of numbers a position follows from one: of an age a it is
 *   log2(a) / 8; of what last lived d frames ago (d − 1) / @trail; of n live neighbors
 *   among N (n − 1) / (N − 1), no less than 0. With %LIFE_COLOR_MODE_AGE_TRAIL dead
 *   cells fade from the color at 1
 * @palette_phase: how far the palette is turned, from 0 to below 1: what is at
 *   position p has the color of p + @palette_phase, less 1 where that is above 1
 * @density_gain: with %LIFE_COLOR_MODE_DENSITY, multiplies the count before its
 *   logarithm; above 0
 * @trail: 1 … 255: frames after which a dead cell has the dead color
 * @perspective: of views that are in perspective
 *
 * What a picture of a world shows. A world smaller than the frame is centered
 * at ⌊(W − w·zoom)/2⌋. A world without edges is shown in %LIFE_VIEW_PLANE alone; there
 * modes that look back are as %LIFE_COLOR_MODE_SOLID.
 */
typedef struct {
  LifeViewKind kind;
  gdouble zoom;
  gdouble x, y;
  gdouble rotation;
  LifeScaling scaling;
  LifeCellShape cell_shape;
  gdouble grid;
  guint32 grid_color;
  LifeAxis axis;
  gint64 slice;
  gboolean far_side;
  guint32 alive_color;
  guint32 dead_color;
  gboolean overlay;
  LifeColorMode color_mode;
  guint32 fade;
  guint32 state_colors[LIFE_MAX_STATES];
  guint32 palette_colors[LIFE_PALETTE_COLORS];
  gdouble palette_phase;
  gdouble density_gain;
  guint trail;
  LifePerspective perspective;
} LifeView;

/**
 * life_view_init:
 * @view: (out caller-allocates): a view
 *
 * Makes it show the world's center at zoom 1, its first plane in 3D, live cells solid
 * white and dead ones black, and sets the default palette. Call it first, and then set
 * what differs: members that later versions add are set by it, too.
 */
LIFE_API void life_view_init (LifeView *view);

/**
 * life_color_mode_has_history:
 * @mode: a color mode
 *
 * Returns: whether it shows what life_world_record_history() recorded
 */
LIFE_API gboolean life_color_mode_has_history (LifeColorMode mode);

/**
 * life_view_list_color_modes:
 * @index: 0 for the first
 *
 * Returns: (transfer none) (nullable): the color mode with this index, %NULL behind the last
 */
LIFE_API const LifeChoice *life_view_list_color_modes (guint index);

/**
 * life_view_list_kinds:
 * @index: 0 for the first
 *
 * Lists the kinds of views. The elements call %LIFE_VIEW_PLANE cells or slice.
 *
 * Returns: (transfer none) (nullable): the kind with this index, %NULL behind the last
 */
LIFE_API const LifeChoice *life_view_list_kinds (guint index);

/**
 * life_view_kind_is:
 * @kind: a kind of view; one that there is not is like none
 * @flag: one of the flags
 *
 * Returns: whether it is like that
 */
LIFE_API gboolean life_view_kind_is (LifeViewKind kind, LifeViewFlags flag);

/**
 * life_view_kind_get_max_side:
 * @kind: a kind of view
 *
 * Returns: how many cells a world that it shows has along each side at most
 */
LIFE_API guint32 life_view_kind_get_max_side (LifeViewKind kind);

/**
 * life_view_kind_check:
 * @kind: a kind of view
 * @dimensions: 2 or 3, those of a world
 * @error: return location
 *
 * Errors: %LIFE_ERROR_UNSUPPORTED.
 *
 * Returns: whether it is one of such worlds
 */
LIFE_API gboolean life_view_kind_check (
    LifeViewKind kind, guint dimensions, GError **error);

/**
 * life_view_color_states:
 * @view: (inout): its alive color, dead color and overlay are looked at; its
 *   state colors are filled
 * @rule: the rule of the world that it will show
 * @palette: (nullable): a palette; %NULL: `default`
 *
 * Gives each state of @rule its color: the one that the rule itself defines, if
 * it does, as opaque as the alive color; otherwise state 1 the alive color,
 * and those above it, through which dying cells age, colors that lead from there
 * through @palette to the dead color, which they stop short of. Where a palette has as
 * many colors as there are states above 1, each gets one. Their alpha goes the
 * same way; in an overlay it goes towards transparent.
 */
LIFE_API void life_view_color_states (
    LifeView *view, const LifeRule *rule, const LifePalette *palette);

/**
 * life_view_set_palette:
 * @view: (inout): its palette colors are filled
 * @palette: (nullable): a palette; %NULL: `default`
 *
 * Sets what color modes that color by a number take their colors from.
 */
LIFE_API void life_view_set_palette (
    LifeView *view, const LifePalette *palette);

/**
 * LifeLocation:
 * @column: of its plane, in cells: 5 is the left edge of cell 5, 5.5 its middle
 * @row: likewise
 * @plane: which plane along the view's axis, from 0
 *
 * A location in a world that a view shows. Column and row may lie outside the world. Where cells
 * are hexagons it is the middle of one.
 */
typedef struct {
  gdouble column, row;
  guint32 plane;
} LifeLocation;

/**
 * life_view_locate:
 * @view: what a frame shows
 * @geometry: the world that it shows; where that has no edges, @view defines which cell is
 *   at the center
 * @width: the frame's pixels per row
 * @height: its rows
 * @x: a position in the frame, in pixels: 5 is the left edge of pixel 5, 5.5 its middle; it
 *   may lie outside the frame, but not so far that it is no number
 * @y: likewise
 * @location: (out): where that is in the world
 *
 * Finds the position in the world that is at a position in a frame. The cell around the location
 * of a pixel's middle is one that the pixel shows. A projection shows cells of all planes
 * at a position; the location is on the one that is nearest to the eye, which no other one hides.
 *
 * Returns: %FALSE where a view is in perspective, and between the planes of a montage or
 *   the sides of a world
 */
LIFE_API gboolean life_view_locate (const LifeView *view,
    const LifeGeometry *geometry, guint width, guint height, gdouble x,
    gdouble y, LifeLocation *location);

/**
 * life_view_measure:
 * @view: what a frame shows; of %LIFE_VIEW_FLAG_FLAT
 * @x: a distance in the frame to the right, in pixels
 * @y: likewise, downwards
 * @columns: (out): how many columns it leads across
 * @rows: (out): how many rows
 *
 * Converts a distance in a frame to one in the world.
 */
LIFE_API void life_view_measure (const LifeView *view, gdouble x, gdouble y,
    gdouble *columns, gdouble *rows);

/**
 * LifeInput:
 * @LIFE_INPUT_REPLACE: the picture is the world; cells outside it are dead
 * @LIFE_INPUT_OR: cells under it become alive
 * @LIFE_INPUT_XOR: cells under it change
 * @LIFE_INPUT_ERASE: cells under it die
 * @LIFE_INPUT_MOTION: cells are born where it differs from the picture before
 *   it: where a cell's mean luma changed by the threshold or more
 *
 * What an arriving picture does to a world.
 */
typedef enum {
  LIFE_INPUT_REPLACE,
  LIFE_INPUT_OR,
  LIFE_INPUT_XOR,
  LIFE_INPUT_ERASE,
  LIFE_INPUT_MOTION,
} LifeInput;

/**
 * LifeSizing:
 * @frame_width: pixels per row
 * @frame_height: rows
 * @dimensions: 2 or 3
 * @width: the world's width in cells where it was given, else 0
 * @height: its height, likewise
 * @depth: its depth, likewise
 * @axis: the axis of the view
 * @zoom: the zoom in pixels per cell where it was given, else 0
 * @pattern_width: the pattern's width in cells, 0 without a pattern
 * @pattern_height: the pattern's height, likewise
 * @pattern_depth: the pattern's depth, likewise
 * @unit_zoom: without a given world, a zoom of 0 means 1 (as in lifestep)
 * @margin: without a given world, a 2D one reaches beyond the frame, so that what
 *   its edges do is not shown
 * @radius: the rule's, life_rule_get_radius(); 0 is as 1
 * @cell_shape: what cells look like
 *
 * What is given when a world's size and zoom are chosen.
 */
typedef struct {
  guint frame_width, frame_height;
  guint dimensions;
  guint32 width, height, depth;
  LifeAxis axis;
  gdouble zoom;
  gint64 pattern_width, pattern_height, pattern_depth;
  gboolean unit_zoom;
  gboolean margin;
  guint radius;
  LifeCellShape cell_shape;
} LifeSizing;

/**
 * life_sizing_resolve:
 * @sizing: what is given
 * @geometry: (inout): its width, height and depth are filled, as its topology requires; 0 and 0
 *   stay where there are no edges
 * @zoom: (out): pixels per cell
 *
 * Chooses what was left open. A zoom of 0: with a world size given, the largest
 * whole number (or 1/whole number) at which the whole world shows (with only one
 * side given, that side); else max(1, ⌊min(W, H)/180⌋), and for a pattern no more
 * than max(1, ⌊min(W/3w, H/3h)⌋), or 1/n where it does not fit at 1. A side of 0: as
 * many cells as the frame shows at that zoom, ⌈W/zoom⌉, never fewer than the
 * pattern; in 3D 128 or the pattern, whichever is more. With a margin and neither
 * width nor height given, both are then doubled, or get eight radii more if that is more,
 * where there are then no more than 2^30 cells. Hexagons are counted as they lie, and the zoom is no
 * less than %LIFE_MIN_HEXAGON_ZOOM where neither it nor a world nor @unit_zoom decides it. A sphere takes the side that is given for both, else the lesser of the two
 * that would be chosen.
 */
LIFE_API void life_sizing_resolve (
    const LifeSizing *sizing, LifeGeometry *geometry, gdouble *zoom);

G_END_DECLS
