/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds that the reference advances, with which frames of elements are compared. */
#pragma once

#include <life/world.h>

LifeWorld *reference_new (guint width, guint height, guint depth,
    LifeTopology topology, const gchar *rule);
LifeWorld *reference_soup (
    guint width, guint height, guint64 seed, gdouble density);
LifeWorld *reference_pattern (guint width, guint height, LifeTopology topology,
    const gchar *pattern, gint x, gint y);
void reference_paste (LifeWorld *world, const gchar *pattern, gint x, gint y);
void reference_step (LifeWorld *world, guint64 generations);
void reference_set_rule (LifeWorld *world, const gchar *rule);

/* The cells, 255 where alive: what a GRAY8 frame at zoom 1 shows. */
GBytes *reference_cells (LifeWorld *world);
GBytes *reference_plane (LifeWorld *world, const LifeBox *box);
void reference_statistics (LifeWorld *world, LifeStatistics *statistics);
