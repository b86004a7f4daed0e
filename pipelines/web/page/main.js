// SPDX-License-Identifier: LGPL-2.1-or-later
// Connects the parts of the page: the server's messages go to film, figures and panel, the
// user's actions to the server.

import {actionLabel, actions, keyOf, shortcutsOf} from './actions.js';
import {Connection} from './connection.js';
import {colorOf} from './controls.js';
import {Curve, format} from './curve.js';
import {canPlay, Film} from './film.js';
import {download, photograph, readPattern, receiveDrops} from './files.js';
import {Cursor, listKeys, listenToKeys} from './keys.js';
import {Library} from './library.js';
import {Loop} from './loop.js';
import {announce, applyTheme, hideTrouble, showTrouble, switchTheme, toast} from './messages.js';
import {isBody, Panel} from './panel.js';
import {Picture} from './picture.js';
import {Placer} from './place.js';
import {Pointer} from './pointer.js';
import {ask} from './question.js';
import {Recorder} from './record.js';
import {cutOut, readCells, writeCells} from './rle.js';
import {Selection} from './select.js';
import {readAddress, writeAddress} from './share.js';
import {faster, slower, tempoOf, tempoText, tempoValue} from './tempo.js';
import {Writer} from './text.js';
import {fill, language, text} from './words.js';

const byId = id => document.getElementById(id);
const hiddenFor = 10000; // milliseconds after which a hidden page lets the film go
const describedEvery = 2000; // milliseconds: the curve, for screen readers
const gridZoom = 4; // from which the grid is drawn once it is switched on, as by a window's key
const behind = 1; // seconds of lag from which on a film is reported to lag
const baseline = 'video/mp4; codecs="avc1.42E01E"';

const world = byId('world');
const video = byId('film');
const address = new URL('live', location.href); // without the password that a base may have

address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';

const playable = canPlay(baseline);
const connection = new Connection(address.href, playable);
const film = new Film(video);
const picture = new Picture(world, video);
const pointer = new Pointer(world, picture, steer);
const cursor = new Cursor(byId('cursor'), picture, send, announce);
const placer = new Placer(world, picture, {
  grid, announce, place: (pattern, x, y) => request({type: 'paste', pattern, x, y, z: -1}, text('placed')),
});
const selection = new Selection(world, picture, {grid, act});
const library = new Library(message => connection.request(message), () => hello.rules ?? [],
  {pattern: chooseFromLibrary, rule: name => setting('rule', name, text('rule-chosen', {name}))});
const writer = new Writer(pattern => placePattern(pattern, writeCells(pattern), text('written')));
const recorder = new Recorder(video);
const loop = new Loop(video, message => connection.request(message));
const panel = new Panel(byId('settings'));
const curve = new Curve(byId('curve'), {low: byId('curve-low'), high: byId('curve-high'), time: byId('curve-time')});
let hello = null;
let scene = {}; // what is shown: {view, depth, sides, middle}
let last = null; // generation and population
let hiding = 0;
let startedWith = ''; // the name of the pattern that was chosen last
let ownView = false; // whether moves and zooms are for this window alone

const valueOf = name => hello?.properties[name]?.value;

// Messages with many replies: only refusals are shown, and one at a time.
let refused = 0;

function send(message) {
  connection.request(message).catch(error => {
    if (!connection.isOpen || performance.now() - refused < 2000) return;
    refused = performance.now();
    toast(error.message, true);
  });
}

// Moves of the view go to the server, or to the view of one's own.
function steer(message) {
  if (!ownView || !['pan', 'zoom'].includes(message.type)) send(message);
  else if (message.type === 'pan') picture.pan(message.by);
  else picture.zoom(message.factor, message.at);
}

function look(own) {
  ownView = own || !pointer.writes;
  if (!own) picture.follow();
  for (const button of buttonsOf('own-view')) button.setAttribute('aria-pressed', String(ownView));
  announce(text(own ? 'own-view-on' : 'own-view-off'));
}

// Shows all viewers what is seen here: drawn anew, it is sharp.
function takeView() {
  const {zoom, x, y} = picture.own;

  send({type: 'pan', by: [picture.width / 2 - x, picture.height / 2 - y]});
  if (zoom !== 1) send({type: 'zoom', factor: zoom, at: [picture.width / 2, picture.height / 2]});
  look(false);
}

// "changed" arrives later, with the value in the server's form.
async function set(name, value) {
  await connection.request({type: 'set', name, value});
  updateProperty(name, value);
}

