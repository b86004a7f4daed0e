/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The interface GstURIHandler: an address, parsed by address.c, sets properties. */
#include "plugin/lifesrc/lifesrc-private.h"

/* Only a lifesrc has this interface. */
static GstLifeSrc *
self_of (GstURIHandler *handler)
{
  return (GstLifeSrc *) handler;
}

static GstURIType
get_type_uri (GType type)
{
  return GST_URI_SRC;
}

static const gchar *const *
get_protocols (GType type)
{
  static const gchar *const protocols[] = { "life", NULL };

  return protocols;
}

/* Resets a property to its value in a new element. The defaults of texts, of a depth and of the
 * dead color depend on other properties, so that they become unset. */
static void
reset_property (GstLifeSrc *self, GParamSpec *pspec)
{
  const GstLifeProperty *property = gst_life_property_of (pspec);
  GValue value = G_VALUE_INIT;

  g_value_init (&value, pspec->value_type);
  if (!G_VALUE_HOLDS_STRING (&value))
    g_param_value_set_default (pspec, &value);
  g_object_set_property (G_OBJECT (self), pspec->name, &value);
  g_value_unset (&value);
  if (!property || property->set_flag == 0)
    return;
  g_mutex_lock (&self->life.lock);
  G_STRUCT_MEMBER (gboolean, &self->life.settings, property->set_flag) = FALSE;
  g_mutex_unlock (&self->life.lock);
}

/* Resets what the last address set, and all that a world can start from, which only the new
 * address chooses. */
static void
reset_addressed (GstLifeSrc *self)
{
  for (guint i = 0; self->addressed && i < self->addressed->len; i++)
    reset_property (
        self, ((GstLifeAddressed *) self->addressed->pdata[i])->pspec);
  g_object_set (self, "location", NULL, "pattern", NULL, "text", NULL, NULL);
}

/* As a preset that is loaded does: a rule's own background wins over it. */
static void
leave_dead_color_to_rule (GstLifeSrc *self)
{
  g_mutex_lock (&self->life.lock);
  self->life.settings.appearance.dead_set = FALSE;
  g_mutex_unlock (&self->life.lock);
}

static gboolean
set_uri (GstURIHandler *handler, const gchar *uri, GError **error)
{
  GstLifeSrc *self = self_of (handler);
  GstLifeAddressedStream stream;
  GPtrArray *addressed;

  if (gst_life_is_running (&self->life)) {
    g_set_error_literal (error, GST_URI_ERROR, GST_URI_ERROR_BAD_STATE,
        "the address of a lifesrc cannot change while it runs; set it in "
        "READY");
    return FALSE;
  }
  addressed =
      gst_life_address_parse (uri, G_OBJECT_GET_CLASS (self), &stream, error);
  if (!addressed)
    return FALSE;
  reset_addressed (self);
  for (guint i = 0; i < addressed->len; i++) {
    const GstLifeAddressed *one = addressed->pdata[i];

    g_object_set_property (G_OBJECT (self), one->pspec->name, &one->value);
    if (one->from_preset && g_str_equal (one->pspec->name, "dead-color"))
      leave_dead_color_to_rule (self);
  }
  g_clear_pointer (&self->addressed, g_ptr_array_unref);
  self->addressed = addressed;
  GST_OBJECT_LOCK (self);
  self->stream = stream;
  g_free (self->uri);
  self->uri = g_strdup (uri);
  self->uri_serial = gst_life_settings_serial (&self->life);
  GST_OBJECT_UNLOCK (self);
  return TRUE;
}

/* An address is returned only while no other property was set. */
static gchar *
get_uri (GstURIHandler *handler)
{
  GstLifeSrc *self = self_of (handler);
  gchar *uri = NULL;

  GST_OBJECT_LOCK (self);
  if (self->uri_serial == gst_life_settings_serial (&self->life))
    uri = g_strdup (self->uri);
  GST_OBJECT_UNLOCK (self);
  return uri;
}

void
gst_life_src_uri_implement (gpointer interface, gpointer data)
{
  GstURIHandlerInterface *iface = interface;

  iface->get_type = get_type_uri;
  iface->get_protocols = get_protocols;
  iface->set_uri = set_uri;
  iface->get_uri = get_uri;
}

void
gst_life_src_finalize_uri (GstLifeSrc *self)
{
  g_clear_pointer (&self->addressed, g_ptr_array_unref);
  g_clear_pointer (&self->uri, g_free);
}
