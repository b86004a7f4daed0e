/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pinned memory as GStreamer allocates it. */
#include "plugin/video/pinned.h"

#define GST_TYPE_LIFE_PINNED_ALLOCATOR (gst_life_pinned_allocator_get_type ())
G_DECLARE_FINAL_TYPE (GstLifePinnedAllocator, gst_life_pinned_allocator, GST,
    LIFE_PINNED_ALLOCATOR, GstAllocator)

struct _GstLifePinnedAllocator {
  GstAllocator parent;
  LifeEngineOptions options;
  GstObject *context;
};

G_DEFINE_TYPE (
    GstLifePinnedAllocator, gst_life_pinned_allocator, GST_TYPE_ALLOCATOR)

typedef struct {
  GstLifePinnedAllocator *allocator;
  gpointer data;
  gboolean pinned;
} Pinned;

static void
free_pinned (gpointer data)
{
  Pinned *memory = data;

  if (memory->pinned)
    life_engine_free_pinned (&memory->allocator->options, memory->data);
  else
    g_free (memory->data);
  gst_object_unref (memory->allocator);
  g_free (memory);
}

static GstMemory *
gst_life_pinned_allocator_alloc (
    GstAllocator *allocator, gsize size, GstAllocationParams *params)
{
  GstLifePinnedAllocator *self = GST_LIFE_PINNED_ALLOCATOR (allocator);
  const gsize whole = MAX (params->prefix + size + params->padding, 1);
  Pinned *memory = g_new (Pinned, 1);

  memory->allocator = gst_object_ref (self);
  memory->data = life_engine_alloc_pinned (&self->options, whole);
  memory->pinned = memory->data != NULL;
  if (!memory->pinned)
    memory->data = g_try_malloc (whole);
  if (!memory->data) {
    free_pinned (memory);
    return NULL;
  }
  return gst_memory_new_wrapped (params->flags, memory->data, whole,
      params->prefix, size, memory, free_pinned);
}

static void
gst_life_pinned_allocator_finalize (GObject *object)
{
  gst_clear_object (&GST_LIFE_PINNED_ALLOCATOR (object)->context);
  G_OBJECT_CLASS (gst_life_pinned_allocator_parent_class)->finalize (object);
}

static void
gst_life_pinned_allocator_class_init (GstLifePinnedAllocatorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gst_life_pinned_allocator_finalize;
  GST_ALLOCATOR_CLASS (klass)->alloc = gst_life_pinned_allocator_alloc;
}

static void
gst_life_pinned_allocator_init (GstLifePinnedAllocator *self)
{
  GST_OBJECT_FLAG_SET (self, GST_ALLOCATOR_FLAG_CUSTOM_ALLOC);
}

GstAllocator *
gst_life_pinned_allocator_new (
    const LifeEngineOptions *options, GstObject *context)
{
  GstLifePinnedAllocator *self =
      gst_object_ref_sink (g_object_new (GST_TYPE_LIFE_PINNED_ALLOCATOR, NULL));

  self->options = *options;
  self->context = context ? gst_object_ref (context) : NULL;
  return GST_ALLOCATOR (self);
}