function updateProperty(name, value) {
  hello.properties[name].value = value;
  changed(name, value);
}

async function request(message, done) {
  try {
    const reply = await connection.request(message);

    if (done) toast(done);
    return reply;
  } catch (error) {
    toast(error.message, true);
    return null;
  }
}

const command = (action, done) => async () => {
  if (await request({type: 'do', action})) announce(done);
};
// A key that is pressed twice counts twice, even before the first reply.
const setting = async (name, value, done) => {
  const previous = valueOf(name);

  updateProperty(name, value);
  try {
    await set(name, value);
    announce(done);
  } catch (error) {
    updateProperty(name, previous);
    toast(error.message, true);
  }
};
const choose = tool => () => {
  pointer.tool = tool;
  if (tool !== 'select') selection.end();
  for (const one of ['draw', 'erase', 'select', 'pan'])
    for (const button of buttonsOf(`tool-${one}`)) button.setAttribute('aria-pressed', String(one === tool));
  world.dataset.tool = tool;
};
const pan = (columns, rows) => () =>
  steer({type: 'pan', by: [columns * picture.width / 10 / picture.own.zoom, rows * picture.height / 10 / picture.own.zoom]});
const zoom = factor => () => steer({type: 'zoom', factor, at: picture.middle});

const doings = {
  'pause': () => setting('paused', !valueOf('paused'), text(valueOf('paused') ? 'playing' : 'paused')),
  'step': command('step', text('stepped')),
  'faster': () => changeTempo(faster),
  'slower': () => changeTempo(slower),
  'undo': command('undo', text('undone')),
  'redo': command('redo', text('redone')),
  'random': command('next-soup', text('randomized')),
  'clear': command('clear', text('cleared')),
  'tool-draw': choose('draw'),
  'tool-erase': choose('erase'),
  'tool-select': beginSelecting,
  'selection-copy': async () => {
    const copied = await copySelection();

    if (copied) await copyText(writeCells(copied));
  },
  'selection-cut': async () => {
    const copied = await copySelection();

    if (copied && await fillSelection(0)) await copyText(writeCells(copied));
  },
  'selection-move': async () => {
    const copied = await copySelection();

    if (!copied || !await fillSelection(0)) return;
    choose('draw')();
    placer.begin(copied);
  },
  'selection-clear': () => fillSelection(0),
  'selection-soup': () => fillSelection(byId('soup-density').value / 100),
  'end-selecting': choose('draw'),
  'tool-pan': choose('pan'),
  'pan-left': pan(1, 0),
  'pan-right': pan(-1, 0),
  'pan-up': pan(0, 1),
  'pan-down': pan(0, -1),
  'zoom-in': zoom(1.25),
  'zoom-out': zoom(0.8),
  'fit': () => (ownView ? picture.follow() : command('fit', text('fitted'))()),
  'own-view': () => look(!ownView),
  'follow': () => look(false),
  'take': () => picture.isOwn && takeView(),
  'grid': switchGrid,
  'palette': nextPalette,
  'load': () => usePattern('load', byId('pattern-name').value, byId('pattern-name').value),
  'add': () => usePattern('paste', byId('pattern-name').value, byId('pattern-name').value),
  'library': () => library.open().catch(error => toast(error.message, true)),
  'text': () => writer.open(),
  'rotate': () => placer.rotate(),
  'flip': () => placer.flip(),
  'put': () => placer.isOn && placer.put(),
  'end-placing': () => placer.end(),
  'open': () => byId('file').click(),
  'save': save,
  'share': share,
  'record': record,
  'loop': saveLoop,
  'screenshot': screenshot,
  'full-screen': () => (document.fullscreenElement ? document.exitFullscreen()
    : document.documentElement.requestFullscreen()).catch(error => toast(error.message, true)),
  'panel': () => showPanel(byId('panel').hidden),
  'close-panel': () => showPanel(false),
  'cursor': async () => {
    world.focus();
    // A zoom that lifesrc chooses is 0; a requested one is a number.
    if (!cursor.isOn && !valueOf('zoom') && await request({type: 'zoom', factor: 1, at: picture.middle}))
      updateProperty('zoom', (await request({type: 'get', name: 'zoom'}))?.value);
    cursor.toggle();
  },
  'announce': () => announce(last
    ? text('announced', {generation: format(last.generation), population: format(last.population), curve: curve.words})
    : text('nothing-yet')),
  'theme': () => {
    switchTheme();
    curve.draw();
  },
  'help': () => byId('keys').showModal(),
};

