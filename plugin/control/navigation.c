/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Mouse, touch and keys become gestures, by what is down; gestures.c and keys.c perform
 * them. */
#include "plugin/control/navigation.h"

#include <gst/video/navigation.h>

#include "plugin/control/gestures.h"
#include "plugin/control/keys.h"

#include <math.h>

/* A step of the wheel multiplies the zoom by the fourth root of 2. Units of steps differ; no
 * event counts as more than one. */
#define WHEEL_STEPS 4.0

/* A finger that moves by fewer pixels counts as still. */
#define STILL 4.0

/* With one of these a key is a shortcut of the window or of the desktop. */
#define SHORTCUTS                                                              \
  (GST_NAVIGATION_MODIFIER_CONTROL_MASK | GST_NAVIGATION_MODIFIER_MOD1_MASK    \
      | GST_NAVIGATION_MODIFIER_MOD4_MASK | GST_NAVIGATION_MODIFIER_SUPER_MASK \
      | GST_NAVIGATION_MODIFIER_HYPER_MASK                                     \
      | GST_NAVIGATION_MODIFIER_META_MASK)

enum {
  LEFT = 1,
  MIDDLE,
  RIGHT,
  WHEEL_UP,
  WHEEL_DOWN
};

typedef enum {
  NOTHING,
  DRAW,  /* from one point to the other */
  PAN,   /* by the distance from one point to the other */
  PINCH, /* that, and then zoom by @factor about the other */
} GestureKind;

typedef struct {
  GestureKind kind;
  gdouble x0, y0, x1, y1;
  guint state;
  gboolean continues;
  gdouble factor;
} Gesture;

void
gst_life_navigation_init (GstLifeNavigation *self)
{
  g_mutex_init (&self->lock);
}

void
gst_life_navigation_clear (GstLifeNavigation *self)
{
  g_mutex_clear (&self->lock);
}

/* --- Gestures --- */

/* The middle of the pixel at @coordinate: pixels count from 0, so that 0 stands for all of the
 * first one. */
static gdouble
middle (gdouble coordinate)
{
  return floor (coordinate) + 0.5;
}

static void
draw (GstLifeNavigation *self, GstLife *life, const Gesture *gesture)
{
  const GstLifeStroke stroke = { middle (gesture->x0), middle (gesture->y0),
    middle (gesture->x1), middle (gesture->y1), gesture->state,
    gesture->continues };
  const gboolean drawn = gst_life_draw_on_frame (life, &stroke);

  g_mutex_lock (&self->lock);
  self->drawing |= drawn;
  g_mutex_unlock (&self->lock);
}

static void
pan (GstLife *life, const Gesture *gesture)
{
  const gdouble dx = gesture->x1 - gesture->x0;
  const gdouble dy = gesture->y1 - gesture->y0;

  if (dx != 0 || dy != 0)
    gst_life_pan (life, dx, dy);
}

/* Not under the lock: properties that change are notified. */
static void
perform (GstLifeNavigation *self, GstLife *life, const Gesture *gesture)
{
  switch (gesture->kind) {
    case DRAW:
      draw (self, life, gesture);
      break;
    case PAN:
      pan (life, gesture);
      break;
    case PINCH:
      pan (life, gesture);
      gst_life_zoom_at (life, gesture->factor, gesture->x1, gesture->y1);
      break;
    default:
      break;
  }
}

/* What gestures depend on; @shows: there is a frame. */
typedef struct {
  gboolean perspective, shows;
  guint draw_state;
} Situation;

/* A point of the frame, in pixels. */
typedef struct {
  gdouble x, y;
} PointerPoint;

static Gesture
drag (const GstLifeNavigation *self, const Situation *situation, guint button,
    PointerPoint from, PointerPoint to)
{
  Gesture gesture = { DRAW, from.x, from.y, to.x, to.y };

  if (situation->perspective || button == MIDDLE)
    gesture.kind = PAN;
  gesture.state = button == LEFT ? situation->draw_state : 0;
  gesture.continues = self->drawing;
  return gesture;
}

/* --- The mouse; under the lock --- */

static gboolean
press (GstLifeNavigation *self, const Situation *situation, guint button,
    gdouble x, gdouble y, Gesture *gesture)
{
  if (button > RIGHT || button < LEFT)
    return FALSE;
  /* The button that was pressed first counts until it is released. */
  if (self->button != 0)
    return TRUE;
  self->button = button;
  self->x = x;
  self->y = y;
  self->drawing = FALSE;
  *gesture = drag (
      self, situation, button, (PointerPoint){ x, y }, (PointerPoint){ x, y });
  return TRUE;
}

