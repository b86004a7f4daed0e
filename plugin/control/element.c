/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The virtual functions of GObject and GstElement. The elements have different base classes, so
 * that each type's #GstLifeElement is found by its GType. */
#include "plugin/control/element.h"

#include "plugin/control/actions.h"
#include "plugin/control/navigation.h"
#include "plugin/control/presets.h"
#include "plugin/control/values.h"
#include "plugin/world/element-events.h"
#include "plugin/world/fail.h"
#include "plugin/world/property-events.h"
#include "plugin/world/save-element.h"

static G_DEFINE_QUARK (gst - life - element, element)

    static const GstLifeElement *element_of (gpointer self)
{
  return g_type_get_qdata (G_OBJECT_TYPE (self), element_quark ());
}

static GstLife *
life_of (gpointer self)
{
  return G_STRUCT_MEMBER_P (self, element_of (self)->life);
}

static gpointer
parent_class_of (gpointer self)
{
  return g_type_class_peek_parent (G_OBJECT_GET_CLASS (self));
}

static void
set_property (GObject *self, guint id, const GValue *value, GParamSpec *pspec)
{
  gst_life_set_property (life_of (self), value, pspec);
}

static void
get_property (GObject *self, guint id, GValue *value, GParamSpec *pspec)
{
  gst_life_get_property (life_of (self), value, pspec);
}

static void
reset (gpointer self)
{
  if (element_of (self)->reset)
    element_of (self)->reset (self);
}

static void
finalize (GObject *self)
{
  const GstLifeElement *element = element_of (self);

  reset (self);
  if (element->finalize)
    element->finalize (self);
  gst_life_navigation_clear (G_STRUCT_MEMBER_P (self, element->navigation));
  gst_life_finalize (life_of (self));
  G_OBJECT_CLASS (parent_class_of (self))->finalize (self);
}

static void
set_context (GstElement *self, GstContext *context)
{
  gst_life_set_context (life_of (self), context);
  GST_ELEMENT_CLASS (parent_class_of (self))->set_context (self, context);
}

GstStateChangeReturn
gst_life_element_change_state (GstElement *self, GstStateChange transition)
{
  GstLife *life = life_of (self);
  GstStateChangeReturn ret;
  GError *error = NULL;

  if (transition == GST_STATE_CHANGE_READY_TO_PAUSED) {
    g_atomic_int_set (&life->cancelled, 0);
    if (!element_of (self)->open (self, &error)) {
      gst_life_fail (life, error);
      gst_life_close (life);
      return GST_STATE_CHANGE_FAILURE;
    }
  }
  if (transition == GST_STATE_CHANGE_PAUSED_TO_READY)
    g_atomic_int_set (&life->cancelled, 1);
  ret = GST_ELEMENT_CLASS (parent_class_of (self))
            ->change_state (self, transition);
  if (transition == GST_STATE_CHANGE_PAUSED_TO_READY) {
    gst_life_save_end (life);
    gst_life_reset_events (life);
  }
  gst_life_follow_state (life, transition, ret);
  if (transition == GST_STATE_CHANGE_PAUSED_TO_READY
      || ret == GST_STATE_CHANGE_FAILURE)
    gst_life_property_events_end (life);
  if (transition == GST_STATE_CHANGE_PAUSED_TO_READY)
    reset (self);
  return ret;
}

void
gst_life_element_class_init (
    GstElementClass *klass, const GstLifeElement *life_element)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  g_type_set_qdata (
      G_OBJECT_CLASS_TYPE (klass), element_quark (), (gpointer) life_element);
  object_class->set_property = set_property;
  object_class->get_property = get_property;
  object_class->finalize = finalize;
  object_class->notify = gst_life_presets_notify;
  klass->set_context = set_context;
  klass->change_state = gst_life_element_change_state;
  gst_life_properties_install (object_class, life_element->properties);
  gst_life_actions_install (object_class, life_element->life);
}

void
gst_life_element_init (GstElement *self)
{
  gst_life_init (life_of (self), self);
  gst_life_navigation_init (
      G_STRUCT_MEMBER_P (self, element_of (self)->navigation));
}