function act(name) {
  if (actions[name].writes && (!hello || hello['read-only'])) return;
  if (buttonsOf(name).some(button => button.disabled)) return;
  doings[name]();
}

function buttonsOf(name) {
  return [...document.querySelectorAll(`[data-action="${name}"]`)];
}

function changeTempo(change) {
  const tempo = change(tempoOf(valueOf('generations-rate'), valueOf('generations')));

  setting('generations-rate', tempo, text('tempo', {tempo: tempoText(tempo)}));
}

async function switchGrid() {
  if (valueOf('grid')) {
    setting('grid', 0, text('grid-off'));
    return;
  }
  await setting('grid', gridZoom, text('grid-on'));
  const shown = (await request({type: 'get', name: 'zoom-used'}))?.value;

  if (shown < gridZoom && valueOf('grid'))
    toast(text('grid-hidden', {from: gridZoom, zoom: Number(shown.toPrecision(3))}));
}

function nextPalette() {
  const names = hello.palettes ?? [];
  const name = names[(names.indexOf(valueOf('palette')) + 1) % names.length];

  if (name) setting('palette', name, text('palette-name', {name}));
}

async function usePattern(type, pattern, name) {
  const position = type === 'paste' ? {x: -1, y: -1, z: -1} : {};

  if (await request({type, pattern, ...position}, text(type === 'paste' ? 'added' : 'started', {name})) && type === 'load')
    startedWith = pattern === name ? name : '';
}

// How cells lie in the film: pixels per cell, and the column and row in its middle.
function grid() {
  const [column, row] = ['view-x', 'view-y'].map((name, axis) => (valueOf(name) === -1 ? scene.sides[axis] / 2 : valueOf(name)));

  return {cell: valueOf('zoom'), column, row};
}

// Zoom and place of a view that the server chose become numbers.
async function holdView() {
  const automatic = !valueOf('zoom') || valueOf('camera') && valueOf('camera') !== 'manual';

  if (automatic && !await request({type: 'zoom', factor: 1, at: [picture.width / 2, picture.height / 2]})) return false;
  for (const name of ['zoom', 'view-x', 'view-y', 'rotation']) {
    const reply = await request({type: 'get', name});

    if (!reply) return false;
    updateProperty(name, reply.value);
  }
  return true;
}

async function beginSelecting() {
  if (!await holdView()) return;
  if (valueOf('rotation') || valueOf('zoom') < 1 || scene.depth > 1) {
    toast(text('selecting-unable'), true);
    return;
  }
  placer.end();
  choose('select')();
  selection.begin();
}

// The selected cells as they are now; null, and a message, if there are none.
async function copySelection() {
  const {cells} = selection;
  const saved = cells && await request({type: 'save'});
  const world = saved && readCells(saved.text);
  // RLE counts from the world's middle.
  const [, left = 0, top = 0] = /#CXRLE Pos=(-?\d+),(-?\d+)/.exec(saved?.text ?? '')?.map(Number) ?? [];

  if (!world) toast(text(cells ? 'selecting-too-large' : 'selecting-none'), true);
  return world && cutOut(world, {left: left + scene.middle[0], top: top + scene.middle[1]}, cells);
}

// Random cells of a density, or none; whether it was done.
async function fillSelection(density) {
  const {cells} = selection;

  if (!cells) toast(text('selecting-none'), true);
  if (!cells || !await request({type: 'fill', ...cells, density})) return false;
  announce(text(density ? 'randomized' : 'cleared'));
  return true;
}

async function copyText(value) {
  try {
    await navigator.clipboard.writeText(value);
    toast(text('copied-cells'));
  } catch {
    // Only pages of this machine, or over TLS, may; the field can be copied by hand.
    ask({title: text('copied-cells-title'), words: text('copy-by-hand'), yes: text('close'), value});
  }
}

async function chooseFromLibrary(name) {
  const reply = await request({type: 'read', name});

  if (!reply) return;

  const label = name.split('/').at(-1);

  if (byId('library-use').value === 'load') {
    await usePattern('load', (hello.patterns ?? []).includes(name) ? name : reply.text, label);
  } else {
    await placePattern(scene.depth === 1 ? readCells(reply.text) : null, reply.text, label);
  }
}

// Shows the ghost of a pattern's cells; what has none here goes to the world's middle.
async function placePattern(pattern, code, label) {
  if (!pattern?.cells.length || isBody(scene) || !await holdView() || valueOf('rotation')) {
    await usePattern('paste', code, label);
    return;
  }
  choose('draw')();
  placer.begin(pattern);
}

