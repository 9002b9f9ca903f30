import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { generateCnpj, generateCpf } from '../../src/platform/documents.ts';
import { companyIdKind, createId, isId } from '../../src/platform/ids.ts';
import { type Consultation, createNameIndex } from '../../src/profiles/index.ts';
import { createCompanyIds } from '../../src/profiles/profiles-deps.ts';
import { describeDatabases } from '../support/database.ts';
import { type Answer, send } from '../support/http.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';
import { createScriptedSource, found, partner, unavailable } from './scripted-sources.ts';

describeDatabases('limits of executions', (kind) => {
  const crowded = createScriptedSource('crowded', 'person', { timeoutMs: 60_000 });
  const stuck = createScriptedSource('stuck', 'person', { timeoutMs: 600_000 });
  const down = createScriptedSource('down', 'person');
  const broken = createScriptedSource('broken', 'person');
  const register = createScriptedSource('register', 'company');
  const service = shareService(kind, {
    engine: createStandInEngine(),
    sources: [crowded, stuck, down, broken, register],
    env: {
      EXECUTION_CONCURRENCY: '2',
    },
    constants: { executions: { rulesTimeoutMs: 1_000, maxPartners: 1, maxAttempts: 2, retryDelayMs: 3_000 } },
    executionLimits: {
      runTimeoutSeconds: 15,
      maxRetryDelayMs: 50,
      shownExecutions: 2,
      sourcePolicy: { retries: 1, retryDelayMs: 5, breakerFailures: 6, breakerPauseMs: 3_600_000 },
    },
  });
  let token: string;
  before(async () => {
    token = await service().token('customer');
  });

  const api = (method: string, path: string, json?: object, headers: Record<string, string> = {}) =>
    send(`${service().url}${path}`, { method, token, headers, ...(json && { json }) });
  async function createQueryTemplate(source: string | undefined, change: object = {}): Promise<string> {
    const answer = await api('POST', '/v1/query-templates', {
      name: 'Limits',
      subject: 'person',
      sources: source === undefined ? [] : [{ name: source }],
      rules: [{ name: 'always', when: 'true', status: 'APPROVED' }],
      ...change,
    });
    assert.equal(answer.status, 201, answer.text);
    return answer.body.id;
  }
  async function start(json: object): Promise<string> {
    const answer = await api('POST', '/v1/executions', json);
    assert.equal(answer.status, 202, answer.text);
    return answer.body.executionId;
  }
  /** The execution once it stands so; the run ends a wait in vain. */
  async function until(id: string, stands: (body: Answer['body']) => boolean): Promise<Answer['body']> {
    for (;;) {
      const { body } = await api('GET', `/v1/executions/${id}`);
      if (stands(body)) return body;
      await delay(50);
    }
  }
  const untilEnded = (id: string) => until(id, (body) => body.completedAt !== undefined);

  it('a process runs as many at a time as EXECUTION_CONCURRENCY says', async () => {
    const waiting: ((consultation: Consultation) => void)[] = [];
    let most = 0;
    const templateId = await createQueryTemplate('crowded');
    const cpfs = Array.from({ length: 5 }, generateCpf);
    for (const cpf of cpfs) {
      crowded.answer(
        cpf,
        () =>
          new Promise((resolve) => {
            waiting.push(resolve);
            most = Math.max(most, waiting.length);
          }),
      );
    }
    const ids: string[] = [];
    for (const cpf of cpfs) ids.push(await start({ templateId, cpf }));
    for (let answered = 0; answered < cpfs.length; answered += 1) {
      const room = Math.min(2, cpfs.length - answered);
      while (waiting.length < room) await delay(20);
      waiting.shift()!(found({ name: 'Ana Lima' }));
    }
    for (const id of ids) assert.equal((await untilEnded(id)).status, 'APPROVED');
    assert.equal(most, 2);
  });

  it('a run that takes too long is ended, and the execution run again', async () => {
    const cpf = generateCpf();
    let isFirst = true;
    stuck.answer(cpf, () => {
      if (!isFirst) return found({ name: 'Ana Lima' });
      isFirst = false;
      return new Promise(() => {});
    });
    const id = await start({ templateId: await createQueryTemplate('stuck'), cpf });
    assert.equal((await untilEnded(id)).status, 'APPROVED');
    assert.equal(stuck.calls.get(cpf), 2);
  });

  it('a source is asked again in each run, until the limit of runs', async () => {
    const cpf = generateCpf();
    down.answer(cpf, unavailable);
    const id = await start({ templateId: await createQueryTemplate('down'), cpf });
    const waiting = await until(id, (body) => body.nextAttemptAt !== undefined || body.completedAt);
    if (waiting.nextAttemptAt !== undefined) {
      const waitMs = Date.parse(waiting.nextAttemptAt) - Date.parse(waiting.lastUpdate);
      assert.ok(waitMs <= 50, `the longest delay bounds the wait: ${waitMs}`);
    }
    const ended = await untilEnded(id);
    assert.deepEqual([ended.status, ended.reason], ['PENDING', 'source_unavailable:down']);
    assert.equal(down.calls.get(cpf), 4);
  });

  it('after failures in a row a source is left alone', async () => {
    const templateId = await createQueryTemplate('broken');
    const cpfs = Array.from({ length: 3 }, generateCpf);
    for (const cpf of cpfs) broken.answer(cpf, unavailable);
    const reasons: string[] = [];
    for (const cpf of cpfs) {
      const ended = await untilEnded(await start({ templateId, cpf }));
      reasons.push(ended.sources.broken.reason);
    }
    assert.deepEqual(reasons.slice(-1), ['source_paused']);
    assert.equal(
      cpfs.reduce((sum, cpf) => sum + (broken.calls.get(cpf) ?? 0), 0),
      6,
    );
  });

  it('rules get the time of the limit and no more', async () => {
    const rules = [
      { name: 'endless', when: 'attributes.text.matches("^(a+)+$")', status: 'APPROVED' },
    ] as const;
    const templateId = await createQueryTemplate(undefined, { rules });
    const attributes = { text: `${'a'.repeat(60)}!` };
    const id = await start({ templateId, cpf: generateCpf(), attributes });
    const ended = await untilEnded(id);
    assert.deepEqual([ended.status, ended.reason], ['PENDING', 'rules_timeout']);
    // Not tried again: the same rules on the same data end the same way.
    assert.equal(ended.nextAttemptAt, undefined);
  });

  it('executions are started for no more partners of a company than the limit, and all partners are shown', async () => {
    const cnpj = generateCnpj();
    const partners = ['ANA', 'BIA', 'CAIO'].map((name, n) => partner('person', name, `***11122${n}**`));
    register.answer(cnpj, found({ officialName: 'Sol' }, {}, partners));
    const templateId = await createQueryTemplate('register', {
      subject: 'company',
      onboardPartners: { isEnabled: true },
    });
    await untilEnded(await start({ templateId, cnpj }));
    const { body } = await api('GET', `/v1/companies/${cnpj}?_includeOnboardingQsa=true`);
    assert.equal(body.qsa.items.length, 3);
    const started = body.qsa.items.filter((it: { transactionId?: string }) => it.transactionId !== undefined);
    assert.equal(started.length, 1);
  });

  it('a profile shows the newest executions, and the list has all', async () => {
    const cpf = generateCpf();
    const templateId = await createQueryTemplate(undefined);
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const id = await start({ templateId, cpf });
      await untilEnded(id);
      ids.unshift(id);
    }
    const idsOf = (items: { executionId: string }[]) => items.map(({ executionId }) => executionId);
    assert.deepEqual(idsOf((await api('GET', `/v1/people/${cpf}`)).body.executions), ids.slice(0, 2));
    assert.deepEqual(idsOf((await api('GET', `/v1/executions?subject=${cpf}`)).body.items), ids);
  });
});

