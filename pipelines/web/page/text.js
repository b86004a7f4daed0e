// SPDX-License-Identifier: LGPL-2.1-or-later
// Words as cells: written by the browser on a canvas, a pixel per cell.

const byId = id => document.getElementById(id);
const light = 112; // of 255: from which a pixel is a cell

/** The cells of a word in letters of so many rows: {width, height, cells: [[x, y, 1], …]}. */
export function cellsOfText(word, rows) {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', {willReadFrequently: true});
  const font = `bold ${rows}px sans-serif`;

  context.font = font;
  canvas.width = Math.ceil(context.measureText(word).width) + rows; // letters may lean out
  canvas.height = 2 * rows;
  context.font = font;
  context.fillStyle = '#fff';
  context.textBaseline = 'middle';
  context.fillText(word, rows / 2, rows);
  return cutOut(context.getImageData(0, 0, canvas.width, canvas.height));
}

// What is light, without the margins.
function cutOut({data, width, height}) {
  const cells = [];

  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (data[4 * (y * width + x) + 3] >= light) cells.push([x, y, 1]);

  const [columns, rows] = [0, 1].map(axis => cells.map(cell => cell[axis]));
  const [left, top] = [columns, rows].map(all => all.reduce((a, b) => Math.min(a, b), Infinity));

  if (!cells.length) return {width: 0, height: 0, cells};
  return {
    width: columns.reduce((a, b) => Math.max(a, b)) - left + 1, height: rows.reduce((a, b) => Math.max(a, b)) - top + 1,
    cells: cells.map(([x, y, state]) => [x - left, y - top, state]),
  };
}

/** Shows the dialog for a word; write(pattern) is called with its cells once it is confirmed. */
export class Writer {
  constructor(write) {
    for (const id of ['writing-word', 'writing-rows']) byId(id).addEventListener('input', () => this.#show());
    // Enter presses the first button that submits, so this one does not.
    byId('writing-cancel').addEventListener('click', () => byId('writing').close());
    byId('writing').addEventListener('close', () => {
      if (byId('writing').returnValue === 'yes') write(this.#cells);
    });
  }

  open() {
    byId('writing').returnValue = '';
    this.#show();
    byId('writing').showModal();
    byId('writing-word').select();
  }

  get #cells() {
    return cellsOfText(byId('writing-word').value, Number(byId('writing-rows').value));
  }

  #show() {
    const {width, height, cells} = this.#cells;
    const canvas = byId('writing-preview');
    const context = canvas.getContext('2d');

    canvas.width = Math.max(1, width);
    canvas.height = Math.max(1, height);
    context.fillStyle = getComputedStyle(canvas).color;
    for (const [x, y] of cells) context.fillRect(x, y, 1, 1);
  }
}
