import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { combineSources } from '../../src/people/create-people-sources.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import type { Source } from '../../src/profiles/index.ts';
import type { AskContext } from '../../src/profiles/sources/source-desk.ts';
import { askOnce, createScriptedSource, found, unavailable } from '../profiles/scripted-sources.ts';

describe('combineSources', () => {
  const cpf = generateCpf();
  const subject = { kind: 'person', id: 'per_1', cpf } as const;
  const ask = (source: Source) =>
    askOnce(source, subject, { signal: new AbortController().signal } as AskContext);
  const make = () => ({
    records: createScriptedSource('pfBasicData', 'person', { isLocal: true }),
    provider: createScriptedSource('pfBasicData', 'person'),
  });

  it('asks one after the other until one knows something', async () => {
    const { records, provider } = make();
    const both = combineSources([records, provider]);
    assert.deepEqual(await ask(both), { outcome: 'absent' });
    provider.answer(cpf, unavailable);
    assert.deepEqual(await ask(both), unavailable, 'nothing is known only when all could be asked');
    provider.answer(cpf, found({ name: 'Ana' }));
    assert.deepEqual(await ask(both), found({ name: 'Ana' }));
    records.answer(cpf, found({ name: 'Bia' }));
    assert.deepEqual(await ask(both), found({ name: 'Bia' }));
    assert.equal(provider.calls.get(cpf), 3);
  });

  it('asks by the attributes that any of them asks by', () => {
    const { records, provider } = make();
    const by = (...asksBy: string[]) => ({ ...provider, asksBy });
    const { asksBy } = combineSources([records, by('birthDate'), by('motherName')]);
    assert.deepEqual(asksBy, ['birthDate', 'motherName']);
  });

  it('has a part that reads our own database when only some do', async () => {
    const { records, provider } = make();
    const both = combineSources([records, provider]);
    assert.equal(both.isLocal, false);
    provider.answer(cpf, found({ name: 'Ana' }));
    assert.deepEqual(await ask(both.localPart!), { outcome: 'absent' });
    assert.equal(provider.calls.get(cpf), undefined);
    assert.deepEqual(
      [
        combineSources([records]),
        combineSources([records, records]),
        combineSources([provider, provider]),
      ].map(({ isLocal, localPart }) => [isLocal, localPart]),
      [
        [true, undefined],
        [true, undefined],
        [false, undefined],
      ],
    );
  });
});
