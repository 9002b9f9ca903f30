import Type, { type Static } from 'typebox';
import { listNames } from '../list-entry.ts';
import { hitBases } from '../screening/judge-hit.ts';

const matchBases = ['exact', 'name_and_six_digits', 'name_only'];
const text = Type.Optional(Type.String());
const day = Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'YYYY-MM-DD' }));

const listed = { list: Type.String({ enum: [...listNames] }) };

const matched = {
  ...listed,
  candidate: Type.Integer({ description: 'Number of the candidate it belongs to.' }),
  matchBasis: Type.String({ enum: matchBases }),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  name: Type.String({ description: 'As the list writes it.' }),
  document: Type.Optional(Type.String({ description: 'Masked.' })),
};

const sanction = {
  code: text,
  category: text,
  process: text,
  body: text,
  state: text,
  scope: text,
  legalBasis: text,
  fine: text,
  startDate: day,
  endDate: day,
  publicationDate: day,
  isActive: Type.Boolean({ description: 'In force on the day of the consultation.' }),
};

const PositionHitSchema = Type.Object({
  ...matched,
  role: text,
  description: text,
  level: text,
  body: text,
  startDate: day,
  endDate: day,
  graceEndDate: day,
  isCurrent: Type.Boolean(),
  isInGracePeriod: Type.Boolean(),
  isActive: Type.Boolean({ description: 'One of the two.' }),
});

const SanctionHitSchema = Type.Object({ ...matched, ...sanction });

const CandidacyHitSchema = Type.Object({
  ...matched,
  year: Type.Optional(Type.Integer()),
  office: text,
  state: text,
  unit: text,
  party: text,
  result: text,
});

const Lists = Type.Array(
  Type.Object({
    ...listed,
    edition: text,
    listDate: day,
    importedAt: Type.String({ format: 'date-time' }),
    isOld: Type.Optional(Type.Boolean({ description: 'Older than a list of its kind may be.' })),
  }),
  { description: 'The lists that were looked through.' },
);

export const PfMediaProfileAndExposureSchema = Type.Object({
  isPoliticallyExposed: Type.Boolean({ description: 'An active position, by more than the name alone.' }),
  isSanctioned: Type.Boolean({ description: 'A sanction in force, by more than the name alone.' }),
  candidates: Type.Array(
    Type.Object({
      number: Type.Integer(),
      matchBasis: Type.String({ enum: matchBases }),
      confidence: Type.Number({ minimum: 0, maximum: 1 }),
      name: Type.String(),
      document: text,
    }),
    {
      description:
        'Whom the lists name that may be the person. Entries are one candidate only where the list says so.',
    },
  ),
  positions: Type.Array(PositionHitSchema),
  sanctions: Type.Array(SanctionHitSchema),
  candidacies: Type.Array(CandidacyHitSchema),
  lists: Lists,
});
export type PfMediaProfileAndExposure = Static<typeof PfMediaProfileAndExposureSchema>;

export const InternationalListsSchema = Type.Object({
  isListed: Type.Boolean({
    description: 'A hit by a document, or by name and full birth date, with nothing against it.',
  }),
  needsReview: Type.Boolean({
    description: 'Any other hit. An equal name does not identify a person: a human must decide.',
  }),
  hits: Type.Array(
    Type.Object({
      ...listed,
      entryId: Type.String({ description: 'Id of the entry in the list.' }),
      matchBasis: Type.String({ enum: [...hitBases] }),
      score: Type.Number({ minimum: 0, maximum: 1, description: 'An order of evidence, no probability.' }),
      against: Type.Array(Type.String(), {
        description:
          'Differing facts: name (another family name with the same birth date), birth_date, nationality.',
      }),
      name: Type.String({ description: 'First name of the entry.' }),
      partner: Type.Optional(
        Type.String({ description: 'The partner abroad that is meant, and not the company itself.' }),
      ),
      matchedName: Type.String({ description: 'The name of the entry that agreed.' }),
      birthDates: Type.Array(Type.String(), {
        description: 'YYYY-MM-DD, or first and last day with a slash.',
      }),
      countries: Type.Array(Type.String()),
      programmes: Type.Array(Type.String()),
      listedOn: day,
    }),
  ),
  lists: Lists,
});
export type InternationalLists = Static<typeof InternationalListsSchema>;

export const PjSanctionsSchema = Type.Object({
  isSanctioned: Type.Boolean(),
  sanctions: Type.Array(
    Type.Object({
      ...listed,
      name: Type.String(),
      cnpj: Type.Optional(
        Type.String({ description: 'Of the establishment that the list names; it may be another one.' }),
      ),
      ...sanction,
    }),
  ),
  lists: Lists,
});

export const DebtsSchema = Type.Object({
  hasDebts: Type.Boolean({ description: 'A debt found by more than the name alone.' }),
  count: Type.Integer({ description: 'Debts found; the most that are looked at are 2,000.' }),
  totalAmount: Type.Number({ description: 'Of all found, in reais; a debt without a number counts 0.' }),
  debts: Type.Array(
    Type.Object({
      ...listed,
      edition: text,
      matchBasis: Type.String({ enum: matchBases }),
      confidence: Type.Number({ minimum: 0, maximum: 1 }),
      name: Type.String({ description: 'As the list writes it.' }),
      number: Type.String({ description: 'Of the inscription.' }),
      role: text,
      situationKind: text,
      situation: text,
      subject: text,
      unit: text,
      state: text,
      registeredOn: day,
      isSued: Type.Optional(Type.Boolean()),
      amount: Type.Optional(Type.Number({ description: 'In reais.' })),
    }),
    { description: 'The largest first, 100 at most.' },
  ),
  lists: Lists,
});
export type Debts = Static<typeof DebtsSchema>;
