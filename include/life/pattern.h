/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Patterns: live cells read from text, files and pictures, and written back. */
#pragma once

#include <life/rule.h>

G_BEGIN_DECLS

/**
 * LifeFormat:
 * @LIFE_FORMAT_RLE: run-length encoded, 2D, as Golly and LifeWiki write it
 * @LIFE_FORMAT_RLE3: the same in 3D, as Golly's 3D script writes it
 * @LIFE_FORMAT_PLAINTEXT: `.cells`: a character per cell
 * @LIFE_FORMAT_LIFE_105: Life 1.05 blocks; read, not written
 * @LIFE_FORMAT_LIFE_106: Life 1.06 coordinates; read, not written
 * @LIFE_FORMAT_DBLIFE: plaintext with counts, of David Bell's programs; read,
 *   not written
 * @LIFE_FORMAT_MACROCELL: a tree of squares, as Golly's HashLife writes it;
 *   read, not written
 * @LIFE_FORMAT_MCELL: MCell's `.mcl`; read, not written
 * @LIFE_FORMAT_APGCODE: what Catagolue calls an object; read, not written
 *
 * The formats of pattern text.
 */
typedef enum {
  LIFE_FORMAT_RLE,
  LIFE_FORMAT_RLE3,
  LIFE_FORMAT_PLAINTEXT,
  LIFE_FORMAT_LIFE_105,
  LIFE_FORMAT_LIFE_106,
  LIFE_FORMAT_DBLIFE,
  LIFE_FORMAT_MACROCELL,
  LIFE_FORMAT_MCELL,
  LIFE_FORMAT_APGCODE,
} LifeFormat;

/**
 * LifePattern:
 *
 * A pattern in memory: in proportion to its text, whatever sizes the text names.
 * Nothing changes it; it is counted by references, and many threads may read it at
 * once.
 */
typedef struct _LifePattern LifePattern;

/**
 * life_pattern_load:
 * @path: a file; plain, gzip, or a zip archive that holds one pattern
 * @error: return location
 *
 * Reads a pattern file. The format is found by content, never by extension.
 * Errors name the file, and line and column where there is one. A text without a
 * live cell is an error unless it declares that it is empty (in RLE `x = 0, y = 0`).
 *
 * Errors: %LIFE_ERROR_FILE if it cannot be opened or read, %LIFE_ERROR_PATTERN
 * for its content, %LIFE_ERROR_SIZE for more cells than are read,
 * %LIFE_ERROR_MEMORY.
 *
 * Returns: (transfer full): the pattern, or %NULL
 */
LIFE_API LifePattern *life_pattern_load (const gchar *path, GError **error);

/**
 * life_pattern_load_unbounded:
 * @path: a file
 * @error: return location
 *
 * As life_pattern_load(), for a world without edges. A macrocell file of two states retains
 * its squares, so that %LIFE_KERNEL_HASHLIFE starts from it however many cells that are, and
 * its middle lies at the corner of cell (0, 0). Of more than a million runs of cells no others
 * are retained: only that kernel takes such a pattern, and it is not written.
 *
 * Errors: those of life_pattern_load().
 *
 * Returns: (transfer full): the pattern, or %NULL
 */
LIFE_API LifePattern *life_pattern_load_unbounded (
    const gchar *path, GError **error);

/**
 * life_pattern_load_within:
 * @path: a file
 * @unbounded: whether it is for a world without edges
 * @memory: bytes that its text may take, and its cells; 0: what is available
 * @error: return location
 *
 * As life_pattern_load() or life_pattern_load_unbounded(). The size of a macrocell file's cells is
 * compared before any of them is laid out.
 *
 * Errors: those of life_pattern_load().
 *
 * Returns: (transfer full): the pattern, or %NULL
 */
LIFE_API LifePattern *life_pattern_load_within (
    const gchar *path, gboolean unbounded, guint64 memory, GError **error);

/**
 * life_pattern_parse:
 * @text: pattern text, not necessarily NUL-terminated
 * @length: bytes of @text
 * @error: return location
 *
 * Reads a pattern from memory, its format found by content (gzip and zip too).
 *
 * Errors: %LIFE_ERROR_PATTERN, %LIFE_ERROR_SIZE for more cells than are read,
 * %LIFE_ERROR_MEMORY.
 *
 * Returns: (transfer full): the pattern, or %NULL
 */
LIFE_API LifePattern *life_pattern_parse (
    const gchar *text, gsize length, GError **error);

/**
 * life_pattern_from_string:
 * @value: text with a `!` in it is RLE, whose header line may be missing; else
 *   text with a line break is any format; else it is an apgcode (`xq4_153`) or a built-in
 *   pattern's name
 * @error: return location
 *
 * Reads what the element property `pattern` takes.
 *
 * Errors: %LIFE_ERROR_PATTERN, for a name too that no pattern has,
 * %LIFE_ERROR_SIZE for more cells than are read, %LIFE_ERROR_MEMORY.
 *
 * Returns: (transfer full): the pattern, or %NULL
 */
