import { group, integer } from '../platform/config/variables.ts';

const audit = group('Audit log', {
  keptMonths: integer({
    variable: 'AUDIT_KEEP_MONTHS',
    whenUnset: 'kept for good',
    minimum: 1,
    maximum: 1_200,
    description:
      'Whole months after which the audit events of a month are dropped. Signed anchors stay, so that `confere audit verify` still proves the rest.',
  }),
});

export const auditSettings = { audit };
