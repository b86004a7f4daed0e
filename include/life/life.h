/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The whole public interface of the engine library; docs/reference/library.md is a tour of it. */
#pragma once

#include <life/checkpoint.h>
#include <life/choice.h>
#include <life/draw.h>
#include <life/engine.h>
#include <life/error.h>
#include <life/geometry.h>
#include <life/pattern.h>
#include <life/rule.h>
#include <life/snapshot.h>
#include <life/statistics.h>
#include <life/version.h>
#include <life/view.h>
#include <life/waypoints.h>
#include <life/world.h>