static gboolean
move (GstLifeNavigation *self, const Situation *situation, gdouble x, gdouble y,
    Gesture *gesture)
{
  if (self->button == 0)
    return FALSE;
  if (x != self->x || y != self->y)
    *gesture = drag (self, situation, self->button,
        (PointerPoint){ self->x, self->y }, (PointerPoint){ x, y });
  self->x = x;
  self->y = y;
  return TRUE;
}

static gboolean
release (GstLifeNavigation *self, const Situation *situation, guint button,
    gdouble x, gdouble y, Gesture *gesture)
{
  const gboolean handled = move (self, situation, x, y, gesture);

  if (button == self->button)
    self->button = 0;
  return handled;
}

static gboolean
scroll (gdouble steps, gdouble x, gdouble y, Gesture *gesture)
{
  if (steps == 0 || !isfinite (steps))
    return FALSE;
  *gesture = (Gesture){ PINCH, middle (x), middle (y), middle (x), middle (y),
    .factor = exp2 (CLAMP (steps, -1, 1) / WHEEL_STEPS) };
  return TRUE;
}

static gboolean
handle_button (GstLifeNavigation *self, const Situation *situation,
    GstEvent *event, gboolean pressed, Gesture *gesture)
{
  gdouble x, y;
  gint button;

  if (!gst_navigation_event_parse_mouse_button_event (event, &button, &x, &y))
    return FALSE;
  if (button == WHEEL_UP || button == WHEEL_DOWN)
    return !pressed || scroll (button == WHEEL_UP ? 1 : -1, x, y, gesture);
  return (pressed ? press : release) (
      self, situation, (guint) button, x, y, gesture);
}

/* --- Touch; under the lock --- */

static GstLifeFinger *
find_finger (GstLifeNavigation *self, guint id)
{
  for (guint i = 0; i < self->n_fingers; i++)
    if (self->fingers[i].id == id)
      return &self->fingers[i];
  return NULL;
}

static void
add_finger (GstLifeNavigation *self, guint id, gdouble x, gdouble y)
{
  if (self->n_fingers == GST_LIFE_FINGERS || find_finger (self, id))
    return;
  self->fingers[self->n_fingers++] = (GstLifeFinger){ id, x, y };
  if (self->n_fingers == 2)
    self->touch = GST_LIFE_TOUCH_SPREAD;
  else if (self->touch == GST_LIFE_TOUCH_NONE)
    self->touch = GST_LIFE_TOUCH_TAP;
}

/* One of two fingers moves: the view follows their middle, and zooms as they spread. */
static Gesture
spread (const GstLifeFinger *finger, const GstLifeFinger *other, gdouble x,
    gdouble y)
{
  const gdouble old_distance =
      hypot (finger->x - other->x, finger->y - other->y);
  const gdouble new_distance = hypot (x - other->x, y - other->y);

  return (Gesture){ PINCH, (finger->x + other->x) / 2,
    (finger->y + other->y) / 2, (x + other->x) / 2, (y + other->y) / 2,
    .factor = MAX (new_distance, 1) / MAX (old_distance, 1) };
}

/* A finger that moves, or is about to be lifted. */
typedef struct {
  guint id;
  PointerPoint at;
  gboolean lifts;
} Touch;

/* A finger that comes down may be the first of two, so that it draws only when it moves or
 * lifts. */
static void
move_finger (GstLifeNavigation *self, const Situation *situation,
    const Touch *touch, Gesture *gesture)
{
  GstLifeFinger *finger = find_finger (self, touch->id);
  const PointerPoint to = touch->at;
  PointerPoint from;

  if (!finger)
    return;
  from = (PointerPoint){ finger->x, finger->y };
  if (self->touch == GST_LIFE_TOUCH_TAP
      && (touch->lifts || hypot (to.x - from.x, to.y - from.y) >= STILL)) {
    self->touch = GST_LIFE_TOUCH_DRAG;
    self->drawing = FALSE;
    *gesture = drag (self, situation, LEFT, from, to);
  } else if (self->touch == GST_LIFE_TOUCH_DRAG) {
    *gesture = drag (self, situation, LEFT, from, to);
  } else if (self->touch == GST_LIFE_TOUCH_SPREAD) {
    *gesture = spread (
        finger, &self->fingers[finger == &self->fingers[0]], to.x, to.y);
  }
  if (self->touch != GST_LIFE_TOUCH_TAP) {
    finger->x = to.x;
    finger->y = to.y;
  }
}

static void
remove_finger (GstLifeNavigation *self, guint id)
{
  GstLifeFinger *finger = find_finger (self, id);

  if (!finger)
    return;
  *finger = self->fingers[--self->n_fingers];
  self->touch =
      self->n_fingers == 0 ? GST_LIFE_TOUCH_NONE : GST_LIFE_TOUCH_DONE;
}

