/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Samples worlds that are seen in perspective on a GPU, by the arithmetic of
 * life/draw/body/: a thread follows the rays of a pixel through the engine's own cells.
 * Which blocks have live cells is found before, in cuda-blocks.cu.
 *
 * A warp has 8 × 4 pixels, whose rays meet much the same words, which are in the L1 cache
 * then. Every turn of a ray's loop is a step of the same code, whatever the block that it
 * leaves, so that the lanes of a warp stay together until the last one meets a cell. What
 * bounds it is the instructions of those steps, not memory. */
#include "cuda/draw/body/cuda-body.h"
#include "cuda/draw/body/cuda-blocks.h"
#include "cuda/device/dependent.cuh"

#include "life/draw/body/body.h"

/* Pixels of a warp, and warps of a thread block. Small ones, since rays end at different
 * times. */
#define WARP_WIDTH 8
#define WARP_HEIGHT 4
#define WARPS 2
#define THREADS (32 * WARPS)

/* So many thread blocks share a multiprocessor: half of the warps that fit it. */
#define BLOCKS_AT_ONCE 16

/* Pixels around the world: in others nothing is seen of it, nor of its edges. */
struct BodyBox {
  float left, top, right, bottom;
};

/* From the middle of a warp's pixels to those at its corners and as far as an edge is seen
 * from there, rounded up; of what is rounded along an edge that begins far outside the
 * frame, so much more. */
#define EDGE_REACH 6.0f
#define EDGE_ERROR 1e-6f

/* Which edges of the world's box may be seen in the pixels of a warp, around the position
 * (@x, @y): a bit each. Most warps see none; a lane searches each. */
static __device__ __forceinline__ uint32_t
find_edges (const LifeScene &scene, uint32_t lane, float x, float y)
{
  bool is_seen = false;

  if (lane < scene.n_edges && scene.is_lined) {
    const LifeSceneEdge &edge = scene.edges[lane];
    const float right = x - edge.x, down = y - edge.y;
    const float along = right * edge.right + down * edge.down;
    const float across = right * edge.down - down * edge.right;
    const float reach =
        EDGE_REACH + (fabsf (right) + fabsf (down)) * EDGE_ERROR;

    is_seen =
        fabsf (across) < reach && along > -reach && along < edge.length + reach;
  }
  return __ballot_sync (~0u, is_seen);
}

template <LifeFieldKind kind>
static __global__ void
__launch_bounds__ (THREADS, BLOCKS_AT_ONCE) body_kernel (
    const __grid_constant__ LifeBody body, BodyBox box, uint32_t *samples)
{
  const LifeScene &scene = body.scene;
  const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const uint32_t left = blockIdx.x * WARP_WIDTH;
  const uint32_t top = (blockIdx.y * WARPS + warp) * WARP_HEIGHT;
  const uint32_t x = left + lane % WARP_WIDTH, y = top + lane / WARP_WIDTH;
  const float middle_x = (float) left + WARP_WIDTH / 2;
  const float middle_y = (float) top + WARP_HEIGHT / 2;
  const bool is_around = middle_x > box.left && middle_x < box.right
                         && middle_y > box.top && middle_y < box.bottom;
  uint32_t *sample = samples + (size_t) y * scene.width + x;

  life_launch_wait ();
  if (!is_around) {
    if (x < scene.width && y < scene.height)
      *sample = life_body_background (&scene, y);
    return;
  }
  uint32_t edges = find_edges (scene, lane, middle_x, middle_y);
  if (x >= scene.width || y >= scene.height)
    return;
  if (edges != 0)
    edges &= life_scene_edges_in_row (&scene, (float) y);
  *sample = life_body_pixel (&body, kind, edges, x, y);
}

/* --- On the host --- */

/* The box of the middles of warps that may see the world. */
static BodyBox
find_box (const LifeScene *scene)
{
  BodyBox box = { INFINITY, INFINITY, -INFINITY, -INFINITY };

  if (!scene->is_in_front)
    return { -INFINITY, -INFINITY, INFINITY, INFINITY };
  for (uint32_t i = 0; i < scene->n_edges; i++) {
    const LifeSceneEdge *edge = &scene->edges[i];
    const float end = edge->x + edge->right * edge->length;

    box.left = MIN (box.left, MIN (edge->x, end));
    box.right = MAX (box.right, MAX (edge->x, end));
    box.top = MIN (box.top, edge->top);
    box.bottom = MAX (box.bottom, edge->bottom);
  }
  return { box.left - EDGE_REACH, box.top - EDGE_REACH, box.right + EDGE_REACH,
    box.bottom + EDGE_REACH };
}

