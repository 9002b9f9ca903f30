import type { SubjectKind } from './types.ts';

/** The fields of basic data that the interface names. A source of the operator's own may give others. */
export const basicDataFields = {
  person: ['name', 'fatherName', 'motherName', 'birthDate', 'rg', 'gender'],
  company: [
    'openingDate',
    'officialName',
    'fantasyName',
    'companySize',
    'companyEmail',
    'mainActivity',
    'secondaryActivities',
    'legalNature',
    'status',
    'jointStock',
    'phoneNumber',
  ],
} as const satisfies Readonly<Record<SubjectKind, readonly string[]>>;