LIFE_API LifePattern *life_pattern_from_string (
    const gchar *value, GError **error);

/**
 * life_pattern_from_string_within:
 * @value: as life_pattern_from_string() takes it
 * @world: (nullable): the world that it is for, which a macrocell file has to fit; without edges
 *   such a file is read as life_pattern_load_unbounded() does
 * @memory: bytes that its cells may take; 0: what is available
 * @error: return location
 *
 * As life_pattern_from_string(), for text from strangers: a macrocell file of a few lines may
 * stand for any number of cells. Its size is compared before any of them is laid out.
 *
 * Errors: those of life_pattern_from_string(), %LIFE_ERROR_SIZE for what does not fit, too.
 *
 * Returns: (transfer full): the pattern, or %NULL
 */
LIFE_API LifePattern *life_pattern_from_string_within (const gchar *value,
    const LifeGeometry *world, guint64 memory, GError **error);

/**
 * life_pattern_read_rule:
 * @value: as life_pattern_from_string() takes it
 * @error: return location
 *
 * Reads the rule that a pattern names, without laying out the cells of a macrocell file.
 *
 * Errors: %LIFE_ERROR_PATTERN, %LIFE_ERROR_MEMORY.
 *
 * Returns: (transfer full) (nullable): the rule, unparsed; %NULL if none is named, and
 *   where @error is set
 */
LIFE_API gchar *life_pattern_read_rule (const gchar *value, GError **error);

/**
 * life_pattern_builtin_names:
 *
 * Returns: (transfer none): the names of the built-in patterns,
 *   %NULL-terminated, sorted
 */
LIFE_API const gchar *const *life_pattern_builtin_names (void);

/**
 * life_pattern_check_states:
 * @pattern: a pattern
 * @states: how many states a cell has under the rule, 2 or more
 * @error: return location
 *
 * Readers do not know which rule a pattern will run under. This is for callers that do.
 *
 * Errors: %LIFE_ERROR_PATTERN.
 *
 * Returns: %TRUE when every cell's state is below @states
 */
LIFE_API gboolean life_pattern_check_states (
    const LifePattern *pattern, guint states, GError **error);

/**
 * LIFE_CENTERED:
 *
 * For life_pattern_find_origin(), instead of a position: centered as Golly centers,
 * ⌊W/2⌋ − ⌊w/2⌋, or at the pattern's own position.
 */
#define LIFE_CENTERED G_MININT64

/**
 * life_pattern_find_origin:
 * @pattern: a pattern
 * @geometry: the world to paste it into
 * @bounded: whether the rule carries a bounded grid, so that the pattern's own
 *   position counts
 * @at: the column, row and plane of its top left corner, each in cells or %LIFE_CENTERED
 * @origin: (out): the cell where that is: column, row, plane
 * @error: return location
 *
 * Finds where a pattern's corner lies in a world. A pattern that is larger than the world
 * or, on a plane, would reach over its edge is an error that reports both sizes.
 * On a torus it may lie anywhere, and reach over the edge: it wraps. So it
 * does on the other closed surfaces, but there its corner has to lie in the world:
 * beyond an edge that is turned round the pattern would be turned round, too. Where
 * there are no edges a pattern lies at its own position, else its corner at (0, 0).
 *
 * Errors: %LIFE_ERROR_SIZE.
 *
 * Returns: %TRUE when @origin was filled
 */
LIFE_API gboolean life_pattern_find_origin (const LifePattern *pattern,
    const LifeGeometry *geometry, gboolean bounded, const gint64 at[3],
    gint64 origin[3], GError **error);

/**
 * life_pattern_find_origin_under:
 * @pattern: a pattern
 * @rule: the rule that it is to run under
 * @geometry: the world to paste it into
 * @at: the column, row and plane of its top left corner, in cells; %LIFE_CENTERED: as the
 *   rule has it
 * @origin: (out): the cell where that is: column, row, plane
 * @error: return location
 *
 * As life_pattern_find_origin(), with the rule's bounded grid; and under one of Wolfram's
 * rules the pattern's last row is the present generation, so that it goes to the
 * bottom of the world.
 *
 * Errors: %LIFE_ERROR_SIZE.
 *
 * Returns: %TRUE when @origin was filled
 */
LIFE_API gboolean life_pattern_find_origin_under (const LifePattern *pattern,
    const LifeRule *rule, const LifeGeometry *geometry, const gint64 at[3],
    gint64 origin[3], GError **error);

