import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../../../src/platform/db/index.ts';
import { generateCnpj } from '../../../src/platform/documents/index.ts';
import { createSourceDesk, type SourceDeskOptions } from '../../../src/profiles/index.ts';
import { createScriptedSource, found, unavailable } from '../scripted-sources.ts';

const cnpj = generateCnpj();
const subject = { kind: 'company', id: 'com_1', cnpj } as const;

function open(changes: Partial<SourceDeskOptions> = {}, timeoutMs = 5_000) {
  const source = createScriptedSource('source', 'company', { timeoutMs });
  const problems: string[] = [];
  const desk = createSourceDesk([source], {
    retries: 2,
    retryDelayMs: 1,
    breakerFailures: 100,
    breakerPauseMs: 50,
    onProblem: ({ reason }) => problems.push(reason),
    ...changes,
  });
  const context = { db: {} as Db, attributes: {}, now: new Date(), signal: new AbortController().signal };
  return { source, desk, problems, context, ask: () => desk.ask(source, subject, context) };
}

describe('a source', () => {
  it('that fails is asked again, and its answer taken', async () => {
    const { source, ask } = open();
    let calls = 0;
    source.answer(cnpj, () => {
      calls += 1;
      return calls < 3 ? unavailable : found({ a: 1 });
    });
    assert.equal((await ask()).outcome, 'found');
    assert.equal(calls, 3);
  });

  it('that fails each time is unavailable with its reason, after as many tries as there are', async () => {
    const { source, ask } = open();
    source.answer(cnpj, unavailable);
    assert.deepEqual(await ask(), unavailable);
    assert.equal(source.calls.get(cnpj), 3);
  });

  it('that says when to come back is not asked before', async () => {
    const { source, ask } = open();
    const later = { ...unavailable, retryAfterSeconds: 60 } as const;
    source.answer(cnpj, later);
    assert.deepEqual(await ask(), later);
    assert.equal(source.calls.get(cnpj), 1);
  });

  it('that takes too long, throws or answers nonsense is unavailable, and the operator is told why', async () => {
    const { source, ask, problems } = open({ retries: 0 }, 20);
    source.answer(cnpj, () => new Promise<never>(() => {}));
    assert.deepEqual(await ask(), { outcome: 'unavailable', reason: 'source_timeout' });
    source.answer(cnpj, () => Promise.reject(new Error('quotes the data')));
    assert.deepEqual(await ask(), { outcome: 'unavailable', reason: 'source_failed' });
    source.answer(cnpj, { outcome: 'found', data: 'text' } as never);
    assert.deepEqual(await ask(), { outcome: 'unavailable', reason: 'source_answer_invalid' });
    assert.deepEqual(problems, ['source_timeout', 'source_failed', 'source_answer_invalid']);
  });

  it('that fails again and again is left alone, and tried again after a pause', async () => {
    const { source, ask } = open({ retries: 0, breakerFailures: 3 });
    source.answer(cnpj, unavailable);
    for (let n = 0; n < 3; n += 1) await ask();
    assert.deepEqual(await ask(), { outcome: 'unavailable', reason: 'source_paused' });
    assert.equal(source.calls.get(cnpj), 3);
    source.answer(cnpj, found({ a: 1 }));
    await delay(60);
    assert.equal((await ask()).outcome, 'found');
  });

  it('that has nothing on the subject has answered', async () => {
    const { source, ask } = open({ breakerFailures: 1 });
    for (let n = 0; n < 3; n += 1) assert.deepEqual(await ask(), { outcome: 'absent' });
    assert.equal(source.calls.get(cnpj), 3);
  });

  it('is asked once, and by itself, where it may be neither repeated nor left alone', async () => {
    const { source, desk, context } = open({ breakerFailures: 1 });
    source.answer(cnpj, unavailable);
    for (let n = 0; n < 2; n += 1)
      assert.deepEqual(await desk.askOnce(source, subject, context), unavailable);
    assert.equal(source.calls.get(cnpj), 2);
  });

  it('is known by name and subject, and no two by one name', () => {
    const { desk, source } = open();
    assert.equal(desk.find('source', 'company'), source);
    assert.equal(desk.find('source', 'person'), undefined);
    assert.throws(() => createSourceDesk([source, source], {} as SourceDeskOptions), TypeError);
  });
});
