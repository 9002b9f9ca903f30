import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Type from 'typebox';
import { createRegistrySources } from '../../../src/companies/registry-sources.ts';
import {
  createInternationalListsOfCompanies,
  createInternationalListsOfPeople,
} from '../../../src/people/sources/international-lists.ts';
import { createListExposure } from '../../../src/people/sources/pf-media-profile-and-exposure.ts';
import { createCompanySanctions } from '../../../src/people/sources/pj-sanctions.ts';
import type { AppError } from '../../../src/platform/errors.ts';
import type { Source } from '../../../src/profiles/index.ts';
import { findQueryTemplates } from '../../../src/profiles/query-templates/query-templates-store.ts';
import { validateQueryTemplate } from '../../../src/profiles/query-templates/validate-query-template.ts';
import { describeDatabases, openTestDatabase } from '../../support/database.ts';

const people: Source = {
  name: 'civil',
  subject: 'person',
  dataSchema: Type.Object({ home: Type.Object({ city: Type.String() }), tags: Type.Array(Type.String()) }),
  timeoutMs: 1_000,
  isLocal: true,
  consult: async () => ({ outcome: 'absent' }),
};
const open: Source = {
  ...people,
  name: 'anything',
  dataSchema: Type.Object({}, { additionalProperties: true }),
};

function problemsOf(when: string, subject: 'person' | 'company', sources: readonly Source[]): string[] {
  const definition = {
    subject,
    sources: sources.filter((it) => it.subject === subject).map(({ name }) => ({ name })),
    rules: [{ name: 'rule', when, status: 'APPROVED' }],
  };
  try {
    validateQueryTemplate(definition, sources);
    return [];
  } catch (error) {
    return (error as AppError).problems!.map(({ path, message }) => `${path} ${message}`);
  }
}

it('all problems are told in one pass, of form and of meaning, and those that the caller found', () => {
  const definition = {
    subject: 'person',
    sources: [{ name: 'civil', maxAge: 'a month' }, { name: 7 }, { name: 'nowhere' }],
    rules: [
      { name: 'broken', when: 'basicData.name ==', status: 'APPROVED' },
      { name: 'half' },
      { name: 'unknown', when: 'basicData.nome == "Ana"', status: 'APPROVED' },
    ],
  };
  const others = [{ path: 'body/onboardPartners/personTemplateId', message: 'is none' }];
  assert.throws(
    () => validateQueryTemplate(definition, [people], others),
    ({ code, problems }: AppError) => {
      assert.equal(code, 'request_invalid');
      assert.deepEqual([...new Set(problems!.map(({ path }) => path))].sort(), [
        'body/onboardPartners/personTemplateId',
        'body/rules/0/when',
        'body/rules/1/status',
        'body/rules/1/when',
        'body/rules/2/when',
        'body/sources/0/maxAge',
        'body/sources/1/name',
        'body/sources/2/name',
      ]);
      return true;
    },
  );
});

describe('a rule on a field that does not exist is refused with the name of the field', () => {
  for (const [field, when] of [
    ['basicData.nome', 'basicData.nome == "Ana"'],
    ['basicData.nome', 'basicData["nome"] == "Ana"'],
    ['basicData.nome', 'has(basicData.nome)'],
    ['basicData.nome', 'basicData.?nome.orValue("") == "Ana"'],
    ['basicData.name.first', 'basicData.name.first == "Ana"'],
    ['face.isRegistered', '!face.isRegistered'],
    ['face.lastMatch.score', 'face.lastMatch.score > 0.5'],
    ['registry.month', 'registry.month == "2026-01"'],
    ['checks.cpf', 'checks.cpf.verdict == "match"'],
    ['checks.name.result', 'checks.name.result == "match"'],
    ['sources.civil.answered', 'sources.civil.answered'],
    ['sources.civil.data.house', 'sources.civil.data.house == "x"'],
    ['sources.civil.data.home.town', '["x"].exists(x, sources.civil.data.home.town == x)'],
  ] as const) {
    it(when, () => {
      const [problem, ...others] = problemsOf(when, 'person', [people]);
      assert.ok(problem?.startsWith(`body/rules/0/when names ${field}, which does not exist; `), problem);
      assert.deepEqual(others, []);
    });
  }

  it('of a company, by the fields that companies have', () => {
    const sources = createRegistrySources();
    assert.deepEqual(problemsOf('basicData.status == "ATIVA"', 'company', sources), []);
    assert.deepEqual(problemsOf('sources.pjSimples.data.mei.isOptant', 'company', sources), []);
    assert.match(problemsOf('has(basicData.birthDate)', 'company', sources)[0]!, /openingDate, officialName/);
    assert.match(
      problemsOf('sources.pjData.data.capital == "1"', 'company', sources)[0]!,
      /pjData\.data\.capital/,
    );
  });
});

describe('a rule may name', () => {
  for (const when of [
    'basicData.birthDate == "x" && face.lastMatch.isMatch && registry.dataMonth == "2026-01"',
    'attributes.anything.at.all == 1',
    'checks.name.verdict == "match" && checks.exists(c, checks[c].verdict == "mismatch")',
    'sources.civil.data.home.city == "x" && sources.civil.data.tags[0] == "x"',
    'sources.civil.data.tags.exists(face, face == "x")',
  ]) {
    it(`fields that exist: ${when}`, () => assert.deepEqual(problemsOf(when, 'person', [people]), []));
  }

  it('anything of a source whose data may be anything, and of the basic data that it may add to', () => {
    assert.deepEqual(
      problemsOf('sources.anything.data.x.y == basicData.nickname', 'person', [people, open]),
      [],
    );
  });
});

describe('a rule that compares a name of a list with a misspelt text', () => {
  const source = createCompanySanctions({} as never);
  for (const when of [
    'sources.pjSanctions.data.sanctions.exists(s, s.list == "CEIS" && s.isActive)',
    'sources.pjSanctions.data.sanctions.exists(s, "CEIS" == s.list)',
    'sources.pjSanctions.data.sanctions.exists(s, s.list in ["cnep", "CEIS"])',
  ]) {
    it(`is refused: ${when}`, () =>
      assert.match(
        problemsOf(when, 'company', [source])[0]!,
        /rules\/0\/when compares list with "CEIS".*ceis/,
      ));
    it(`is taken when it is right: ${when.replace('CEIS', 'ceis')}`, () =>
      assert.deepEqual(problemsOf(when.replace('CEIS', 'ceis'), 'company', [source]), []));
  }
});

describeDatabases('the query templates that are there from the start', (kind) => {
  it('name only fields that exist', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    const templates = await findQueryTemplates(db, { after: undefined, limit: 10 });
    assert.equal(templates.length, 2);
    const other = {} as never;
    const basicData = { ...people, name: 'pfBasicData' };
    const sources = [
      ...createRegistrySources(),
      ...[basicData, { ...people, name: 'pfAddresses' }],
      createListExposure({ ...(other as object), basicData } as never),
      createInternationalListsOfPeople({ ...(other as object), basicData } as never),
      createCompanySanctions(other),
      createInternationalListsOfCompanies({ ...(other as object), basicData } as never),
    ];
    for (const { definition } of templates) {
      assert.deepEqual(validateQueryTemplate(definition, sources), definition);
    }
  });
});
