import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { fillWeeks } from '../../console/src/cases/fill-weeks.ts';
import { writeReport } from '../../console/src/cases/write-report.ts';
import { shareCases } from '../cases/share-cases.ts';
import { describeInChromium, openChromium } from '../support/chromium.ts';
import { openConsole } from '../support/console-page.ts';

it('weeks without cases are there, from the Monday before the first day to that of the last', () => {
  const known = { monday: '2026-02-09', opened: 3 };
  assert.deepEqual(fillWeeks([known], { first: '2026-02-04', last: '2026-02-16' }), [
    { monday: '2026-02-02' },
    known,
    { monday: '2026-02-16' },
  ]);
  assert.deepEqual(fillWeeks([], { first: '2026-02-01', last: '2026-02-01' }), [{ monday: '2026-01-26' }]);
});

it('the report is a table that a spreadsheet reads, and runs no formula of a name', () => {
  const counts = { opened: 2, decided: 1, overdue: 0 };
  const text = writeReport({
    requestId: 'r',
    from: '2026-02-01T00:00:00.000Z',
    to: '2026-02-08T00:00:00.000Z',
    ...counts,
    weeks: [{ monday: '2026-02-02', ...counts, medianHours: 1.23456 }],
    kinds: [{ kind: 'manual', ...counts }],
    outcomes: [{ outcome: 'approve', decided: 1 }],
    actors: [
      { actor: { kind: 'account', id: 'acc_1', name: '=HYPERLINK("x")' }, decided: 1 },
      { actor: { kind: 'client', id: 'cli_1' }, decided: 0 },
    ],
  });
  assert.deepEqual(text.split('\r\n'), [
    'group,name,opened,decided,overdue,median_hours,p90_hours',
    'week,2026-02-02,2,1,0,1.23,',
    'kind,manual,2,1,0,,',
    'outcome,approve,,1,,,',
    `account,"'=HYPERLINK(""x"")",,1,,,`,
    'client,cli_1,,0,,,',
    '',
  ]);
});

describeInChromium('the weekly report', (kind) => {
  const { work, execute, decide, manual } = shareCases(kind);

  it('shows a team lead what was opened, decided and by whom, and hands it out as a file', async (t) => {
    const { service, admin, ana } = work();
    const open = async () => manual((await execute('Good')).id);
    const [first] = [await open(), await open()];
    await decide(ana, first, 'approve');
    const chromium = await openChromium();
    t.after(() => chromium.close());
    const { page, go, faults } = await openConsole(chromium, service, admin);
    await go('/report');
    await page.getByRole('img', { name: 'Abertos por semana' }).waitFor();
    const decisions = page.getByRole('table', { name: 'Por decisão' });
    assert.match(await decisions.innerText(), /Aprovar\s+1/);
    assert.match(await page.getByRole('table', { name: 'Por pessoa' }).innerText(), /A analyst \d+\s+1/);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Salvar como CSV' }).click(),
    ]);
    assert.match(await readFile(await download.path(), 'utf8'), /\r\nkind,manual,2,1,0,/);
    assert.deepEqual(faults, []);
  });
});
