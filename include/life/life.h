/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The whole public interface of the engine library. */
#pragma once

#include <life/error.h>
#include <life/geometry.h>
#include <life/pattern.h>
#include <life/rule.h>
#include <life/version.h>
#include <life/view.h>
#include <life/world.h>
