/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Palettes: which text is one, what is said of others, the colors in between, and those of
 * the states of a rule. */
#include <string.h>

#include <life/error.h>
#include <life/palette.h>

#include "tests/support/defaults.h"
#include "tests/support/text/rule-value.h"

static void
get_colors (const gchar *text, guint32 colors[LIFE_PALETTE_COLORS])
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LifePalette) palette = life_palette_parse (text, &error);

  g_assert_no_error (error);
  life_palette_get_colors (palette, colors);
}

static guint
channel (guint32 color, guint shift)
{
  return color >> shift & 255;
}

static guint
brightness (guint32 color)
{
  return (54 * channel (color, 16) + 183 * channel (color, 8)
             + 19 * channel (color, 0))
         / 256;
}

/* And an error about an unknown one lists them. */
static void
test_every_name_is_a_range_of_colors (void)
{
  const gchar *const *names = life_palette_names ();
  g_autoptr (GError) error = NULL;

  g_assert_cmpstr (names[0], ==, "default");
  g_assert_cmpuint (g_strv_length ((gchar **) names), >=, 16);
  g_assert_null (life_palette_parse ("purpel", &error));
  for (; *names != NULL; names++) {
    guint32 colors[LIFE_PALETTE_COLORS];

    g_assert_nonnull (strstr (error->message, *names));
    get_colors (*names, colors);
    for (guint i = 0; i < LIFE_PALETTE_COLORS; i++) {
      g_assert_cmpuint (channel (colors[i], 24), ==, 255);
      for (guint shift = 0; i > 0 && shift < 24; shift += 8)
        g_assert_cmpint (ABS ((gint) channel (colors[i], shift)
                              - (gint) channel (colors[i - 1], shift)),
            <, 20);
    }
  }
}

/* They keep their order, but for rounding, for viewers who see lightness alone. */
static void
test_safe_palettes_are_ordered_by_brightness (void)
{
  static const gchar *const safe[] = { "cividis", "inferno", "magma", "plasma",
    "viridis" };

  for (guint i = 0; i < G_N_ELEMENTS (safe); i++) {
    guint32 colors[LIFE_PALETTE_COLORS];

    get_colors (safe[i], colors);
    for (guint k = 1; k < LIFE_PALETTE_COLORS; k++)
      g_assert_cmpuint (
          brightness (colors[k]), <=, brightness (colors[k - 1]) + 1);
    g_assert_cmpuint (
        brightness (colors[0]), >=, brightness (colors[255]) + 100);
  }
}