async function openFile(file) {
  if (!hello || hello['read-only']) return;
  try {
    await usePattern('load', await readPattern(file, hello.limits?.pattern), file.name);
  } catch (error) {
    toast(error.message, true);
  }
}

async function save() {
  const reply = await request({type: 'save'});

  if (!reply) return;
  download(new Blob([reply.text], {type: 'text/plain'}), `${fileName()}.rle`);
  toast(text('world-saved'));
}

// The address of the world as it is, to be copied.
async function share() {
  const reply = await request({type: 'save'});
  if (!reply) return;
  const [x, y] = ['view-x', 'view-y'].map((name, axis) => (valueOf(name) === -1 ? null : valueOf(name) - scene.middle[axis]));
  const hash = writeAddress({rule: valueOf('rule'), saved: reply.text, name: startedWith, x, y, zoom: valueOf('zoom')});

  if (!hash) {
    toast(text('share-too-large'), true);
    return;
  }

  const value = new URL(hash, location.href).href;

  if (!await ask({title: text('share'), words: text('share-help'), yes: text('copy'), value})) return;
  try {
    await navigator.clipboard.writeText(value);
    toast(text('copied'));
  } catch {
    // Only pages of this machine, or over TLS, may; the field can be copied by hand.
    toast(text('copy-by-hand'), true);
  }
}

// Shows the world of the page's address, if that is wished.
async function openAddress() {
  const {hash} = location;
  const shared = readAddress(hash);

  if (hash.length < 2 || !hello) return;
  // Loading the page again asks nothing again.
  history.replaceState(null, '', location.pathname);
  if (!shared) {
    toast(text('share-wrong'), true);
    return;
  }
  if (hello['read-only']) {
    toast(text('read-only'), true);
    return;
  }

  const {rule, pattern = '', x, y, zoom} = shared;
  const name = pattern.includes('\n') || pattern.length > 40 ? text('share-pattern') : pattern || rule;

  if (!await ask({title: text('share-open'), words: text('share-open-help', {name}), yes: text('replace')})) return;
  try {
    if (rule) await set('rule', rule);
    if (pattern) await usePattern('load', pattern, name);
    for (const [property, value] of [['zoom', zoom], ['view-x', x + scene.middle[0]], ['view-y', y + scene.middle[1]]])
      if (Number.isFinite(value)) await set(property, value);
  } catch (error) {
    toast(error.message, true);
  }
}

function record() {
  if (!recorder.isAble) toast(text('record-unable'), true);
  else if (recorder.isOn) recorder.stop();
  else if (!video.videoWidth) toast(text('no-picture-yet'), true);
  else recorder.start();
  showRecording();
}

function showRecording() {
  document.body.classList.toggle('recording', recorder.isOn);
  byId('record-label').textContent = text(recorder.isOn ? 'record-stop' : 'keep-record');
}

recorder.addEventListener('end', ({detail}) => {
  showRecording();
  download(detail.blob, `${fileName()}.${detail.ending}`);
  toast(text('record-saved'));
});

async function saveLoop() {
  const {rate: [frames, seconds]} = hello ?? {rate: [0, 1]};
  const label = () => { byId('loop-label').textContent = text(loop.isOn ? 'loop-stop' : 'keep-loop'); };

  if (loop.isOn) {
    loop.stop();
    return;
  }
  if (!video.videoWidth || valueOf('paused')) {
    toast(text(video.videoWidth ? 'loop-paused' : 'no-picture-yet'), true);
    return;
  }
  try {
    const made = loop.make({
      tempo: tempoOf(valueOf('generations-rate'), valueOf('generations')), rate: frames / seconds,
      generation: () => Number(last.generation), announce: toast,
    });

    label();
    download(await made, `${fileName()}.gif`);
    toast(text('loop-saved'));
  } catch (error) {
    toast(error.message, true);
  }
  label();
}

async function screenshot() {
  try {
    download(await photograph(video), `${fileName()}.png`);
    toast(text('picture-saved'));
  } catch (error) {
    toast(error.message, true);
  }
}

function fileName() {
  return `life-${last?.generation ?? 0}`;
}

