import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { verifyExport } from '../../../src/audit/verify-export.ts';
import { AppError } from '../../../src/platform/errors.ts';
import { acceptFirstAdministrator, invitePerson, type Person } from '../../support/console.ts';
import { describeDatabases } from '../../support/database.ts';
import { assertError, send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';

describeDatabases('export of the audit log', (kind) => {
  const service = shareService(kind, { engine: createStandInEngine() });
  let auditor: Person;
  let text: string;

  before(async () => {
    const admin = await acceptFirstAdministrator(service());
    auditor = await invitePerson(service(), admin, 'auditor');
    const answer = await auditor.request('GET', '/v1/audit/export');
    assert.equal(answer.status, 200, answer.text);
    assert.match(answer.headers.get('content-type')!, /^application\/x-ndjson/);
    assert.match(answer.headers.get('content-disposition')!, /attachment; filename="audit-exp_\w+\.ndjson"/);
    ({ text } = answer);
  });

  const keysOf = async () => (await send(`${service().url}/.well-known/jwks.json`)).body;
  const verify = async (t: TestContext, content: string, keys?: { keys: [] }) => {
    const folder = await mkdtemp(join(tmpdir(), 'confere-export-'));
    t.after(() => rm(folder, { recursive: true }));
    const file = join(folder, 'audit.ndjson');
    await writeFile(file, content);
    return await verifyExport(file, { keys: keys ?? (await keysOf()) });
  };
  const faultsOf = async (t: TestContext, content: string, keys?: { keys: [] }) => {
    try {
      await verify(t, content, keys);
      return [];
    } catch (error) {
      assert.ok(error instanceof AppError, String(error));
      assert.equal(error.code, 'audit_export_invalid');
      return (error.problems ?? []).map(({ message }) => message);
    }
  };

  it('is verified by whoever has the published keys', async (t) => {
    const found = await verify(t, text);
    const events = text.split('\n').length - 3;
    assert.deepEqual(
      [found.events, found.filter, found.areHashesProven, found.isCut],
      [events, {}, false, false],
    );
    const page = (await auditor.request('GET', '/v1/audit?limit=200')).body.items;
    const lines = text
      .split('\n')
      .slice(1, -2)
      .map((line) => JSON.parse(line));
    for (const { previousHash, ...line } of lines) {
      const { isProven, ...shown } = page.find(
        ({ chain, sequence }: typeof line) => chain === line.chain && sequence === line.sequence,
      );
      assert.deepEqual([line, true], [shown, isProven]);
      assert.equal(previousHash === undefined, line.sequence === 1);
    }
  });

  it('shows every change of the file', async (t) => {
    const lines = text.split('\n');
    const changed = (at: number, to: (line: string) => string) =>
      lines.map((line, index) => (index === at ? to(line) : line)).join('\n');
    const signed = 'is not what the service signed';
    assert.deepEqual(
      await faultsOf(
        t,
        changed(2, (line) => line.replace('"outcome":"', '"outcome":"x')),
      ),
      [signed],
    );
    const links = await faultsOf(
      t,
      changed(2, (line) => line.replace(/"hash":"(.)/, (_, first) => `"hash":"${first === 'f' ? '0' : 'f'}`)),
    );
    assert.ok(links.includes('link broken') && links.includes(signed), String(links));
    const without = await faultsOf(t, lines.filter((_, index) => index !== 3).join('\n'));
    assert.ok(without.includes('missing before it'), String(without));
    const swapped = [...lines.slice(0, 2), lines[3], lines[2], ...lines.slice(4)].join('\n');
    assert.ok((await faultsOf(t, swapped)).includes('out of order'));
    assert.deepEqual(
      await faultsOf(
        t,
        changed(0, (line) => line.replace('"filter":{}', '"filter":{"to":1}')),
      ),
      [signed],
    );
    assert.deepEqual(await faultsOf(t, lines.slice(0, -2).join('\n')), ['is missing: the file is not whole']);
    assert.deepEqual(await faultsOf(t, `${lines.slice(0, -2).join('\n')}\n`), [
      'is missing: the file is not whole',
    ]);
    assert.deepEqual(await faultsOf(t, `${text}{}\n`), ['lines follow the last one']);
    assert.deepEqual(
      await faultsOf(
        t,
        changed(2, () => 'x'),
      ),
      ['is not JSON'],
    );
    assert.deepEqual(
      await faultsOf(
        t,
        changed(2, () => '{"sequence":1}'),
      ),
      ['is not an event'],
    );
    assert.deepEqual(await faultsOf(t, '{}\n'), ['is not an export of the audit log']);
    assert.deepEqual(await faultsOf(t, text, { keys: [] }), ['is not signed by any of the keys']);
  });

  it('shows a chain that a note does not name', async (t) => {
    const lines = text.split('\n');
    const isNote = (line: string) =>
      line.includes('"action":"audit.checkpoint"') && line.includes('"chain":"chain-transactions"');
    const at = lines.findLastIndex(isNote);
    const { detail, ...note } = JSON.parse(lines[at]!);
    const followedBy = async (heads: readonly object[]) => {
      const next = JSON.stringify({ ...note, sequence: note.sequence + 1, detail: { heads } });
      return await faultsOf(t, lines.toSpliced(at + 1, 0, next).join('\n'));
    };
    const message = 'not named by a note that follows its beginning';
    assert.ok((await followedBy([])).includes(message));
    const named = [...detail.heads, { chain: detail.begins, sequence: 1, hash: note.hash }];
    assert.ok(!(await followedBy(named)).includes(message));
  });

  it('holds the events of a filter, and says which filter', async (t) => {
    const to = new Date().toISOString();
    const { text: part } = await auditor.request('GET', `/v1/audit/export?action=account.invite&to=${to}`);
    const found = await verify(t, part);
    assert.deepEqual(found.filter, { action: 'account.invite', to });
    const events = part
      .split('\n')
      .slice(1, -2)
      .map((line) => JSON.parse(line));
    assert.ok(events.length > 0);
    assert.ok(events.every(({ action }) => action === 'account.invite'));
    const none = await auditor.request('GET', '/v1/audit/export?target=none');
    assert.equal((await verify(t, none.text)).events, 0);
    assertError(await auditor.request('GET', '/v1/audit/export?personId=x'), 400, 'request_invalid');
    assertError(await auditor.request('GET', '/v1/audit/export?format=xml'), 400, 'request_invalid');
  });

  it('is in the log, with what was asked for', async () => {
    const { items } = (await auditor.request('GET', '/v1/audit?action=audit.export')).body;
    const whole = items.at(-1);
    assert.deepEqual([whole.actor.id, whole.detail], [auditor.accountId, { format: 'ndjson' }]);
    assert.match(whole.target, /^exp_/);
  });

  it('comes as CSV, in which nothing is a formula', async () => {
    const purpose = '=HYPERLINK("https://x.example")';
    await auditor.request('GET', '/v1/audit?limit=1', undefined, { headers: { 'x-purpose': purpose } });
    const { text: csv, headers } = await auditor.request('GET', '/v1/audit/export?format=csv');
    assert.match(headers.get('content-type')!, /^text\/csv/);
    const [first = ''] = csv.split('\r\n');
    assert.ok(first.startsWith('at,actorKind,actorId,action,target,'), first);
    assert.ok(csv.includes(`"'=HYPERLINK(""https://x.example"")"`));
    assert.ok(!/(^|,)=/m.test(csv));
  });

  it('is refused while two are being sent, and begins again when one was hung up', async () => {
    const hangUp = new AbortController();
    const open = () =>
      fetch(`${service().url}/v1/audit/export`, {
        headers: { cookie: auditor.cookie! },
        signal: hangUp.signal,
      });
    const answers = await Promise.all(Array.from({ length: 8 }, open));
    for (const answer of answers) {
      assert.ok([200, 503].includes(answer.status));
      if (answer.status === 200) continue;
      const body = (await answer.json()) as { readonly code: string };
      assert.equal(body.code, 'audit_exports_busy');
    }
    hangUp.abort();
    // The service learns from the connection that it was hung up, which may be after the next request.
    const deadline = Date.now() + 600_000;
    while ((await auditor.request('GET', '/v1/audit/export?target=none')).status === 503) {
      assert.ok(Date.now() < deadline, 'the place of an export that was hung up is never free');
      await delay(20);
    }
    for (let tries = 0; tries < 10; tries += 1) {
      const answer = await auditor.request('GET', '/v1/audit/export?target=none');
      assert.equal(answer.status, 200, answer.text);
    }
  });
});
