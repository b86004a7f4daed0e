/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pools of buffers: downstream's if it suits, else one of our own. */
#include "plugin/video/pool.h"

#include "plugin/video/pinned.h"
#include "plugin/video/mapped-planes.h"

/* The size of a pool's buffers in bytes, and how many there are; @max: 0: no limit. */
typedef struct {
  guint size, min, max;
} PoolParams;

/* A pool for @caps of the element's own. */
static GstBufferPool *
new_pool (const GstLifeCuda *cuda, GstCaps *caps, gboolean by_planes)
{
  if (gst_life_cuda_is_caps (caps))
    return gst_life_cuda_new_pool (cuda);
  return by_planes ? gst_life_plane_pool_new () : gst_video_buffer_pool_new ();
}

/* Configures @pool; FALSE if it rejects the parameters. @params->size becomes what its buffers
 * have. */
static gboolean
configure_pool (GstBufferPool *pool, GstCaps *caps, PoolParams *params,
    GstAllocator *allocator, gboolean video_meta)
{
  GstStructure *config = gst_buffer_pool_get_config (pool);

  gst_buffer_pool_config_set_params (
      config, caps, params->size, params->min, params->max);
  if (allocator)
    gst_buffer_pool_config_set_allocator (config, allocator, NULL);
  if (video_meta)
    gst_buffer_pool_config_add_option (
        config, GST_BUFFER_POOL_OPTION_VIDEO_META);
  if (!gst_buffer_pool_set_config (pool, config)) {
    /* The pool has adjusted the parameters: use them if they suit. */
    config = gst_buffer_pool_get_config (pool);
    if (!gst_buffer_pool_config_validate_params (
            config, caps, params->size, params->min, params->max)
        || !gst_buffer_pool_set_config (pool, config))
      return FALSE;
  }
  config = gst_buffer_pool_get_config (pool);
  gst_buffer_pool_config_get_params (config, NULL, &params->size, NULL, NULL);
  gst_structure_free (config);
  return TRUE;
}

/* The pool that downstream offers, unless its memory is another device's. */
static GstBufferPool *
offered_pool (
    const GstLifeCuda *cuda, GstQuery *query, GstCaps *caps, PoolParams *params)
{
  GstBufferPool *pool = NULL;

  if (gst_query_get_n_allocation_pools (query) == 0)
    return NULL;
  gst_query_parse_nth_allocation_pool (
      query, 0, &pool, &params->size, &params->min, &params->max);
  if (pool && gst_life_cuda_is_caps (caps)
      && !gst_life_cuda_owns_pool (cuda, pool))
    gst_clear_object (&pool);
  return pool;
}

/* The base classes configure the pool once more, with the query's allocator. */
static void
set_allocator (GstQuery *query, GstAllocator *allocator)
{
  GstAllocationParams params;

  gst_allocation_params_init (&params);
  if (gst_query_get_n_allocation_params (query) > 0)
    gst_query_set_nth_allocation_param (query, 0, allocator, &params);
  else
    gst_query_add_allocation_param (query, allocator, &params);
}

gboolean
gst_life_decide_pool (const GstLifeCuda *cuda, const LifeEngineOptions *gpu,
    gboolean by_planes, GstQuery *query)
{
  gboolean update = gst_query_get_n_allocation_pools (query) > 0;
  GstBufferPool *pool;
  GstAllocator *allocator = NULL;
  GstCaps *caps = NULL;
  GstVideoInfo info;
  PoolParams params = { .min = 2 };
  gboolean video_meta, ready = FALSE;

  gst_query_parse_allocation (query, &caps, NULL);
  if (!caps || !gst_video_info_from_caps (&info, caps))
    return FALSE;

  pool = by_planes ? NULL : offered_pool (cuda, query, caps, &params);
  params.size = MAX (params.size, GST_VIDEO_INFO_SIZE (&info));
  video_meta =
      by_planes || gst_life_cuda_is_caps (caps)
      || gst_query_find_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL);
  if (pool) {
    ready = configure_pool (pool, caps, &params, NULL, video_meta);
    if (!ready)
      gst_clear_object (&pool);
  }
  if (!pool) {
    pool = new_pool (cuda, caps, by_planes);
    if (gpu && !gst_life_cuda_is_caps (caps))
      allocator =
          gst_life_pinned_allocator_new (gpu, GST_OBJECT (cuda->context));
    ready = pool && configure_pool (pool, caps, &params, allocator, video_meta);
    if (ready && allocator)
      set_allocator (query, allocator);
    gst_clear_object (&allocator);
  }

  if (ready && update)
    gst_query_set_nth_allocation_pool (
        query, 0, pool, params.size, params.min, params.max);
  else if (ready)
    gst_query_add_allocation_pool (
        query, pool, params.size, params.min, params.max);
  gst_clear_object (&pool);
  return ready;
}

void
gst_life_propose_pool (const GstLifeCuda *cuda, GstQuery *query)
{
  GstBufferPool *pool;
  GstCaps *caps = NULL;
  PoolParams params = { 0 };
  GstVideoInfo info;

  gst_query_parse_allocation (query, &caps, NULL);
  gst_query_add_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL);
  if (!caps || !gst_life_cuda_is_caps (caps)
      || !gst_video_info_from_caps (&info, caps))
    return;
  params.size = GST_VIDEO_INFO_SIZE (&info);
  pool = gst_life_cuda_new_pool (cuda);
  if (pool && configure_pool (pool, caps, &params, NULL, TRUE))
    gst_query_add_allocation_pool (query, pool, params.size, 0, 0);
  gst_clear_object (&pool);
}
