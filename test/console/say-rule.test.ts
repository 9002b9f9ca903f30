import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createInstance } from 'i18next';
import { type RuleWords, sayRule } from '../../console/src/templates/say-rule.ts';
import { decide } from '../../src/profiles/rules/evaluate-rules.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

async function openWords(language: string): Promise<RuleWords> {
  const folder = `${root}console/src/texts/${language}`;
  const translation: Record<string, unknown> = {};
  for (const file of await readdir(folder)) {
    if (!file.endsWith('.json')) continue;
    translation[file.replace('.json', '')] = JSON.parse(await readFile(`${folder}/${file}`, 'utf8'));
  }
  const texts = createInstance();
  await texts.init({
    lng: language,
    fallbackLng: false,
    interpolation: { escapeValue: false },
    resources: { [language]: { translation } },
  });
  return {
    text: (key, values) => (texts.exists(key) ? texts.t(key, values) : undefined),
    number: (value) => new Intl.NumberFormat(language).format(value),
    oneOf: (values) => new Intl.ListFormat(language, { type: 'disjunction' }).format(values),
  };
}

const [english, portuguese] = await Promise.all([openWords('en'), openWords('pt-BR')]);

it('every rule of the default templates, of the sandbox and of the guide has words in both languages', async () => {
  const rules: string[] = [];
  for (const file of [
    'migrations/0009-profiles.sql',
    'src/sandbox/prepare-sandbox.ts',
    'docs/guides/query-templates.md',
  ]) {
    const text = await readFile(`${root}${file}`, 'utf8');
    rules.push(
      ...[...text.matchAll(/"when": "((?:[^"\\]|\\.)*)"/g)].map(([, when]) => JSON.parse(`"${when}"`)),
      ...[...text.matchAll(/when: '([^']*)'/g)].map(([, when]) => when!),
    );
  }
  assert.ok(rules.length >= 19, String(rules.length));
  for (const rule of rules) {
    for (const words of [english, portuguese]) {
      const said = sayRule(rule, words);
      assert.ok(said, rule);
      assert.ok(!/undefined|\{\{|rules\./.test(said), said);
    }
  }
});

it('why a rule that reads what no source gave does not apply has words of its own', () => {
  const rules = [{ name: 'listed', when: 'sources.list.data.isListed', status: 'REPROVED' }] as const;
  const context = { basicData: {}, sources: { list: { outcome: 'absent', found: false } }, attributes: {} };
  const more = { face: {}, registry: {}, checks: {}, today: '2026-01-02' };
  const { rules: results } = decide({
    rules,
    otherwise: 'PENDING',
    unavailable: [],
    missing: [],
    context: { ...context, ...more } as never,
  });
  for (const words of [english, portuguese]) {
    assert.ok(words.text(`executions.ruleReasons.${results[0]!.reason}`, {}), results[0]!.reason);
  }
});

it('says comparisons, counts, presence and what both and either are', () => {
  for (const [when, said] of [
    ['!face.registered', 'não há rosto cadastrado'],
    ['has(basicData.name)', 'consta o nome'],
    ['!has(basicData.motherName)', 'não consta o nome da mãe'],
    ['basicData.status in ["BAIXADA", "NULA"]', 'a situação cadastral é “BAIXADA” ou “NULA”'],
    ['sources.pjData.data.status.code != "02"', 'o código da situação cadastral não é “02 (ativa)”'],
    ['face.lastMatch.isAlive == false', 'não há prova de vida na última comparação do rosto'],
    ['size(sources.pfDebts.data.debts) > 0', 'há dívidas com a União'],
    ['size(sources.pfDebts.data.debts) > 3', 'a quantidade de dívidas com a União é maior que 3'],
    ['sources.serasa.data.score < 700.5', 'o campo “score” da fonte “serasa” é menor que 700,5'],
    ['sources.pfBasicData.found', 'a fonte “Dados básicos de pessoas” tem dados'],
    [
      'face.registered && (attributes.vip || attributes.age >= 18)',
      'há rosto cadastrado e (o atributo “vip” é verdadeiro ou o atributo “age” é no mínimo 18)',
    ],
    [
      '!(face.registered || registry.imported)',
      'não é verdade que (há rosto cadastrado ou o cadastro de empresas foi importado)',
    ],
    [
      'similarity(basicData.name, attributes.name) >= 0.9',
      'a semelhança entre o nome e o atributo “name” é no mínimo 0,9',
    ],
  ] as const) {
    assert.equal(sayRule(when, portuguese), said, when);
  }
});

it('says nothing of an expression that it does not know whole', () => {
  for (const when of [
    'basicData.name.matches("^A")',
    'face.registered && basicData.name.matches("^A")',
    'basicData.status in ["ATIVA", unknown.thing]',
    'attributes.age > 1 ? true : false',
    'yearsBetween(basicData.birthDate, "2020-01-01") > 1',
    'checks.exists(c, checks["name"].verdict == "match")',
    'sources.pfDebts.data.unknownField',
    'has(basicData.name',
    '',
  ]) {
    assert.equal(sayRule(when, english), undefined, when);
  }
});
