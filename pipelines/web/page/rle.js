// SPDX-License-Identifier: LGPL-2.1-or-later
// Patterns as cells: read from RLE, turned, and written as RLE again.

const maxCells = 500000;
const maxSide = 1 << 16;

/** Reads RLE: {width, height, cells: [[x, y, state], …]}, or null if it is something else or too large. */
export function readCells(text) {
  const cells = [];
  const body = text.split('\n').filter(line => !/^\s*(#|x\s*=)/.test(line)).join('');
  let [x, y, width] = [0, 0, 0];

  for (const [, digits, mark] of body.matchAll(/(\d*)\s*(p?[A-Z]|[q-y][A-X]|[.bo$!]|\S)/g)) {
    const count = digits ? Number(digits) : 1;
    const state = stateOf(mark);

    if (mark === '!') return {width, height: cells.length ? y + 1 : 0, cells};
    if (mark === '$') {
      [x, y] = [0, y + count];
    } else if (state === null || cells.length + (state ? count : 0) > maxCells || x + count > maxSide) {
      return null;
    } else {
      for (let i = 0; state && i < count; i++) cells.push([x + i, y, state]);
      x += count;
      if (state) width = Math.max(width, x);
    }
    if (y > maxSide) return null;
  }
  return null;
}

function stateOf(mark) {
  if (mark === 'b' || mark === '.') return 0;
  if (mark === 'o') return 1;

  const state = mark.charCodeAt(mark.length - 1) - 64 + (mark.length > 1 ? 24 * (mark.charCodeAt(0) - 111) : 0);

  return /[A-X]$/.test(mark) ? state : null;
}

/** The cells of a rectangle, counted from its corner; `left` and `top`: of the pattern's corner. */
export function cutOut({cells}, {left, top}, {x, y, width, height}) {
  return {width, height, cells: cells.map(([column, row, state]) => [column + left - x, row + top - y, state])
    .filter(([column, row]) => column >= 0 && row >= 0 && column < width && row < height)};
}

/** A pattern as RLE, and its corner, for the server, which takes -1 for "centered": an empty column or row before it
 * means the same. */
export function writePlaced({width, height, cells}, x, y) {
  if (x === -1) [x, width, cells] = [-2, width + 1, cells.map(([column, ...more]) => [column + 1, ...more])];
  if (y === -1) [y, height, cells] = [-2, height + 1, cells.map(([column, row, state]) => [column, row + 1, state])];
  return {pattern: writeCells({width, height, cells}), x, y};
}

/** A pattern turned by a quarter, clockwise. */
export function rotate({width, height, cells}) {
  return {width: height, height: width, cells: cells.map(([x, y, state]) => [height - 1 - y, x, state])};
}

/** A pattern with left and right exchanged. */
export function flip({width, height, cells}) {
  return {width, height, cells: cells.map(([x, y, state]) => [width - 1 - x, y, state])};
}

/** RLE of a pattern. */
export function writeCells({width, height, cells}) {
  const sorted = [...cells].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  const many = cells.some(([, , state]) => state > 1);
  const parts = [];
  let [x, y] = [0, 0];
  const put = (count, mark) => count && parts.push(count > 1 ? count + mark : mark);

  for (let i = 0, length; i < sorted.length; i += length) {
    const [column, row, state] = sorted[i];

    length = 1;
    while (i + length < sorted.length && sorted[i + length][1] === row && sorted[i + length][2] === state
      && sorted[i + length][0] === column + length) length += 1;
    put(row - y, '$');
    if (row > y) x = 0;
    put(column - x, many ? '.' : 'b');
    put(length, many ? markOf(state) : 'o');
    [x, y] = [column + length, row];
  }
  return `x = ${width}, y = ${height}\n${parts.join('')}!\n`;
}

function markOf(state) {
  const letter = String.fromCharCode(65 + (state - 1) % 24);

  return state > 24 ? String.fromCharCode(111 + Math.floor((state - 1) / 24)) + letter : letter;
}