static gboolean
handle_touch (GstLifeNavigation *self, const Situation *situation,
    GstEvent *event, GstNavigationEventType type, Gesture *gesture)
{
  const gboolean lifts = type == GST_NAVIGATION_EVENT_TOUCH_UP;
  gdouble x, y;
  guint id;

  if (!(lifts ? gst_navigation_event_parse_touch_up_event (event, &id, &x, &y)
              : gst_navigation_event_parse_touch_event (
                  event, &id, &x, &y, NULL)))
    return FALSE;
  if (type == GST_NAVIGATION_EVENT_TOUCH_DOWN)
    add_finger (self, id, x, y);
  else
    move_finger (self, situation, &(Touch){ id, { x, y }, lifts }, gesture);
  if (lifts)
    remove_finger (self, id);
  return TRUE;
}

/* --- Events --- */

static gboolean
handle_key (GstLife *life, GstEvent *event, gboolean pressed)
{
  GstNavigationModifierType modifiers = GST_NAVIGATION_MODIFIER_NONE;
  const gchar *name = NULL;

  gst_navigation_event_parse_modifier_state (event, &modifiers);
  if (modifiers & SHORTCUTS
      || !gst_navigation_event_parse_key_event (event, &name) || !name)
    return FALSE;
  return pressed ? gst_life_key_press (life, name)
                 : gst_life_key_is_bound (name);
}

/* Mouse and touch; under the lock. */
static gboolean
handle_pointer (GstLifeNavigation *self, const Situation *situation,
    GstEvent *event, GstNavigationEventType type, Gesture *gesture)
{
  gdouble x, y, steps;

  switch (type) {
    case GST_NAVIGATION_EVENT_MOUSE_BUTTON_PRESS:
    case GST_NAVIGATION_EVENT_MOUSE_BUTTON_RELEASE:
      return handle_button (self, situation, event,
          type == GST_NAVIGATION_EVENT_MOUSE_BUTTON_PRESS, gesture);
    case GST_NAVIGATION_EVENT_MOUSE_MOVE:
      return gst_navigation_event_parse_mouse_move_event (event, &x, &y)
             && move (self, situation, x, y, gesture);
    case GST_NAVIGATION_EVENT_MOUSE_SCROLL:
      return gst_navigation_event_parse_mouse_scroll_event (
                 event, &x, &y, NULL, &steps)
             && scroll (steps, x, y, gesture);
    case GST_NAVIGATION_EVENT_TOUCH_DOWN:
    case GST_NAVIGATION_EVENT_TOUCH_MOTION:
    case GST_NAVIGATION_EVENT_TOUCH_UP:
      return handle_touch (self, situation, event, type, gesture);
    case GST_NAVIGATION_EVENT_TOUCH_FRAME:
      return self->n_fingers > 0;
    case GST_NAVIGATION_EVENT_TOUCH_CANCEL:
      self->n_fingers = 0;
      self->touch = GST_LIFE_TOUCH_NONE;
      return TRUE;
    default:
      return FALSE;
  }
}

/* Its presses and releases are events of their own. */
static gboolean
is_double_click (GstEvent *event)
{
  const GstStructure *fields = gst_event_get_structure (event);

  return fields
         && g_strcmp0 (gst_structure_get_string (fields, "event"),
                "mouse-double-click")
                == 0;
}

static gboolean
read_situation (GstLife *life, Situation *situation)
{
  gboolean enabled;

  situation->perspective = gst_life_is_in_perspective (life, &situation->shows);
  g_mutex_lock (&life->lock);
  enabled = life->settings.interaction.navigation;
  situation->draw_state = life->settings.interaction.draw_state;
  g_mutex_unlock (&life->lock);
  return enabled;
}

/* Releases the button and all fingers. */
static void
release_all (GstLifeNavigation *self)
{
  g_mutex_lock (&self->lock);
  self->button = self->n_fingers = 0;
  self->touch = GST_LIFE_TOUCH_NONE;
  g_mutex_unlock (&self->lock);
}

gboolean
gst_life_navigation_handle (
    GstLifeNavigation *self, GstLife *life, GstEvent *event)
{
  const GstNavigationEventType type = gst_navigation_event_get_type (event);
  Gesture gesture = { NOTHING };
  Situation situation;
  gboolean handled;

  if (!read_situation (life, &situation)) {
    release_all (self);
    return FALSE;
  }
  if (type == GST_NAVIGATION_EVENT_KEY_PRESS
      || type == GST_NAVIGATION_EVENT_KEY_RELEASE)
    return handle_key (life, event, type == GST_NAVIGATION_EVENT_KEY_PRESS);
  if (!situation.shows) {
    release_all (self);
    return FALSE;
  }
  if (is_double_click (event))
    return TRUE;
  g_mutex_lock (&self->lock);
  handled = handle_pointer (self, &situation, event, type, &gesture);
  g_mutex_unlock (&self->lock);
  perform (self, life, &gesture);
  return handled;
}
