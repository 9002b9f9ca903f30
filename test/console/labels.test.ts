import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { auditActions, settingsGroups } from '../../src/app.ts';
import { PjDataSchema } from '../../src/companies/pj-data.ts';
import { PjSimplesSchema } from '../../src/companies/registry-sources.ts';
import { attemptOutcomes } from '../../src/faces/types.ts';
import { importErrorCatalogue } from '../../src/imports/errors.ts';
import { importableSources } from '../../src/imports/types.ts';
import { livenessReasons } from '../../src/liveness/types.ts';
import { peopleErrorCatalogue } from '../../src/people/errors.ts';
import * as listSchemas from '../../src/people/lists/list-data.ts';
import { rowFaults } from '../../src/people/rows/split-records.ts';
import { hitBases } from '../../src/people/screening/judge-hit.ts';
import { MergedAddressesSchema, PfBasicDataSchema } from '../../src/people/types.ts';
import { listVariables } from '../../src/platform/config/list-variables.ts';
import { registryErrorCatalogue } from '../../src/registry/errors.ts';
import { refusalReasons } from '../../src/registry/import/create-row-reader.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const languages = ['en', 'pt-BR'] as const;

type Texts = { readonly [name: string]: string | Texts };

async function readJson<Value>(path: string): Promise<Value> {
  return JSON.parse(await readFile(join(root, path), 'utf8'));
}

/** Fails when a language has no words for one of the values. */
async function assertLabels(file: string, group: string, values: readonly string[]): Promise<void> {
  assert.ok(values.length > 1, `${file}.${group}`);
  for (const language of languages) {
    const texts = await readJson<Texts>(`console/src/texts/${language}/${file}.json`);
    const words = group === '' ? texts : (texts[group] as Texts);
    const missing = values.filter((value) => typeof words[value] !== 'string');
    assert.deepEqual(missing, [], `${language} ${file}.${group}`);
  }
}

/** The values of the enumerations at a property of a schema of the interface. */
async function valuesOf(schema: string, ...path: readonly string[]): Promise<readonly string[]> {
  type Node = {
    readonly $ref?: string;
    readonly allOf?: readonly Node[];
    readonly items?: Node;
    readonly properties?: Readonly<Record<string, Node>>;
    readonly enum?: readonly string[];
  };
  const { components } = await readJson<{ components: { schemas: Record<string, Node> } }>(
    'docs/reference/openapi.json',
  );
  const resolve = (node: Node | undefined): Node => {
    const name = node?.$ref?.split('/').at(-1);
    return name === undefined ? (node ?? {}) : resolve(components.schemas[name]);
  };
  const membersOf = (node: Node): Readonly<Record<string, Node>> =>
    Object.assign({}, node.properties, ...(node.allOf ?? []).map((part) => membersOf(resolve(part))));
  let node = resolve(components.schemas[schema]);
  for (const name of path)
    node = resolve(membersOf(node.items === undefined ? node : resolve(node.items))[name]);
  assert.ok(node.enum, `${schema}.${path.join('.')} is an enumeration`);
  return node.enum;
}

/** The names of sources of profiles, as their files give them. */
async function readSourceNames(): Promise<readonly string[]> {
  const names = new Set<string>();
  for (const folder of ['src/people', 'src/companies', 'src/profiles']) {
    for (const entry of await readdir(join(root, folder), { recursive: true })) {
      if (!entry.endsWith('.ts')) continue;
      const code = await readFile(join(root, folder, entry), 'utf8');
      for (const [, name] of code.matchAll(/\bname: '(p[fj][A-Z]\w+)'/g)) names.add(name!);
    }
  }
  return [...names];
}

it('every source has words in both languages', async () => {
  await assertLabels('sources', 'names', [...importableSources, ...(await readSourceNames())]);
});

it('every field that a source answers has words in both languages', async () => {
  type Part = { readonly properties?: Readonly<Record<string, object>>; readonly items?: object };
  const namesIn = (schema: object): readonly string[] => {
    const { properties = {}, items } = schema as Part;
    const below = [...Object.values(properties), ...(items === undefined ? [] : [items])];
    return [...Object.keys(properties), ...below.flatMap(namesIn)];
  };
  const schemas: readonly object[] = [
    ...Object.values(listSchemas),
    PfBasicDataSchema,
    MergedAddressesSchema,
    PjDataSchema,
    PjSimplesSchema,
  ];
  await assertLabels('sources', 'fields', [...new Set(schemas.flatMap(namesIn))]);
  await assertLabels('sources', 'against', ['name', 'birth_date', 'nationality']);
});

