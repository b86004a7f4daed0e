/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* GPUs: which are there, and the context in which everything on one of them is
 * done. Works, and reports, in a process without a GPU or a driver. */
#pragma once

#include <glib.h>

typedef struct {
  int id;
  int multiprocessors;
  int compute_capability; /* ten times the major number, plus the minor one */
  void *context;          /* a CUcontext */
  gchar name[256];
} LifeDevice;

/* Whether GPU @id is there and can run what was compiled; -1 is the first.
 * Makes no context. */
gboolean life_device_check (int id, GError **error);

/* Fills @device. @context is the CUcontext to work in; NULL takes the GPU's
 * primary one, which then lives as long as the process. */
gboolean life_device_open (
    int id, void *context, LifeDevice *device, GError **error);

/* Makes @context current in this thread, and the one before it again. */
gboolean life_device_enter (void *context, GError **error);
void life_device_leave (void);

/* Enters a context for as long as it lives. */
class LifeDeviceScope {
public:
  LifeDeviceScope (const LifeDevice &device, GError **error)
      : entered (life_device_enter (device.context, error))
  {
  }
  ~LifeDeviceScope ()
  {
    if (entered)
      life_device_leave ();
  }
  LifeDeviceScope (const LifeDeviceScope &) = delete;
  LifeDeviceScope &operator= (const LifeDeviceScope &) = delete;

  const gboolean entered;
};
