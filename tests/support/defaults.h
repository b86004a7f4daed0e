/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Views and options as they are by default, for tests that change a member or none. */
#pragma once

#include <life/world.h>

static inline LifeView
default_view (void)
{
  LifeView view;

  life_view_init (&view);
  return view;
}

static inline LifeEngineOptions
default_options (void)
{
  LifeEngineOptions options;

  life_engine_options_init (&options);
  return options;
}
