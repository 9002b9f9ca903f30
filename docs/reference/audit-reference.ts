import { auditActions } from '../../src/platform/audit/index.ts';

/** Meanings of the tasks that operators run at the command line, by name. Tasks that only look are not recorded. */
export const operatorTaskMeanings: Readonly<Record<string, string>> = {
  'accounts/disable': 'an account was disabled',
  'accounts/invite': 'a person was invited',
  'accounts/recover': 'a link was made by which an administrator can sign in again',
  'audit/export': 'events were exported to a file',
  'audit/verify': 'the log was verified',
  'backup/create': 'a backup was made',
  'backup/verify': 'a backup was verified',
  'clients/change': 'the rules of a client were changed',
  'clients/create': 'a client was created',
  'clients/create-with-keys': 'a client with public keys was created',
  'clients/finish-rotation': 'the older secret of a client was removed',
  'clients/replace-keys': 'the public keys of a client were replaced',
  'clients/revoke': 'a client was revoked',
  'clients/rotate': 'a client was given a second secret',
  'images/move': 'photos were moved between files and S3',
  'faces/judge-pairs': "photos were compared as the deployment's own people make it",
  'faces/lower-threshold': 'the raised threshold of matches went back to the promised one',
  'faces/measure': 'the false match rate among the registered people was measured',
  'faces/reembed': 'templates were made again with another model',
  'keys/create': 'a master key was made',
  'keys/rotate': 'records were sealed under the current master key',
  'keys/rotate-signing': 'signing keys were replaced',
  'people/import': 'a data set of people was imported',
  'people/imports': 'the imports of people were listed',
  'people/quarantine': 'refused rows of an import of people were read',
  'registry/import': 'a month of the registry was imported',
  'registry/import-tax': 'tax regimes of companies were imported',
  'registry/rollback-tax': 'tax regimes went back to the import before',
  'registry/prune': 'old months of the registry were deleted',
  'registry/quarantine': 'refused rows of an import of the registry were read',
  'registry/rollback': 'the registry went back to the month before',
  'sources/import': 'a public list was imported',
  'sources/quarantine': 'refused rows of a list were read',
  'sources/rollback': 'a public list went back to the one before',
  'templates/test': 'a query template was tried',
  'webhooks/create': 'a webhook endpoint was created',
  'webhooks/deliveries': 'the deliveries of a webhook endpoint were listed',
  'webhooks/disable': 'a webhook endpoint was disabled',
  'webhooks/enable': 'a webhook endpoint was enabled',
  'webhooks/remove': 'a webhook endpoint was removed',
  'webhooks/replay': 'deliveries of a webhook endpoint were replayed, or a replay previewed',
  'webhooks/rotate': 'a webhook endpoint was given a new secret',
  'webhooks/test': 'an event to try a webhook endpoint with was sent',
};

/** The page docs/reference/audit-events.md. */
export function renderAuditReference(): string {
  const actions = Object.entries(auditActions).map(
    ([action, { meaning, target }]) => `| \`${action}\` | ${meaning} | ${target ?? ''} |`,
  );
  const tasks = Object.entries(operatorTaskMeanings).map(
    ([task, meaning]) => `| \`operator.${task}\` | ${meaning} |`,
  );
  return `${[
    '# Audit events',
    'Written by `node docs/reference/render.ts` from `src/platform/audit/actions.ts` and\n`docs/reference/audit-reference.ts`; change those, not this page. How to read and check the log:\n[the guide](../guides/protect-personal-data.md).',
    [
      '| member | meaning |',
      '|---|---|',
      '| `at` | the moment, in UTC |',
      '| `actor` | `kind`: `client`, `operator`, `service` or `link`; `id`: of the client |',
      '| `action` | one of those below |',
      '| `target` | id of what was read or changed |',
      '| `subjects` | ids of the people it is about; absent in events of earlier versions |',
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