/**
 * life_pattern_write:
 * @pattern: a pattern; its runs do not overlap
 * @format: %LIFE_FORMAT_RLE, %LIFE_FORMAT_RLE3 or %LIFE_FORMAT_PLAINTEXT
 * @error: return location
 *
 * Writes a pattern: header with size and rule, lines of at most 70 characters
 * in RLE, `#CXRLE` with position and generation if they are defined. Dead cells
 * only are written as a pattern of 0 × 0 cells, in plaintext as `!Empty`. With a
 * state above 1 cells are written `.`, `A`, `B`, …, else `b` and `o`. A 3D
 * pattern in a 2D format is an error, and so is a state above 1 in plaintext.
 *
 * Errors: %LIFE_ERROR_PATTERN for what the format cannot express, and for runs that
 * the pattern cannot have, %LIFE_ERROR_SIZE for text of more than 1 GiB,
 * %LIFE_ERROR_MEMORY.
 *
 * Returns: (transfer full): the text, or %NULL
 */
LIFE_API gchar *life_pattern_write (
    const LifePattern *pattern, LifeFormat format, GError **error);

/**
 * life_pattern_save:
 * @pattern: a pattern
 * @path: the file to write: `.rle`, `.rle3` or `.3d`, or `.cells`
 * @error: return location
 *
 * Writes a pattern in the format of the file's extension.
 *
 * Errors: %LIFE_ERROR_FILE for another extension, and where it cannot be written,
 * and those of life_pattern_write().
 *
 * Returns: %TRUE when the file was written whole
 */
LIFE_API gboolean life_pattern_save (
    const LifePattern *pattern, const gchar *path, GError **error);

/**
 * life_pattern_ref:
 * @pattern: a pattern
 *
 * Returns: (transfer full): a reference to it
 */
LIFE_API LifePattern *life_pattern_ref (LifePattern *pattern);

/**
 * life_pattern_unref:
 * @pattern: (transfer full) (nullable): a pattern
 *
 * Gives a reference back; the pattern goes with the last one.
 */
LIFE_API void life_pattern_unref (LifePattern *pattern);

/**
 * life_pattern_get_format:
 * @pattern: a pattern
 *
 * Returns: the format that it was read from
 */
LIFE_API LifeFormat life_pattern_get_format (const LifePattern *pattern);

/**
 * life_pattern_get_dimensions:
 * @pattern: a pattern
 *
 * Returns: 3 when it was read from RLE3, else 2
 */
LIFE_API guint life_pattern_get_dimensions (const LifePattern *pattern);

/**
 * life_pattern_get_size:
 * @pattern: a pattern
 * @size: (out caller-allocates): columns, rows and planes of its bounding box (as
 *   its header gives, if it has one); 1 plane in 2D
 *
 * Finds how much room the pattern needs, in cells.
 */
LIFE_API void life_pattern_get_size (
    const LifePattern *pattern, gint64 size[3]);

/**
 * life_pattern_get_position:
 * @pattern: a pattern
 * @position: (out caller-allocates): column, row and plane of its top left corner,
 *   from the world's center cell; unchanged if the text does not define where the
 *   pattern lies
 *
 * Returns: whether the text defines it
 */
LIFE_API gboolean life_pattern_get_position (
    const LifePattern *pattern, gint64 position[3]);

/**
 * life_pattern_get_rule:
 * @pattern: a pattern
 *
 * Returns: (transfer none) (nullable): the rule that the text names, unparsed
 */
LIFE_API const gchar *life_pattern_get_rule (const LifePattern *pattern);

/**
 * life_pattern_get_name:
 * @pattern: a pattern
 *
 * Returns: (transfer none) (nullable): the name that the text gives (`#N` in RLE and
 *   macrocells, `!Name:` in plaintext, `#D Name:` in Life 1.05), or a built-in pattern's
 *   in words: valid UTF-8 in one line of at most 200 characters
 */
LIFE_API const gchar *life_pattern_get_name (const LifePattern *pattern);

/**
 * life_pattern_get_generation:
 * @pattern: a pattern
 *
 * Returns: the generation that the text gives, else 0
 */
LIFE_API guint64 life_pattern_get_generation (const LifePattern *pattern);

/**
 * life_pattern_get_highest_state:
 * @pattern: a pattern
 *
 * Returns: the highest state that a cell of it is in; life_pattern_check_states()
 *   compares it with a rule's
 */
LIFE_API guint life_pattern_get_highest_state (const LifePattern *pattern);

/**
 * life_pattern_get_n_runs:
 * @pattern: a pattern
 *
 * Returns: how many runs its live cells are: neighbors in a row that share a state
 */
LIFE_API gsize life_pattern_get_n_runs (const LifePattern *pattern);

/**
 * life_pattern_get_run:
 * @pattern: a pattern
 * @index: which run, from 0, in no particular order
 * @cells: (out caller-allocates): the cells of a row that it is, from the pattern's
 *   top left corner
 *
 * Returns: the state that they are in: 1 in a two-state pattern, never 0
 */
LIFE_API guint life_pattern_get_run (
    const LifePattern *pattern, gsize index, LifeBox *cells);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LifePattern, life_pattern_unref)

G_END_DECLS
