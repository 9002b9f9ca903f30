import { auditActions } from '../../src/app.ts';

/** The page docs/reference/audit-events.md. */
export function renderAuditReference(): string {
  const all = Object.entries(auditActions);
  const isTask = (action: string) => action.startsWith('operator.');
  const actions = all
    .filter(([action]) => !isTask(action))
    .map(([action, { meaning, target }]) => `| \`${action}\` | ${meaning} | ${target ?? ''} |`);
  const tasks = all
    .filter(([action]) => isTask(action))
    .map(([action, { meaning }]) => `| \`${action}\` | ${meaning} |`);
  return `${[
    '# Audit events',
    'Written by `node docs/reference/render.ts` from the audit actions that each\ndomain declares; change those, not this page. How to read and check the log:\n[the guide](../guides/protect-personal-data.md).',
    [
      '| member | meaning |',
      '|---|---|',
      '| `at` | the moment, in UTC |',
      '| `actor` | `kind`: `client`, `operator`, `service` or `link`; `id`: of the client |',
      '| `action` | one of those below |',
      '| `target` | id of what was read or changed |',
      '| `subjects` | ids of the people it is about; absent when it is about nobody |',
      '| `purpose` | the `X-Purpose` of the request |',
      '| `source` | the address; of a phone only its network |',
      '| `outcome` | `done`, or the code of the error |',
      '| `requestId` | id of the request |',
      '| `detail` | more, as JSON |',
      '| `chain`, `sequence`, `hash` | the place in the hash chain |',
    ].join('\n'),
    '## Actions',
    ['| action | meaning | target |', '|---|---|---|', ...actions].join('\n'),
    '## Operators',
    ['| action | meaning |', '|---|---|', ...tasks].join('\n'),
  ].join('\n\n')}\n`;
}