/* Those in between were computed apart from the library, from Ottosson's page. */
static void
test_colors_lie_at_their_positions (void)
{
  static const struct {
    const gchar *text;
    struct {
      guint at;
      guint32 color;
    } expected[4];
  } cases[] = {
    { "0xff102030", { { 0, 0xff102030 }, { 255, 0xff102030 } } },
    { "0xff102030,0x80405060", { { 0, 0xff102030 }, { 255, 0x80405060 } } },
    { " 0xFF102030 , 0xff405060,0XFF708090,0xffa0b0c0 ",
        { { 0, 0xff102030 }, { 85, 0xff405060 }, { 170, 0xff708090 },
            { 255, 0xffa0b0c0 } } },
    { "0:0xff102030, 0.2 : 0xff405060,1:0xff708090",
        { { 0, 0xff102030 }, { 51, 0xff405060 }, { 255, 0xff708090 } } },
    { "0.2:0xff102030,.8:0xff405060",
        { { 0, 0xff102030 }, { 51, 0xff102030 }, { 204, 0xff405060 },
            { 255, 0xff405060 } } },
    { "0xff102030,0xff405060,0.8:0xff708090,0xffa0b0c0",
        { { 0, 0xff102030 }, { 102, 0xff405060 }, { 204, 0xff708090 },
            { 255, 0xffa0b0c0 } } },
    { "0xff102030,0.5:0xff102030,0.5:0xff405060,0xff405060",
        { { 127, 0xff102030 }, { 128, 0xff405060 }, { 255, 0xff405060 } } },
    { "0xffff0000,0xff00ff00", { { 102, 0xffdd9500 } } },
    { "0xff000000,0xffffffff", { { 102, 0xff484848 } } },
    { "0xffff0000,0xff0000ff", { { 51, 0xffd14460 } } },
    /* What becomes transparent keeps its hue. */
    { "0xffff0000,0x0000ff00", { { 102, 0x99ff0000 }, { 255, 0x0000ff00 } } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    guint32 colors[LIFE_PALETTE_COLORS];

    get_colors (cases[i].text, colors);
    for (guint k = 0; k < 4 && cases[i].expected[k].color != 0; k++)
      g_assert_cmphex (
          colors[cases[i].expected[k].at], ==, cases[i].expected[k].color);
  }
}

static void
test_what_is_wrong_is_named_with_its_position (void)
{
  static const struct {
    const gchar *text, *message;
  } cases[] = {
    { "purpel", "“purpel”" },
    { "Fire", "did you mean fire" },
    { "", "there are default, " },
    { "0xff0000",
        "character 1: this color has no alpha; opaque it is 0xffff0000" },
    { "0xff000020,0xff40", "character 12: a color has eight digits" },
    { "0xff000020,0xff4060ff00", "this one has 10" },
    { "0xff000020,", "character 12: a color is a name of CSS" },
    { "0xff000020,,0xff000020", "character 12: a color is" },
    { "0xff000020 0xff000021", "character 12: colors have commas" },
    { "0xff000020;", "character 11: colors have commas" },
    { "12", "character 1: a color is" },
    { "#ff000", "character 1: after # a color has six digits" },
    { "red,#ff0000ff0", "character 5: after # a color has six digits" },
    { "red,#", "this one has 0" },
    { "red green", "there is no palette" },
    { "red,tomatoe", "character 5: a color is a name of CSS" },
    { "0.5:0xff000020,0.4:0xff000021",
        "character 16: positions do not decrease" },
    { "0.5:0xff000020,0xff000021,0.4:0xff000021",
        "character 27: positions do not decrease" },
    { "1.5:0xff000020", "character 1: positions lie between 0 and 1" },
    { "0:0xff000020,-1:0xff000020", "character 14: a position is a number" },
    { "nan:0xff000020", "character 1: a position is a number" },
    { "fire,ice", "character 1: a color is" },
    { "0 5:0xff000020", "character 3: after a position comes a colon" },
    { "ü,0xff000020", "character 1: a color is" },
    { "0xff000020,ü", "character 12: a color is" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (life_palette_parse (cases[i].text, &error));
    g_assert_error (error, LIFE_ERROR, LIFE_ERROR_PALETTE);
    if (strstr (error->message, cases[i].message) == NULL)
      g_error ("%s: “%s” does not say “%s”", cases[i].text, error->message,
          cases[i].message);
  }
}

static void
test_colors_have_three_spellings (void)
{
  static const struct {
    const gchar *text;
    guint32 color;
  } cases[] = {
    { "tomato", 0xffff6347 },
    { "Tomato", 0xffff6347 },
    { "#ff6347", 0xffff6347 },
    { "#FF634780", 0x80ff6347 },
    { "0x80ff6347", 0x80ff6347 },
    { " green ", 0xff008000 },
    { "grey", 0xff808080 },
    { "aliceblue", 0xfff0f8ff },
    { "yellowgreen", 0xff9acd32 },
    { "rebeccapurple", 0xff663399 },
    { "transparent", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    guint32 color = 1, colors[LIFE_PALETTE_COLORS];

    g_assert_true (life_color_parse (cases[i].text, &color, &error));
    g_assert_no_error (error);
    g_assert_cmphex (color, ==, cases[i].color);
    get_colors (cases[i].text, colors);
    g_assert_cmphex (colors[7], ==, cases[i].color);
  }
}

/* No text is the default; spellings mix; a palette's own name wins over the color's. */
static void
test_texts_mean_the_same_palette (void)
{
  static const struct {
    const gchar *text, *other;
    gboolean same;
  } cases[] = {
    { NULL, "default", TRUE },
    { "0:black, 0.3:#ff634780,RebeccaPurple",
        "0:0xff000000,0.3:0x80ff6347,0xff663399", TRUE },
    { "gold", "gold,gold", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    guint32 colors[LIFE_PALETTE_COLORS], other[LIFE_PALETTE_COLORS];

    get_colors (cases[i].text, colors);
    get_colors (cases[i].other, other);
    g_assert_true (
        (memcmp (colors, other, sizeof colors) == 0) == cases[i].same);
  }
}

static void
test_what_is_no_color_is_an_error (void)
{
  static const gchar *const texts[] = { "", "red blue", "#12345", "0xff00",
    "12", "tomat", "#ffffff,", "ü" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (GError) error = NULL;
    guint32 color;

    g_assert_false (life_color_parse (texts[i], &color, &error));
    g_assert_error (error, LIFE_ERROR, LIFE_ERROR_PALETTE);
  }
}

static void
test_a_long_list_is_an_error (void)
{
  g_autoptr (GString) text = g_string_new ("0xff000000");
  g_autoptr (GError) error = NULL;

  for (guint i = 1; i < 256; i++)
    g_string_append (text, ",0xff000000");
  life_palette_unref (life_palette_parse (text->str, &error));
  g_assert_no_error (error);
  g_string_append (text, ",0xff000000");
  g_assert_null (life_palette_parse (text->str, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_PALETTE);
  g_assert_nonnull (strstr (error->message, "256 colors at most"));
  g_assert_cmpuint (strlen (error->message), <, 200);
}

/* Of any length, also where an ellipsis takes more bytes than it replaces. */
static void
test_long_names_are_quoted_in_part (void)
{
  for (guint length = 50; length < 80; length++) {
    g_autofree gchar *name = g_strnfill (length, 'q');
    g_autofree gchar *expected =
        g_strdup_printf ("“%.60s%s”", name, length > 60 ? "…" : "");
    g_autoptr (GError) error = NULL;

    g_assert_null (life_palette_parse (name, &error));
    g_assert_nonnull (strstr (error->message, expected));
  }
}

static void
test_references_own_a_palette (void)
{
  LifePalette *palette = life_palette_parse ("0xff102030", NULL);
  LifePalette *other = life_palette_ref (palette);
  guint32 colors[LIFE_PALETTE_COLORS];

  g_assert_true (palette == other);
  life_palette_unref (palette);
  life_palette_get_colors (other, colors);
  g_assert_cmphex (colors[0], ==, 0xff102030);
  life_palette_unref (other);
  life_palette_unref (NULL);
}

/* --- Colors of states --- */

static LifeRule
generations (guint states)
{
  LifeRule rule = { .dimensions = 2, .states = states, .birth = 1 << 2 };

  return rule;
}

static gint
distance (guint32 a, guint32 b)
{
  gint sum = 0;

  for (guint shift = 0; shift < 24; shift += 8)
    sum += ABS ((gint) (a >> shift & 255) - (gint) (b >> shift & 255));
  return sum;
}

/* Starts like alive, then moves away from it, and never looks dead. */
static void
test_palettes_lead_from_alive_to_dead (void)
{
  static const gchar *const unordered[] = { "rainbow", "wheel", "berry", "ink",
    "sepia", NULL };
  const gchar *const *names = life_palette_names ();
  static const guint states[] = { 2, 3, 4, 8, 25, 256 };

  g_assert_cmpstr (names[0], ==, "default");
  for (; *names != NULL; names++)
    for (guint i = 0; i < G_N_ELEMENTS (states); i++) {
      g_autoptr (LifePalette) palette = life_palette_parse (*names, NULL);
      LifeRule rule = generations (states[i]);
      LifeView view = default_view ();

      g_assert_nonnull (palette);
      life_view_color_states (&view, &rule, palette);
      g_assert_cmphex (view.state_colors[1], ==, 0xffffffff);
      for (guint s = 2; s < states[i]; s++) {
        g_assert_cmphex (view.state_colors[s] >> 24, ==, 0xff);
        if (states[i] <= 25)
          g_assert_cmpuint (brightness (view.state_colors[s]), >, 8);
        if (!g_strv_contains (unordered, *names) && states[i] <= 25)
          g_assert_cmpuint (brightness (view.state_colors[s]), <,
              brightness (view.state_colors[s - 1]));
        if (states[i] <= 25)
          g_assert_cmpint (
              distance (view.state_colors[s], view.state_colors[s - 1]), >, 4);
      }
    }
}

/* What @mask leaves of them. WireWorld's file has four colors. */
static void
test_states_have_their_colors (void)
{
  static const struct {
    const gchar *palette, *rule;
    guint32 alive, dead, mask, expected[5];
    gboolean overlay;
  } cases[] = {
    { "fade", "345/2/6", 0xffc86400, 0x00323296, G_MAXUINT32,
        { 0xffc86400, 0xccaa5a1e, 0x998c503c, 0x666e465a, 0x33503c78 } },
    /* Dying cells of an overlay become transparent. */
    { NULL, "345/2/6", 0xffffffff, 0xff000000, 0xff000000,
        { 0xff000000, 0xcc000000, 0x99000000, 0x66000000, 0x33000000 }, TRUE },
    /* The rule's own colors come first. */
    { "fire", "WireWorld", 0x80ffffff, 0xff000000, G_MAXUINT32,
        { 0x800080ff, 0x80ffffff, 0x80ff8000 } },
    /* As many colors as there are dying states are theirs, alpha and all. */
    { "0xff102030,0x80405060,0xff708090", "345/2/5", 0xffffffff, 0xff000000,
        G_MAXUINT32, { 0xffffffff, 0xff102030, 0x80405060, 0xff708090 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (LifePalette) palette =
        life_palette_parse (cases[i].palette, NULL);
    LifeView view = default_view ();
    LifeRule rule;

    parse_rule (cases[i].rule, 2, &rule, &error);
    g_assert_no_error (error);
    view.alive_color = cases[i].alive;
    view.dead_color = cases[i].dead;
    view.overlay = cases[i].overlay;
    life_view_color_states (&view, &rule, palette);
    for (guint s = 1; s < rule.states; s++)
      g_assert_cmphex (
          view.state_colors[s] & cases[i].mask, ==, cases[i].expected[s - 1]);
  }
}

/* Streams that were made with them look as they did. */
static void
test_the_first_palettes_have_their_bytes (void)
{
  static const gchar *const names[] = { "default", "fade", "fire", "forest",
    "ice", "neon", "rainbow", "viridis" };
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (guint states = 2; states <= 256; states++)
      for (guint k = 0; k < 4; k++) {
        g_autoptr (LifePalette) palette = life_palette_parse (names[i], NULL);
        LifeRule rule = generations (states);
        LifeView view = default_view ();

        if (k % 2 == 1) {
          view.alive_color = 0x80f0a010;
          view.dead_color = 0x40102030;
        }
        view.overlay = k / 2;
        life_view_color_states (&view, &rule, palette);
        for (guint s = 0; s < states; s++) {
          guint32 color = GUINT32_TO_BE (view.state_colors[s]);

          g_checksum_update (sum, (const guchar *) &color, sizeof color);
        }
      }
  g_assert_cmpstr (g_checksum_get_string (sum), ==,
      "bc0da24a031d30504a7418e44d875ffa634eabeadd01f3c406f7a9bdc7258085");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name) g_test_add_func ("/palette/" #name, test_##name)
  ADD (every_name_is_a_range_of_colors);
  ADD (safe_palettes_are_ordered_by_brightness);
  ADD (colors_lie_at_their_positions);
  ADD (what_is_wrong_is_named_with_its_position);
  ADD (colors_have_three_spellings);
  ADD (texts_mean_the_same_palette);
  ADD (what_is_no_color_is_an_error);
  ADD (a_long_list_is_an_error);
  ADD (long_names_are_quoted_in_part);
  ADD (references_own_a_palette);
  ADD (palettes_lead_from_alive_to_dead);
  ADD (states_have_their_colors);
  ADD (the_first_palettes_have_their_bytes);

  return g_test_run ();
}
