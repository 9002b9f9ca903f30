import assert from 'node:assert/strict';
import { it } from 'node:test';
import Type from 'typebox';
import type { Answer } from '../../../src/profiles/executions/consult-sources.ts';
import { findLackingLists } from '../../../src/profiles/executions/decide-status.ts';
import type { Source } from '../../../src/profiles/index.ts';

const source: Source = {
  name: 'pfLists',
  subject: 'person',
  dataSchema: Type.Object({}),
  timeoutMs: 1_000,
  isLocal: true,
  listKinds: [
    { lists: ['pep'], fields: ['positions'] },
    { lists: ['ceis', 'cnep'], fields: ['sanctions'] },
  ],
  consult: async () => ({ outcome: 'absent' }),
};
const at = new Date(0);
const base = { source: 'pfLists', consultedAt: at, isReused: false, version: undefined } as const;
const found = (...lists: string[]): Answer => ({
  ...base,
  outcome: 'found',
  knowledge: { data: { lists: lists.map((list) => ({ list })) } },
  foundAt: at,
});
const none: Answer = {
  ...base,
  outcome: 'absent',
  reason: 'no_list_imported',
  knowledge: undefined,
  foundAt: undefined,
};

/** The first list of each kind that is lacking. */
const lacking = (answer: Answer, when: string, isRequired?: boolean) =>
  findLackingLists(source, answer, {
    subject: 'person',
    sources: [{ name: 'pfLists', ...(isRequired === undefined ? {} : { isRequired }) }],
    rules: [{ name: 'rule', when, status: 'REPROVED' }],
  }).map(({ lists }) => lists[0]);

const reads = (field: string) => `sources.pfLists.data.${field}.exists(x, x.isActive)`;

it('a kind of lists is lacking where a rule reads what it tells and none of it was looked through', () => {
  assert.deepEqual(lacking(found('pep'), reads('positions')), []);
  assert.deepEqual(lacking(found('tse'), reads('positions')), ['pep']);
  assert.deepEqual(lacking(found('pep'), reads('sanctions')), ['ceis']);
  assert.deepEqual(lacking(found('cnep'), reads('sanctions')), []);
  assert.deepEqual(lacking(found('tse'), 'has(basicData.name)'), []);
  assert.deepEqual(lacking(found(), 'sources.exists(s, sources[s].data.isBad)'), ['pep', 'ceis']);
});

it('without any list a required source lacks all, and one that is not required what rules read', () => {
  assert.deepEqual(lacking(none, 'has(basicData.name)'), ['pep', 'ceis']);
  assert.deepEqual(lacking(none, 'has(basicData.name)', false), []);
  assert.deepEqual(lacking(none, reads('sanctions'), false), ['ceis']);
});