it('every audited action but those of commands has words in both languages', async () => {
  const actions = Object.keys(auditActions).filter((action) => !action.startsWith('operator.'));
  await assertLabels('audit', 'actions', actions);
});

it('every state of imports and of verifications has words in both languages', async () => {
  await assertLabels('sources', 'runStates', await valuesOf('SourceImport', 'state'));
  await assertLabels('sources', 'actions', await valuesOf('SourceImport', 'action'));
  await assertLabels('audit', 'verificationStates', await valuesOf('AuditVerification', 'state'));
  await assertLabels('audit', 'faults', await valuesOf('AuditVerification', 'result', 'faults', 'fault'));
  const kinds = ['client', 'account', 'operator', 'service', 'link'];
  await assertLabels('audit', 'kinds', kinds);
});

it('every kind, state and reason of cases has words in both languages', async () => {
  await assertLabels('cases', 'kinds', await valuesOf('Case', 'kind'));
  await assertLabels('cases', 'foundAmong', ['positions', 'sanctions', 'candidacies']);
  await assertLabels('executions', 'ruleReasons', ['not_true_or_false', 'rule_failed']);
  await assertLabels('cases', 'states', await valuesOf('Case', 'state'));
});

it('every status, outcome and reason of executions has words in both languages', async () => {
  const statuses = ['APPROVED', 'REPROVED', 'PENDING', 'PROCESSING', 'WAITING_DOCUMENTS'];
  await assertLabels('statuses', '', statuses);
  const outcomes = ['found', 'absent', 'unavailable', 'matched', 'not_matched', 'undetermined', 'unknown'];
  await assertLabels('executions', 'outcomes', outcomes);
  const codes = (await readFile(join(root, 'src/profiles/routes/execution-representation.ts'), 'utf8')).match(
    /Why it is PENDING: ([^']+)\./,
  );
  const reasons = [...codes![1]!.matchAll(/\b(?:cancelled|[a-z]+(?:_[a-z]+)+)/g)].map(([code]) => code);
  assert.equal(reasons.length, 9);
  await assertLabels('executions', 'states', await valuesOf('Execution', 'state'));
  await assertLabels('executions', 'reasons', reasons);
});

it('every basis of a list hit has words in both languages', async () => {
  await assertLabels('people', 'bases', ['exact', 'name_and_six_digits', 'name_only', ...hitBases]);
});

/** Source text of a folder's files of one kind. */
async function readCode(folder: string, end: RegExp): Promise<string> {
  const names = (await readdir(join(root, folder), { recursive: true })).filter((name) => end.test(name));
  return (await Promise.all(names.map((name) => readFile(join(root, folder, name), 'utf8')))).join('\n');
}

it('every error that the service answers, or an import ends with, has words in both languages', async () => {
  // In English the console shows the reference of errors, as its build reads it.
  const page = await readFile(join(root, 'docs/reference/errors.md'), 'utf8');
  const english = new Map(
    [...page.matchAll(/^\| `(\w+)` \|( \d{3} \|)? (.*?) \| (.*) \|$/gm)].map(([, code, status]) => [
      code,
      status,
    ]),
  );
  // The audit log names refusals of every program, and anything may be answered to the console.
  const codes = new Set([
    ...[...english].flatMap(([code, status]) => (status === undefined ? [] : [code!])),
    ...Object.keys(importErrorCatalogue),
    ...Object.keys(peopleErrorCatalogue),
    ...Object.keys(registryErrorCatalogue),
  ]);
  assert.ok(codes.size > 200);
  const own = await readJson<Texts>('console/src/texts/pt-BR/errors.json');
  const portuguese = { ...(await readJson<Texts>('console/src/error-words/pt-BR.json')), ...own };
  const isWhole = (words: Texts | string | undefined) =>
    typeof words === 'object' && Boolean(words.meaning) && Boolean(words.remedy);
  assert.deepEqual(
    [...codes].filter((code) => !isWhole(portuguese[code])),
    [],
    'pt-BR',
  );
  assert.deepEqual(
    [...codes].filter((code) => !english.has(code)),
    [],
    'en',
  );
});

it('every reason of a source that answers nothing has words in both languages', async () => {
  const code = (
    await Promise.all(
      ['src/people/providers', 'src/people/sources', 'src/companies', 'src/profiles'].map((folder) =>
        readCode(folder, /\.ts$/),
      ),
    )
  ).join('\n');
  const found = [
    ...code.matchAll(/outcome: '(?:absent|unavailable|wrong)', reason: '([a-z_]+)'/g),
    ...code.matchAll(/new ProviderFailure\(\s*'([a-z_]+)'/g),
    ...code.matchAll(
      /'((?:source|provider)_(?:[a-z]+_)*(?:timeout|failed|unreachable|refused|paused|invalid))'/g,
    ),
  ].map(([, reason]) => reason!);
  const reasons = new Set([...found, 'data_old', 'registry_not_imported']);
  for (const code of Object.keys(peopleErrorCatalogue)) reasons.delete(code);
  assert.ok(reasons.has('provider_mapping_endless') && reasons.has('provider_unreachable'));
  assert.ok(reasons.has('not_in_registry') && reasons.has('source_timeout') && reasons.size > 20);
  await assertLabels('executions', 'sourceReasons', [...reasons]);
});

it('every reason for refusing a row has words in both languages', async () => {
  await assertLabels('sources', 'refusals', [...rowFaults, ...refusalReasons, 'unreadable']);
});

it('every reason of liveness has words in both languages', async () => {
  await assertLabels('attempts', 'livenessReasons', livenessReasons);
});

it('every step in the life of a case, and every reason to open one, has words in both languages', async () => {
  const code = await readCode('src/cases', /\.ts$/);
  const actions = [...code.matchAll(/action: '([a-z]+)'/g)].map(([, action]) => action!);
  for (const [, one, other] of code.matchAll(/\baction(?: =|:) \w+ \? '([a-z]+)' : '([a-z]+)'/g)) {
    actions.push(one!, other!);
  }
  assert.ok(actions.includes('reopened') && actions.includes('confirmed') && actions.includes('opened'));
  await assertLabels('cases', 'actions', [...new Set(actions)]);
  await assertLabels('cases', 'outcomes', await valuesOf('CaseDecision', 'outcome'));
  await assertLabels('cases', 'reasonCodes', await valuesOf('CaseDecision', 'reasonCode'));
  await assertLabels('cases', 'decisionStates', ['decided', 'withdrawn', 'proposed', 'confirmed', 'refused']);
});

it('every outcome of an attempt has words in both languages', async () => {
  await assertLabels('statuses', '', attemptOutcomes);
});

it('every group of settings, setting and metric has a description in Portuguese, and no other has', async () => {
  const words = await readJson<Record<string, Record<string, string>>>('console/src/system/pt-BR.json');
  const groups = listVariables(settingsGroups).filter(({ variables }) => variables.length > 0);
  const settings = groups.flatMap(({ variables }) => variables.map(({ variable }) => variable));
  const metrics = new Set<string>();
  for (const file of await readdir(join(root, 'src'), { recursive: true })) {
    if (!file.endsWith('.ts')) continue;
    const code = await readFile(join(root, 'src', file), 'utf8');
    for (const [, name] of code.matchAll(/\b(confere_\w+)(?:: \{|',)\s*help: /g)) metrics.add(name!);
  }
  // A histogram: the console shows counters and gauges.
  metrics.delete('confere_http_request_duration_seconds');
  assert.ok(settings.length > 100 && metrics.size > 35);
  const titles = groups.map(({ title }) => title);
  assert.deepEqual(Object.keys(words.groups!).sort(), titles.sort());
  assert.deepEqual(Object.keys(words.settings!).sort(), settings.sort());
  assert.deepEqual(Object.keys(words.metrics!).sort(), [...metrics].sort());
});

it('every name of a query template that the service ships, and of its rules, has words in both languages', async () => {
  const migration = await readFile(join(root, 'migrations/0009-profiles.sql'), 'utf8');
  const sandbox = await readFile(join(root, 'src/sandbox/prepare-sandbox.ts'), 'utf8');
  const templates = [...migration.matchAll(/"name": "([^"]+)",\s*"subject"/g)].map(([, name]) => name!);
  const rules = [
    ...migration.matchAll(/"name": "([^"]+)", "status"/g),
    ...sandbox.matchAll(/name: '([^']+)',\s*status:/g),
  ].map(([, name]) => name!);
  assert.ok(templates.length === 2 && rules.length === 15);
  await assertLabels('templates', 'shippedNames', templates);
  await assertLabels('rules', 'shippedNames', rules);
});