function showPanel(open) {
  const wasOpen = !byId('panel').hidden;

  byId('panel').hidden = !open;
  document.body.classList.toggle('with-panel', open);
  for (const button of buttonsOf('panel')) button.setAttribute('aria-expanded', String(open));
  // Closing it returns the focus to where it was opened.
  if (wasOpen && !open && (document.activeElement === document.body || !document.activeElement))
    buttonsOf('panel')[0].focus();
}

// --- Messages of the server ---

connection.addEventListener('state', ({detail}) => {
  document.body.dataset.state = detail.state;
  showState();
  if (detail.state === 'connecting' && !hello) {
    showTrouble(text('connecting'), text('connecting-help'), {busy: true});
  } else if (detail.state === 'waiting') {
    film.stop();
    showTrouble(text(hello ? 'connection-lost' : detail.reason ? 'access-denied' : 'no-reply'),
      [detail.reason ? text('reports', {reason: detail.reason}) : text('unreachable'),
        detail.wait < 1000 ? text('again-soon') : text('again-in', {seconds: Math.round(detail.wait / 1000)})].join(' '),
      {busy: true, button: {label: text('try-now'), press: () => connection.open()}});
  }
});

function showState() {
  const {state} = document.body.dataset;

  byId('state').textContent = text(`state-${state !== 'live' ? state
    : film.lag > behind ? 'behind' : valueOf('paused') ? 'paused' : 'live'}`);
}

connection.addEventListener('hello', async ({detail}) => {
  hello = detail;
  picture.resize(hello.width, hello.height);
  pointer.writes = !hello['read-only'];
  look(picture.isOwn);
  byId('version').textContent = `life ${hello.version}`;
  byId('read-only').hidden = pointer.writes;
  for (const part of document.querySelectorAll('[data-writes]')) part.hidden = !pointer.writes;
  byId('pattern-name').replaceChildren(...(hello.patterns ?? []).map(name => new Option(name, name)));
  if (canPlay(hello.mime)) film.start(hello.mime);
  else showTrouble(text('no-picture'), text('no-picture-help'));
  try {
    const [view, depth, ...sides] = await Promise.all(['view', 'world-depth', 'world-width', 'world-height']
      .map(name => connection.request({type: 'get', name})));

    scene = {view: view.value, depth: depth.value, sides: sides.map(({value}) => value),
      middle: sides.map(({value}) => Math.floor(value / 2))};
  } catch {
    return; // lost already, and reported
  }
  panel.build(hello, scene, (name, value) => set(name, name === 'generations-rate' ? tempoValue(value) : value));
  for (const name of Object.keys(hello.properties)) changed(name, valueOf(name));
  if (isBody(scene)) choose('pan')();
  enableButtons();
  openAddress();
});

connection.addEventListener('frame', ({detail}) => {
  last = detail;
  byId('generation').textContent = format(detail.generation);
  byId('population').textContent = format(detail.population);
  curve.add(Number(detail.population)); // digits, beyond the range of numbers
  showState();
});

connection.addEventListener('viewers', ({detail}) => {
  byId('viewers').textContent = text('viewers', {count: format(detail.count)});
});

connection.addEventListener('changed', ({detail}) => {
  if (!hello?.properties[detail.name]) return;
  updateProperty(detail.name, detail.value);
});

connection.addEventListener('film', ({detail}) => film.receive(detail));
connection.addEventListener('error', ({detail}) => toast(detail.message, true));
connection.addEventListener('warning', ({detail}) => toast(detail.message, true));

// Colors of a palette as those of other properties.
function withHashes(palette) {
  return palette.replace(/0x([0-9a-f]{2})([0-9a-f]{6})/gi, (_, alpha, color) => `#${color}${alpha === 'ff' ? '' : alpha}`);
}

// Updates what depends on a property: its control in the panel, and others.
function changed(name, value) {
  if (['zoom', 'view-x', 'view-y'].includes(name)) placer.show();
  if (['zoom', 'view-x', 'view-y'].includes(name)) selection.show();
  if (name === 'palette') panel.update(name, withHashes(value));
  else if (name !== 'generations-rate') panel.update(name, value);
  if (name === 'paused') {
    for (const button of buttonsOf('pause')) {
      label(button, value ? text('play') : actionLabel('pause'), 'pause');
      button.querySelector('use').setAttribute('href', value ? '#i-play' : '#i-pause');
    }
    document.body.classList.toggle('paused', value);
    showState();
  } else if (name === 'generations-rate' || name === 'generations') {
    const tempo = tempoText(tempoOf(valueOf('generations-rate'), valueOf('generations')));

    byId('tempo').textContent = byId('speed').textContent = `${tempo}×`;
    panel.update('generations-rate', tempo);
  } else if (name === 'grid') {
    for (const button of buttonsOf('grid')) button.setAttribute('aria-pressed', String(value > 0));
  } else if (name === 'draw-state') {
    pointer.state = cursor.state = value;
  } else if (name === 'zoom' && value > 0) {
    cursor.cell = value;
  } else if (name === 'dead-color' || name.startsWith('background-')) {
    surround();
  } else if (name === 'rule') {
    byId('place').textContent = value;
    document.title = `${value} – life`;
  }
}

