/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* GLib, before all else that nvcc compiles: it asks for attributes by names of which
 * CUDA before 12 makes a macro. Nothing includes this; cuda/meson.build does. */
#pragma once
#pragma push_macro("__noinline__")
#undef __noinline__
#include <glib.h>
#pragma pop_macro("__noinline__")
