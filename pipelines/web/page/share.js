// SPDX-License-Identifier: LGPL-2.1-or-later
// A world as an address: #rule=…&pattern=…&x=…&y=…&zoom=…, x and y counted from the
// world's middle, so that worlds of any size show the same. An address may come from anyone: what
// it says is bounded here and checked by the server, and nothing is done before a yes.

const longestPattern = 2000; // characters
const longestRule = 200;
const farthest = 2 ** 31;

/** The world of an address: {rule, pattern, x, y, zoom}, or null if it has none or a wrong one. */
export function readAddress(hash) {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const world = {};

  for (const [name, longest] of [['rule', longestRule], ['pattern', longestPattern]]) {
    const value = given.get(name);

    if (value?.length > longest) return null;
    if (value) world[name] = value;
  }
  for (const name of ['x', 'y', 'zoom']) {
    if (!given.has(name)) continue;

    const value = Number(given.get(name));

    if (!given.get(name).trim() || !(Math.abs(value) < farthest)) return null;
    world[name] = value;
  }
  return world.rule || world.pattern ? world : null;
}

/**
 * The hash of a world. `x` and `y`: null for the middle; `saved`: its text as the server sends it; `name`: of the pattern that it
 * began with, for one whose text is too long. null if neither goes into an address.
 */
export function writeAddress({rule, saved, name, x, y, zoom}) {
  const {pattern, left, top} = shorten(saved);
  const fits = pattern.length <= longestPattern;
  const given = new URLSearchParams({rule});

  if (!fits && !name) return null;
  given.set('pattern', fits ? pattern : name);
  // A pattern that is loaded is centered, so the view moves with it.
  if (x !== null && fits) given.set('x', round(x + left));
  if (y !== null && fits) given.set('y', round(y + top));
  if (zoom > 0) given.set('zoom', round(zoom));
  return `#${given}`;
}

// RLE without its rule, and by how many cells centering it moves it; other texts as they are.
function shorten(saved) {
  const found = /^(?:#.*\n)*?(?:#CXRLE Pos=(-?\d+),(-?\d+).*\n)?(?:#.*\n)*x = (\d+), y = (\d+)(?:, rule = .*)?\n([^#]*)$/.exec(saved);

  if (!found) return {pattern: saved, left: 0, top: 0};

  const [, left, top, width, height, cells] = found;
  const shift = (side, from) => (from === undefined ? 0 : -Math.floor(side / 2) - from);

  return {pattern: `x=${width},y=${height}\n${cells.replaceAll(/\s/g, '')}`, left: shift(width, left), top: shift(height, top)};
}

function round(value) {
  return Number(value.toFixed(3));
}