// Colors the window around the film.
function surround() {
  const [above, below] = isBody(scene) ? ['background-top', 'background-bottom'] : ['dead-color', 'dead-color'];

  document.documentElement.style.setProperty('--outside',
    `linear-gradient(${colorOf(valueOf(above))} 50%, ${colorOf(valueOf(below))} 50%)`);
}

// --- The film ---

film.addEventListener('ack', ({detail}) => connection.send({type: 'ack', fragment: detail}));
film.addEventListener('picture', hideTrouble);
film.addEventListener('refused', () => showTrouble(text('ready'), text('ready-help'),
  {button: {label: text('play'), press: () => film.play()}}));
film.addEventListener('failed', ({detail}) => {
  toast(text('film-restarted', {why: detail}), true);
  connection.open();
});

// A hidden page requests no film: browsers stop it, and fragments would pile up.
document.addEventListener('visibilitychange', () => {
  clearTimeout(hiding);
  if (document.hidden) {
    hiding = setTimeout(() => {
      film.stop();
      connection.close();
    }, hiddenFor);
  } else if (!connection.isOpen) {
    connection.open();
  } else {
    film.play();
  }
});

// --- Actions of the user ---

function label(button, words, name) {
  const key = keyOf(name);

  button.setAttribute('aria-label', words);
  if (key) button.setAttribute('aria-keyshortcuts', shortcutsOf(name));
  button.dataset.tip = key ? `${words} (${key})` : words;
}

// Disables what the server, the world's view or the plugin does not allow.
function enableButtons() {
  const needed = {'pause': 'paused', 'faster': 'generations-rate', 'slower': 'generations-rate', 'grid': 'grid'};
  const ofPlanes = ['tool-draw', 'tool-erase', 'tool-select', 'grid', 'fit'];

  for (const button of document.querySelectorAll('[data-action]')) {
    const name = button.dataset.action;

    button.disabled = actions[name].writes && (!hello || hello['read-only'] || name in needed && !(needed[name] in hello.properties))
      || isBody(scene) && ofPlanes.includes(name);
  }
}

document.documentElement.lang = language;
fill(document);
for (const button of buttonsOf('full-screen')) button.hidden = !document.fullscreenEnabled; // as on iPhones
for (const button of document.querySelectorAll('[data-action]')) {
  const name = button.dataset.action;

  if (!button.textContent.trim()) label(button, actionLabel(name), name);
  button.addEventListener('click', event => {
    act(name);
    // After a click keys go to the world again; a keyboard user stays here.
    if (event.detail && button.closest('#tools')) world.focus({preventScroll: true});
  });
}
byId('file').addEventListener('change', ({target}) => {
  for (const file of target.files) openFile(file);
  target.value = '';
});
byId('fill').addEventListener('change', ({target}) => { picture.fills = target.checked; });
picture.addEventListener('lay', () => { byId('own').hidden = !picture.isOwn; });
addEventListener('resize', () => { byId('fill').checked = picture.fills; });
addEventListener('hashchange', openAddress);
addEventListener('paste', async event => {
  const pattern = event.clipboardData.getData('text');

  if (!pattern || !pointer.writes || !hello || event.target.closest?.('input, select')) return;
  if (await ask({title: text('paste'), words: text('paste-help'), yes: text('replace')}))
    usePattern('load', pattern, text('pasted-text'));
});
receiveDrops(byId('drop'), openFile);
listenToKeys(act, [placer, selection, cursor]);
listKeys(byId('key-list'));
setInterval(() => byId('curve').setAttribute('aria-label', curve.words), describedEvery);
applyTheme();
choose('draw')();
enableButtons();
showPanel(matchMedia('(min-width: 70rem)').matches);
byId('fill').checked = picture.fills;
if (!playable) toast(text('no-h264'), true);
connection.open();

// For tests and debugging: how far behind the film is.
self.life = {film, picture, get figures() { return last; }};
