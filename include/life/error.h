/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The one error domain of the library; what each code means to a caller. */
#pragma once

#include <life/api.h>

G_BEGIN_DECLS

/**
 * LIFE_ERROR:
 *
 * The domain of every #GError that the library returns.
 */
#define LIFE_ERROR (life_error_quark ())

/**
 * LifeError:
 * @LIFE_ERROR_RULE: a rule's text is wrong; the message names the character
 * @LIFE_ERROR_PATTERN: a pattern's text is wrong; the message names line and column
 * @LIFE_ERROR_FILE: a file cannot be read or written
 * @LIFE_ERROR_SIZE: sizes contradict each other, a pattern does not fit the world, or
 *   there is more of it than is read or written
 * @LIFE_ERROR_MEMORY: the memory does not suffice; the message reports how much was needed and free
 * @LIFE_ERROR_UNSUPPORTED: this engine or kernel cannot run what was requested
 * @LIFE_ERROR_DEVICE: the engine's device is missing or failed
 * @LIFE_ERROR_CANCELLED: the caller's flag ended a long step
 * @LIFE_ERROR_PALETTE: a palette's text is wrong; the message names the character
 * @LIFE_ERROR_WAYPOINTS: a text of waypoints is wrong; the message names the character
 *
 * The codes of #LIFE_ERROR. Each function that has a #GError lists those that it may set.
 */
typedef enum {
  LIFE_ERROR_RULE,
  LIFE_ERROR_PATTERN,
  LIFE_ERROR_FILE,
  LIFE_ERROR_SIZE,
  LIFE_ERROR_MEMORY,
  LIFE_ERROR_UNSUPPORTED,
  LIFE_ERROR_DEVICE,
  LIFE_ERROR_CANCELLED,
  LIFE_ERROR_PALETTE,
  LIFE_ERROR_WAYPOINTS,
} LifeError;

/**
 * life_error_quark:
 *
 * Returns: the number of the domain #LIFE_ERROR
 */
LIFE_API GQuark life_error_quark (void);

G_END_DECLS
