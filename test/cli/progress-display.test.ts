import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createProgressDisplay, describeTimeLeft, drawBar } from '../../src/cli/progress-display.ts';

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
  display.end();
  display.end();
  assert.deepEqual(written, ['\r\x1b[Ja\nb\nall', '\x1b[2A\r\x1b[Jb\nall', '\x1b[1A\r\x1b[Jall', '\n']);
});

it('what is new is shown at once, in a file too', () => {
  const written: string[] = [];
  const display = createProgressDisplay({ write: (text) => written.push(text) }, () => 0);
  display.show(['reading']);
  display.show(['indexes'], { isNew: true });
  display.end();
  assert.deepEqual(written, ['indexes\n']);
});

it('a bar and the time left follow from what is done', () => {
  assert.equal(drawBar(1, 4), '[######..................] 25%');
  assert.equal(drawBar(0, 0), '[........................] 0%');
  assert.equal(describeTimeLeft(1, 4, 20_000), '1:00');
  assert.equal(describeTimeLeft(1, 1_000, 20_000), '5h33');
  assert.equal(describeTimeLeft(0, 4, 20_000), undefined);
});
