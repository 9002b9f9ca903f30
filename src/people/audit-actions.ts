import type { AuditActions } from '../platform/audit/index.ts';

/** The audited actions of this domain. */
export const peopleAuditActions = {
  'person.cpf': { meaning: 'the whole CPF of a person was read', target: 'person' },
  'person.history': { meaning: 'the changes of a person profile were read', target: 'person' },
  'person.read': { meaning: 'a person profile was read', target: 'person' },
  'operator.people/import': { meaning: 'a data set of people was imported' },
  'operator.people/imports': { meaning: 'the imports of people were listed' },
  'operator.people/quarantine': { meaning: 'refused rows of an import of people were read' },
  'operator.people/rollback': { meaning: 'the last import of a data set of people was taken back' },
  'operator.sources/import': { meaning: 'a public list was imported' },
  'operator.sources/quarantine': { meaning: 'refused rows of a list were read' },
  'operator.sources/rollback': { meaning: 'a public list went back to the one before' },
} as const satisfies AuditActions;

type Own = typeof peopleAuditActions;

declare module '../platform/audit/actions.ts' {
  interface AuditActionTable extends Own {}
}