const index = createNameIndex(Buffer.alloc(32, 1));

it('gives each word of a name once, as 16 bytes that say nothing without the key', () => {
  const words = index('Ana Maria de Souza e Souza');
  assert.equal(words.length, 3);
  for (const word of words) assert.equal(Buffer.from(word, 'base64url').length, 16);
  assert.deepEqual(words, index('ANA MARÍA SOUZA'));
  const other = createNameIndex(Buffer.alloc(32, 2))('Ana Maria de Souza');
  assert.ok(words.every((word) => !other.includes(word)));
});

it('gives words in an order that does not say which stood first', () => {
  assert.deepEqual(index('Lima Ana Bruno'), index('Bruno Lima Ana'));
  assert.deepEqual(index('Lima Ana Bruno'), index('Lima Ana Bruno').toSorted());
});

it('gives nothing for a text without words', () => {
  assert.deepEqual(index(' - '), []);
});

describe('the ids of companies', () => {
  const key = randomBytes(32);
  const ids = createCompanyIds(key);

  it('are made of the number, the same each time, and lead back to it', () => {
    for (let count = 0; count < 100; count += 1) {
      const cnpj = generateCnpj();
      const id = ids.idOf(cnpj);
      assert.ok(isId(companyIdKind, id), id);
      assert.equal(createCompanyIds(key).idOf(cnpj), id);
      assert.equal(ids.cnpjOf(id), cnpj);
    }
  });

  it('are others under another key, which knows nothing of them', () => {
    const other = createCompanyIds(randomBytes(32));
    const cnpj = generateCnpj();
    assert.notEqual(other.idOf(cnpj), ids.idOf(cnpj));
    assert.equal(other.cnpjOf(ids.idOf(cnpj)), undefined);
  });

  it('name no company when they were not made here', () => {
    for (const id of [createId(companyIdKind), `com_${'0'.repeat(32)}`, 'com_', 'per_1', '']) {
      assert.equal(ids.cnpjOf(id), undefined, id);
    }
  });
});
