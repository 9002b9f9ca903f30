import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Db } from '../../../src/platform/db/index.ts';
import { generateCnpj } from '../../../src/platform/documents.ts';
import { type Consultation, type Source, type SourceHealth, unguarded } from '../../../src/profiles/index.ts';
import { createSourceDesk, type SourceDeskOptions } from '../../../src/profiles/sources/source-desk.ts';
import type { SourcePolicy } from '../../../src/profiles/types.ts';
import { createScriptedSource, found, unavailable } from '../scripted-sources.ts';

const cnpj = generateCnpj();
const subject = { kind: 'company', id: 'com_1', cnpj } as const;

const usualPolicy = { retries: 2, retryDelayMs: 1, breakerFailures: 100, breakerPauseMs: 60_000 };

function open(changes: Partial<SourcePolicy> = {}, own: Partial<Source> = {}) {
  const scripted = createScriptedSource('source', 'company');
  const source = Object.assign(scripted, own);
  const problems: string[] = [];
  const desk = createSourceDesk([source], {
    usualPolicy: { ...usualPolicy, ...changes },
    onProblem: ({ reason }) => problems.push(reason),
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
    const { source, ask, problems } = open({ retries: 0 }, { timeoutMs: 20 });
    source.answer(cnpj, () => new Promise<never>(() => {}));
    assert.deepEqual(await ask(), { outcome: 'unavailable', reason: 'source_timeout' });
    source.answer(cnpj, () => Promise.reject(new Error('quotes the data')));
    assert.deepEqual(await ask(), { outcome: 'unavailable', reason: 'source_failed' });
    source.answer(cnpj, { outcome: 'found', data: 'text' } as never);
    assert.deepEqual(await ask(), { outcome: 'unavailable', reason: 'source_answer_invalid' });
    assert.deepEqual(problems, ['source_timeout', 'source_failed', 'source_answer_invalid']);
  });

  it('that fails again and again is left alone, and tried again after a pause', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const { source, ask } = open({ retries: 0, breakerFailures: 3 });
    source.answer(cnpj, unavailable);
    for (let n = 0; n < 3; n += 1) await ask();
    const paused = { outcome: 'unavailable', reason: 'source_paused', retryAfterSeconds: 60 };
    assert.deepEqual(await ask(), paused);
    source.answer(cnpj, found({ a: 1 }));
    t.mock.timers.tick(59_999);
    assert.deepEqual(await ask(), paused);
    assert.equal(source.calls.get(cnpj), 3);
    t.mock.timers.tick(1);
    assert.equal((await ask()).outcome, 'found');
  });

  it('has a policy of its own, and is told how it is doing', async () => {
    const told: SourceHealth[] = [];
    const { source, ask } = open(
      {},
      {
        policy: { retries: 1, retryDelayMs: 1, breakerFailures: 4, breakerPauseMs: 3_600_000 },
        noteHealth: async (health) => void told.push(health),
      },
    );
    source.answer(cnpj, unavailable);
    for (let n = 0; n < 2; n += 1) await ask();
    assert.equal(source.calls.get(cnpj), 4);
    assert.deepEqual(
      told.map(({ circuit, failure }) => [circuit, failure]),
      [
        ['closed', 'provider_down'],
        ['open', 'provider_down'],
      ],
    );
    assert.equal((await ask()).outcome, 'unavailable');
    assert.deepEqual(told.at(-1), { circuit: 'open', failure: 'source_paused' });
    assert.equal(source.calls.get(cnpj), 4);
  });

  it('runs no more tries at once than its policy says', async () => {
    const { source, ask } = open({ maxConcurrent: 2 });
    let running = 0;
    let most = 0;
    source.answer(cnpj, async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      return found({ a: 1 });
    });
    await Promise.all(Array.from({ length: 9 }, ask));
    assert.equal(most, 2);
  });

  it('that identifies a question is asked it once at a time, and answers what needs no question', async () => {
    let prepared: Consultation | { question: string } = { question: 'one' };
    const { source, ask, desk, context } = open(
      { retries: 1, breakerFailures: 2 },
      { prepare: async () => prepared },
    );
    source.answer(cnpj, unavailable);
    const answers = await Promise.all(Array.from({ length: 5 }, ask));
    assert.deepEqual(answers, Array(5).fill(unavailable));
    assert.equal(source.calls.get(cnpj), 2, 'several that wait for one answer are one failure');
    assert.equal((await ask()).outcome, 'unavailable');
    assert.equal(source.calls.get(cnpj), 2, 'left alone');
    prepared = found({ kept: 1 });
    assert.deepEqual(await ask(), prepared, 'also while it is left alone');
    assert.deepEqual(await desk.askOnce(source, subject, context), unavailable);
  });

  it('whose question others wait for is asked on when the first of them stops waiting', async () => {
    const { source, desk, context, ask } = open({}, { prepare: async () => ({ question: 'one' }) });
    const { promise, resolve } = Promise.withResolvers<Consultation>();
    const { promise: asked, resolve: tellAsked } = Promise.withResolvers<void>();
    source.answer(cnpj, () => {
      tellAsked();
      return promise;
    });
    const stopped = new AbortController();
    const first = desk.ask(source, subject, { ...context, signal: stopped.signal });
    await asked;
    const second = ask();
    stopped.abort();
    assert.deepEqual(await first, { outcome: 'unavailable', reason: 'source_timeout' });
    resolve(found({ a: 1 }));
    assert.equal((await second).outcome, 'found');
    assert.equal(source.calls.get(cnpj), 1);
  });

  it('asks another by the policy of that one', async () => {
    const other = createScriptedSource('other', 'company');
    other.answer(cnpj, unavailable);
    const { source, ask, desk, context } = open(
      {},
      { policy: unguarded, consult: (about, { ask: askOther }) => askOther(other, about) },
    );
    assert.deepEqual(await ask(), unavailable);
    assert.equal(other.calls.get(cnpj), 3);
    assert.deepEqual(await desk.askOnce(source, subject, context), unavailable);
    assert.equal(other.calls.get(cnpj), 4, 'once where the one that asks is asked once');
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
