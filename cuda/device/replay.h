/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Launches that come again and again with the same arguments, replayed as one. */
#pragma once

#include "cuda/device/launch.h"

LifeReplay *life_replay_new (void);
void life_replay_free (LifeReplay *replay);

/* From here on launches by @launcher are noted. */
void life_replay_begin (LifeReplay *replay, LifeLauncher *launcher);

/* Launches what was noted, in the order in which it was; launches are made at once
 * again. Nothing is launched where it is not @requested. */
cudaError_t life_replay_end (
    LifeReplay *replay, LifeLauncher *launcher, bool requested);
