import assert from 'node:assert/strict';
import { it } from 'node:test';
import { signIn } from '../support/console.ts';
import { describeDatabases } from '../support/database.ts';
import { assertError } from '../support/http.ts';
import { shareCases } from './share-cases.ts';

const hourMs = 3_600_000;

type Part = { readonly opened: number; readonly decided: number; readonly overdue: number };

describeDatabases('statistics of cases', (kind) => {
  const { work, execute, decide, manual } = shareCases(kind);

  it('count what was opened, decided and overdue, by week, kind, outcome and whoever decided', async () => {
    const { service, admin, ana, bia } = work();
    const open = async () => manual((await execute('Good')).id);
    const [first, second, third] = [await open(), await open(), await open()];
    await decide(ana, first, 'approve');
    await service.clock.later(4 * hourMs, async () => {
      await decide(await signIn(service, bia), second, 'reprove');
    });
    await service.clock.later(30 * 24 * hourMs, async () => {
      const browser = await signIn(service, admin);
      const now = service.clock.now().getTime();
      const from = new Date(now - 40 * 24 * hourMs).toISOString();
      const { status, body, text } = await browser.request(
        'GET',
        `/v1/case-statistics?from=${from}&utcOffsetMinutes=-180`,
      );
      assert.equal(status, 200, text);
      const { opened, decided, overdue } = body;
      assert.deepEqual({ opened, decided, overdue }, { opened: 3, decided: 2, overdue: 1 });
      assert.ok(body.medianHours > 1.9 && body.medianHours < 2.3, String(body.medianHours));
      for (const part of ['opened', 'decided', 'overdue'] as const) {
        const sum = body.weeks.reduce((before: number, week: Part) => before + week[part], 0);
        assert.equal(sum, body[part], part);
      }
      for (const { monday } of body.weeks) assert.equal(new Date(`${monday}T00:00Z`).getUTCDay(), 1);
      assert.deepEqual(
        body.kinds.map(({ kind, opened, decided }: Part & { kind: string }) => [kind, opened, decided]),
        [['manual', 3, 2]],
      );
      assert.deepEqual(
        new Set(body.outcomes.map((one: { outcome: string }) => one.outcome)),
        new Set(['approve', 'reprove']),
      );
      const hoursOf = new Map<string, number>(
        body.actors.map((one: { actor: { id: string }; medianHours: number }) => [
          one.actor.id,
          one.medianHours,
        ]),
      );
      assert.ok(hoursOf.get(ana.accountId)! < 1);
      assert.ok(hoursOf.get(bia.accountId)! > 3.9);
      assert.ok(body.actors.every((one: { actor: { name?: string } }) => one.actor.name));
      assert.equal(third.state, 'open');
    });
  });

  it('are for team leads, auditors and administrators, and say nothing of anybody in a case', async () => {
    const { ana, auditor } = work();
    assertError(await ana.request('GET', '/v1/case-statistics'), 403, 'scope_forbidden');
    const { status, text } = await auditor.request('GET', '/v1/case-statistics');
    assert.equal(status, 200, text);
    assert.doesNotMatch(text, /per_|com_|cas_/);
  });

  it('refuse a period that ends before it begins or is too long', async () => {
    const { auditor } = work();
    for (const query of [
      'from=2026-02-02T00:00:00Z&to=2026-02-01T00:00:00Z',
      'from=2024-02-02T00:00:00Z&to=2026-02-01T00:00:00Z',
      'utcOffsetMinutes=900',
    ]) {
      assertError(await auditor.request('GET', `/v1/case-statistics?${query}`), 400, 'request_invalid');
    }
  });
});