/* The tables of the last frame on the GPU, made anew when they have changed. */
static gboolean
find_tables (LifeCudaBody *self, LifeCudaDrawer *drawer, gdouble gain,
    const LifeScene *scene, GError **error)
{
  LifeUploadedPlan *uploaded = &drawer->picture;
  LifeBodyTables tables;

  if (self->valid && !(uploaded->stale & LIFE_DERIVED_BODY)
      && self->gain == gain)
    return TRUE;
  self->valid = FALSE;
  life_body_tables_init (&tables, &uploaded->plan.coloring, scene, gain);
  /* Memory that is not pinned is read before the call returns. */
  if (!life_scratch_reserve (&self->tables, sizeof tables, "a view", error)
      || !life_cuda_check (
          cudaMemcpyAsync (self->tables.data, &tables, sizeof tables,
              cudaMemcpyHostToDevice, drawer->cuda->launcher.stream),
          "preparing a view", error))
    return FALSE;
  uploaded->stale &= ~LIFE_DERIVED_BODY;
  self->gain = gain;
  self->valid = TRUE;
  return TRUE;
}

/* The cells as they lie in memory; FALSE for those that lie in strips. */
static gboolean
find_field (const LifeCudaEngine *cuda, LifeField *field, GError **error)
{
  const LifeStorage &storage = cuda->storage;
  const bool bytes = storage.layout == LIFE_LAYOUT_BYTES;
  const size_t units = bytes ? sizeof (uint32_t) : 1; /* of a word */

  if (storage.layout == LIFE_LAYOUT_STRIPS) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "a view in perspective shows 3D worlds; give the world a rule of 3D");
    return FALSE;
  }
  *field = {};
  field->kind = bytes ? LIFE_FIELD_BYTES : LIFE_FIELD_BIT;
  field->cells = cuda->present;
  field->row = storage.row * units;
  field->plane = storage.plane * units;
  field->ring = (int32_t) storage.depth;
  field->n_bits = 1;
  return TRUE;
}

static gboolean
find_history (LifeCudaDrawer *drawer, LifeBody *body, GError **error)
{
  LifeCudaHistory *history = &drawer->history;

  if (body->source != LIFE_COLOR_SOURCE_HISTORY)
    return TRUE;
  if (!life_cuda_history_reserve (history, drawer->cuda, error))
    return FALSE;
  body->history = (const uint8_t *) history->past.data;
  body->history_shape = history->shape;
  return TRUE;
}

static gboolean
open_world (
    LifeCudaBody *self, LifeCudaDrawer *drawer, LifeBody *body, GError **error)
{
  const LifeCudaEngine *cuda = drawer->cuda;

  return find_field (cuda, &body->field, error)
         && find_history (drawer, body, error)
         && life_blocks_find_on_device (&self->blocks, &body->pyramid,
             cuda->launcher, cuda->storage, cuda->present, error);
}

template <LifeFieldKind kind>
static cudaError_t
sample (const LifeLauncher &launcher, const LifeBody &body, uint32_t *samples)
{
  const dim3 blocks ((body.scene.width - 1) / WARP_WIDTH + 1,
      (body.scene.height - 1) / (WARP_HEIGHT * WARPS) + 1);

  return life_launch_dependent (launcher, body_kernel<kind>, blocks,
      dim3 (THREADS), 0, body, find_box (&body.scene), samples);
}

gboolean
life_body_sample (LifeCudaBody *self, LifeCudaDrawer *drawer, guint64 number,
    const LifeView *view, const LifeFrame *frame, GError **error)
{
  const LifeGeometry *geometry = &drawer->cuda->engine.geometry;
  const LifeLauncher &launcher = drawer->cuda->launcher;
  const gsize pixels = (gsize) frame->width * frame->height;
  const bool stacked = life_view_kind_is (view->kind, LIFE_VIEW_FLAG_STACKS);
  const LifeStackShape *shape = &self->stack.shape;
  LifeBody body;

  life_body_init (&body, &drawer->picture.plan, geometry,
      stacked ? shape : NULL, stacked ? life_stack_slot (shape, number) : 0);
  if (stacked)
    life_cuda_stack_show (&self->stack, &body);
  else if (!open_world (self, drawer, &body, error))
    return FALSE;
  if (!find_tables (self, drawer, view->density_gain, &body.scene, error)
      || !life_scratch_reserve (
          &drawer->samples, pixels * sizeof (uint32_t), "a picture", error))
    return FALSE;
  body.tables = (const LifeBodyTables *) self->tables.data;
  uint32_t *samples = (uint32_t *) drawer->samples.data;
  return life_cuda_check (
      body.field.kind == LIFE_FIELD_BYTES
          ? sample<LIFE_FIELD_BYTES> (launcher, body, samples)
          : sample<LIFE_FIELD_BIT> (launcher, body, samples),
      "drawing", error);
}

void
life_body_clear (LifeCudaBody *body)
{
  life_scratch_release (&body->blocks);
  life_scratch_release (&body->tables);
  body->valid = FALSE;
}
