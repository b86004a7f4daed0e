// SPDX-License-Identifier: LGPL-2.1-or-later
// Messages of the page: errors in place of the picture, short messages, and text for screen
// readers.

import {text as words} from './words.js';

const byId = id => document.getElementById(id);
const shownFor = 6000; // milliseconds

/** Shows why there is no picture. `button`: {label, press}; `busy`: work in progress. */
export function showTrouble(title, text, {button, busy = false} = {}) {
  const press = byId('trouble-button');

  byId('trouble-title').textContent = title;
  byId('trouble-text').textContent = text;
  byId('trouble').classList.toggle('busy', busy);
  byId('trouble').hidden = false;
  press.hidden = !button;
  press.textContent = button?.label ?? '';
  press.onclick = button?.press ?? null;
  announce(`${title}. ${text}`);
}

export function hideTrouble() {
  byId('trouble').hidden = true;
}

/** Text for a screen reader, also the same text twice. */
export function announce(text) {
  const announcer = byId('announcer');

  announcer.textContent = announcer.textContent === text ? `${text}\u00a0` : text;
}

/** A message that disappears by itself; `wrong`: it reports a failure. */
export function toast(text, wrong = false) {
  const message = document.createElement('p');

  message.className = wrong ? 'surface toast wrong' : 'surface toast';
  message.setAttribute('role', wrong ? 'alert' : 'status');
  message.textContent = text;
  byId('toasts').append(message);
  while (byId('toasts').children.length > 3) byId('toasts').firstChild.remove();
  setTimeout(() => message.remove(), shownFor);
}

/** The theme that was chosen here, or else the system's. */
export function applyTheme() {
  try {
    document.documentElement.dataset.theme = localStorage.getItem('theme') ?? '';
  } catch {
    // If pages may not store anything, a theme lasts until the page is closed.
  }
}

export function switchTheme() {
  const {dataset} = document.documentElement;
  const isDark = dataset.theme ? dataset.theme === 'dark' : !matchMedia('(prefers-color-scheme: light)').matches;

  dataset.theme = isDark ? 'light' : 'dark';
  try {
    localStorage.setItem('theme', dataset.theme);
  } catch {
    // As above.
  }
  announce(words(isDark ? 'light' : 'dark'));
}
