import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createProgressBar,
  createProgressDisplay,
  describeTimeLeft,
  drawBar,
} from '../../src/cli/progress-bar.ts';

/** A bar over a clock that stands still until it is moved, and what it has written. */
function openBar(isTTY: boolean) {
  let nowMs = 0;
  const written: string[] = [];
  const bar = createProgressBar({ isTTY, write: (text) => written.push(text) }, 'rows', () => nowMs);
  return {
    bar,
    written,
    wait: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe('progress for people', () => {
  it('on a terminal is one line, written over five times a second and left standing at the end', () => {
    const { bar, written, wait } = openBar(true);
    bar.show({ done: 0, total: 100 });
    wait(100);
    bar.show({ done: 10, total: 100 });
    wait(900);
    bar.show({ done: 50, total: 100, subject: 'people.csv' });
    bar[Symbol.dispose]();
    assert.deepEqual(written, [
      `\r\x1b[J[${'.'.repeat(24)}] 0%  0 of 100 rows`,
      `\r\x1b[J[${'#'.repeat(12)}${'.'.repeat(12)}] 50%  50 of 100 rows  50/s  people.csv  0:01 left`,
      '\n',
    ]);
  });

  it('elsewhere is a line every five seconds, the last one included', () => {
    const { bar, written, wait } = openBar(false);
    bar.show({ done: 1 });
    wait(5_000);
    bar.show({ done: 20 });
    wait(1_000);
    bar.show({ done: 30 });
    bar[Symbol.dispose]();
    assert.deepEqual(written, ['20 rows  4/s\n', '30 rows  5/s\n']);
  });
});

it('a terminal shows several lines in place of those before, and what came last at the end', () => {
  let nowMs = 0;
  const written: string[] = [];
  const display = createProgressDisplay({ isTTY: true, write: (text) => written.push(text) }, () => nowMs);
  display.show(['a', 'b', 'all']);
  nowMs = 100;
  display.show(['too early']);
  nowMs = 200;
  display.show(['b', 'all']);
  display.show(['all']);
  display[Symbol.dispose]();
  display[Symbol.dispose]();
  assert.deepEqual(written, ['\r\x1b[Ja\nb\nall', '\x1b[2A\r\x1b[Jb\nall', '\x1b[1A\r\x1b[Jall', '\n']);
});

it('what is new is shown at once, in a file too', () => {
  const written: string[] = [];
  const display = createProgressDisplay({ write: (text) => written.push(text) }, () => 0);
  display.show(['reading']);
  display.show(['indexes'], { isNew: true });
  display[Symbol.dispose]();
  assert.deepEqual(written, ['indexes\n']);
});

it('a bar and the time left follow from what is done', () => {
  assert.equal(drawBar(1, 4), '[######..................] 25%');
  assert.equal(drawBar(0, 0), '[........................] 0%');
  assert.equal(describeTimeLeft(1, 4, 20_000), '1:00');
  assert.equal(describeTimeLeft(1, 1_000, 20_000), '5h33');
  assert.equal(describeTimeLeft(0, 4, 20_000), undefined);
});
