// SPDX-License-Identifier: LGPL-2.1-or-later
// What the server reports, in the page's language: patterns of its English texts, and the keys of
// words for them, which take the named groups.

import {text} from './words.js';

const reports = {
  'report-no-undo': /there is no edit to undo/,
  'report-no-redo': /there is nothing to redo/,
  'report-not-stored': /are no longer stored/,
  'read-only': /can be watched, and not changed/,
  'report-rule-name': /^rule "(?<rule>.*?)": character \d+: there is no rule of this name/,
  'report-rule': /^rule "(?<rule>.*?)": character (?<place>\d+): (?<why>[^;]*)/,
  'report-palette': /^there is no palette .(?<name>.*?)[”"];/,
  'report-color': /is not a color, #rrggbb/,
  'report-zoom': /the value of zoom is less than (?<minimum>[^,]+),/,
  'report-number': /^the value of [\w-]+ is not a (?:whole )?number from (?<minimum>\S+) to (?<maximum>[^\s;]+)/,
  'report-value': /^the value of [\w-]+ is not (?:one|some) /,
  'report-pattern-name': /no built-in pattern is called "(?<name>.*?)"/,
  'report-pattern': /^(?:\w+: )?line (?<line>\d+), column (?<column>\d+): (?<why>.*)/,
  'report-pattern-size': /the pattern of (?<size>.*?) cells does not fit into the world of (?<world>.*?) cells/,
  'report-pattern-states': /has cells of state (?<state>\d+), and under the rule the highest state is (?<highest>\d+)/,
  'report-pattern-bytes': /has (?<size>\d+) bytes; this server accepts (?<maximum>\d+)/,
  'report-pattern-runs': /^the pattern is laid out to more than/,
  'report-world-bytes': /^the world has \d+ bytes; this server sends/,
  'report-draw-state': /there is no state (?<state>\d+) to draw in;.* 0 to (?<highest>\d+)/,
  'report-box': /the box has no cell of the world/,
  'report-no-period': /does not repeat itself within (?<count>\d+) generations/,
  'report-fewer': /^a frame of (?<count>\d+) generations took (?<seconds>[\d.]+) seconds; for a minute there are no more than (?<now>\d+)/,
  'report-fast': /^frames took too long; for (?<seconds>\d+) seconds there are no more than (?<now>\d+)/,
  'report-full': /full: (?<count>\d+) of (?<maximum>\d+)/,
  'report-many': /^too many messages|^too many commands|too many connections/,
  'report-slow': /^too slow for the film/,
};

/** The words of a report; its own text if there are none. */
export function translate(report) {
  for (const [key, pattern] of Object.entries(reports)) {
    const found = pattern.exec(report);

    if (found) return text(key, found.groups);
  }
  return report;
}
