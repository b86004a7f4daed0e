/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The shape of a world: its size, its topology, and boxes of cells in it. */
#pragma once

#include <life/choice.h>

G_BEGIN_DECLS

/**
 * LifeTopology:
 * @LIFE_TOPOLOGY_TORUS: opposite edges are joined
 * @LIFE_TOPOLOGY_PLANE: every cell outside the world is dead for ever
 * @LIFE_TOPOLOGY_KLEIN: a Klein bottle: opposite edges are joined, two of them
 *   turned round
 * @LIFE_TOPOLOGY_CROSS_SURFACE: opposite edges are joined, all turned round
 * @LIFE_TOPOLOGY_SPHERE: the top edge is joined to the left one, and the bottom
 *   edge to the right one; as wide as high
 * @LIFE_TOPOLOGY_UNBOUNDED: there are no edges: the world grows as far as life goes.
 *   It has no size, and its positions are numbers of 64 bits with a sign
 *
 * What lies beyond a world's edges. 3D worlds are a torus or a plane.
 */
typedef enum {
  LIFE_TOPOLOGY_TORUS,
  LIFE_TOPOLOGY_PLANE,
  LIFE_TOPOLOGY_KLEIN,
  LIFE_TOPOLOGY_CROSS_SURFACE,
  LIFE_TOPOLOGY_SPHERE,
  LIFE_TOPOLOGY_UNBOUNDED,
} LifeTopology;

/**
 * life_geometry_list_topologies:
 * @index: 0 for the first
 *
 * Returns: (transfer none) (nullable): the topology with this index, %NULL behind the last
 */
LIFE_API const LifeChoice *life_geometry_list_topologies (guint index);

/**
 * LIFE_MAX_COORDINATE:
 *
 * In a world without edges cells are set and read at positions from -2^62 to below 2^62.
 */
#define LIFE_MAX_COORDINATE (G_GINT64_CONSTANT (1) << 62)

/**
 * LifeAxis:
 * @LIFE_AXIS_Z: planes of constant z: columns run along x, rows along y
 * @LIFE_AXIS_Y: planes of constant y: columns run along x, rows along z
 * @LIFE_AXIS_X: planes of constant x: columns run along y, rows along z
 *
 * The axis across which a plane is cut out of a 3D world.
 */
typedef enum {
  LIFE_AXIS_Z,
  LIFE_AXIS_Y,
  LIFE_AXIS_X,
} LifeAxis;

/**
 * LifeGeometry:
 * @width: cells along x, at least 1; 0 if there are no edges
 * @height: cells along y, likewise
 * @depth: cells along z; 1 for a 2D world
 * @topology: what lies beyond the edges
 * @vertical_twist: of a Klein bottle: the left and right edges are turned round;
 *   else the top and bottom ones
 * @shift_x: of a torus or a Klein bottle: who crosses the bottom edge downwards is
 *   moved along x by so many cells, as in Golly's `T30+5,20`
 * @shift_y: who crosses the right edge rightwards is moved along y, as in
 *   `T30,20-2`; one of the two is 0. Edges that are turned round can be shifted in
 *   one way only: all shifts of an even side but 0 mean the same, those of an odd
 *   side nothing
 *
 * The shape of a world. Cell (0, 0, 0) is the top left one of the first plane;
 * y grows downwards. In a world narrower than 3 whose edges are joined a neighbor
 * counts as often as it is met; a cell may be its own neighbor.
 */
typedef struct {
  guint32 width;
  guint32 height;
  guint32 depth;
  LifeTopology topology;
  gboolean vertical_twist;
  gint32 shift_x, shift_y;
} LifeGeometry;

/**
 * LifeBox:
 * @x: first column
 * @y: first row
 * @z: first plane
 * @width: cells along x
 * @height: cells along y
 * @depth: cells along z
 *
 * A box of cells. What is read and written has to lie wholly inside its world, or where
 * that has no edges within #LIFE_MAX_COORDINATE.
 */
typedef struct {
  gint64 x, y, z;
  gint64 width, height, depth;
} LifeBox;

/**
 * life_geometry_check:
 * @geometry: a world's shape; sides that are not chosen yet are 0
 * @dimensions: 2 or 3, its rule's
 * @error: return location
 *
 * Reports whether there are such worlds: a sphere is as wide as high, only a torus
 * and a Klein bottle have a shift, 3D worlds are a torus without one or a plane, and
 * a world without edges has no size.
 *
 * Errors: %LIFE_ERROR_SIZE.
 *
 * Returns: %TRUE if there are
 */
LIFE_API gboolean life_geometry_check (
    const LifeGeometry *geometry, guint dimensions, GError **error);

/**
 * life_geometry_cells:
 * @geometry: a world's shape
 * @cells: (out): how many cells it has
 *
 * Returns: %FALSE when the number does not fit 64 bits, or there are no edges; @cells
 *   is then %G_MAXUINT64
 */
LIFE_API gboolean life_geometry_cells (
    const LifeGeometry *geometry, guint64 *cells);

/**
 * life_geometry_plane:
 * @geometry: a world's shape
 * @axis: the axis across which the plane is cut
 * @columns: (out): cells along the plane's rows
 * @rows: (out): rows of the plane
 * @planes: (out): how many such planes the world has
 *
 * The size of the planes that #LifeAxis describes. A world without edges is one plane
 * of no size.
 */
LIFE_API void life_geometry_plane (const LifeGeometry *geometry, LifeAxis axis,
    guint32 *columns, guint32 *rows, guint32 *planes);

G_END_DECLS
