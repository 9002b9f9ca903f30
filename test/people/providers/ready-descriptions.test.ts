import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createAnswerMapper } from '../../../src/people/providers/compile-mapping.ts';
import { createProvider } from '../../../src/people/providers/create-provider.ts';
import { loadProviders } from '../../../src/people/providers/load-providers.ts';
import { parseProviders } from '../../../src/people/providers/provider-description.ts';
import type { OpenDatabase } from '../../../src/platform/db/index.ts';
import { type Cnpj, type Cpf, generateCnpj, generateCpf, maskCpf } from '../../../src/platform/documents.ts';
import { createMasterKey, createRecordCipher } from '../../../src/platform/encryption/index.ts';
import { createOutboundClient } from '../../../src/platform/outbound/index.ts';
import { createRateLimiter } from '../../../src/platform/rate-limits/index.ts';
import type { Subject } from '../../../src/profiles/index.ts';
import { askOnce } from '../../profiles/scripted-sources.ts';
import { openTestDatabase } from '../../support/database.ts';
import { json, type MockProvider, startMockProvider } from './mock-provider.ts';

const folder = join(import.meta.dirname, '../../../providers');
const cpf: Cpf = generateCpf();
const cnpj: Cnpj = generateCnpj();
const formatCpf = (number: Cpf) => number.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4');
const secrets = new Map([
  ['key', 'k1'],
  ['secret', 's1'],
]);

describe('the ready descriptions of providers', () => {
  const closing: (() => unknown)[] = [];
  const client = createOutboundClient({ allow: ['127.0.0.1'], keepAlive: true });
  const mapper = createAnswerMapper();
  const cipher = createRecordCipher({ current: createMasterKey(randomBytes(32)), previous: [] });
  let database: OpenDatabase;
  let mock: MockProvider;
  let nowMs = Date.now();
  before(async () => {
    database = await openTestDatabase(
      { after: (close: () => unknown) => closing.push(close) } as never,
      'embedded',
    );
    mock = await startMockProvider();
  });
  beforeEach(async () => {
    await database.execute('truncate source_provider_answers');
    mock.received.length = 0;
    nowMs = Date.now();
  });
  after(async () => {
    client.close();
    await mapper[Symbol.asyncDispose]();
    await mock.close();
    for (const close of closing.reverse()) await close();
  });

  /** A provider of a file, with every host replaced by the imitation. */
  async function make(file: string, name: string) {
    const text = (await readFile(join(folder, file), 'utf8')).replaceAll(/https:\/\/[a-z0-9.-]+/g, mock.url);
    const description = parseProviders(text).find((one) => one.name === name)!;
    return createProvider(description, secrets, {
      db: database.db,
      cipher,
      clock: { now: () => new Date(nowMs) },
      client,
      limiter: createRateLimiter({}),
      mapper,
      subjectIndex: (value) => Buffer.from(value),
      onProblem: () => {},
    });
  }
  async function ask(file: string, name: string, attributes: Record<string, unknown> = {}) {
    const source = await make(file, name);
    const subject: Subject =
      source.subject === 'person'
        ? { kind: 'person', id: 'per_1', cpf }
        : { kind: 'company', id: 'com_1', cnpj };
    const context = {
      db: database.db,
      signal: new AbortController().signal,
      attributes,
      now: new Date(nowMs),
    };
    return await askOnce(source, subject, context);
  }
  const token = (value = 't1', life = 3_600) =>
    json({ access_token: value, token_type: 'Bearer', expires_in: life });

  it('every one is sound, names its secrets, and no billed call is repeated', async () => {
    const files = (await readdir(folder)).filter((name) => name.endsWith('.json'));
    assert.equal(files.length, 5);
    for (const file of files) {
      const loaded = await loadProviders(join(folder, file), () => ({ reveal: () => 'x' }));
      for (const { description } of loaded) {
        assert.match(description.request.url, /^https:/);
        if (description.health === undefined) assert.ok(description.oauth, description.name);
        if (description.costClass === 'billed') assert.equal(description.retries, 0, description.name);
      }
    }
  });

  it('Consulta CPF: fetches a token, sends the birth date, reads the answer', async () => {
    const answer = {
      ni: cpf,
      nome: 'ANA LIMA',
      situacao: { codigo: '0', descricao: 'Regular' },
      nascimento: '14111970',
      dataInscricao: '01011990',
    };
    mock.answer(token(), json(answer));
    const found = await ask('serpro-consulta-cpf.json', 'serpro-consulta-cpf', { birthDate: '14/11/1970' });
    assert.ok(found.outcome === 'found', JSON.stringify(found));
    assert.deepEqual(found.data, { name: 'ANA LIMA', birthDate: '14/11/1970' });
    const [fetching, asking] = mock.received;
    assert.equal(fetching!.body, 'grant_type=client_credentials');
    assert.equal(fetching!.headers.authorization, `Basic ${Buffer.from('k1:s1').toString('base64')}`);
    assert.equal(asking!.url, `/consulta-cpf-df/v3/cpf/${cpf}/14111970`);
    assert.equal(asking!.headers.authorization, 'Bearer t1');

    mock.answer(token(), json(answer, 206));
    const status = await ask('serpro-consulta-cpf.json', 'serpro-situacao-cpf', { birthDate: '1970-11-14' });
    assert.ok(status.outcome === 'found');
    assert.deepEqual(status.data, { code: '0', description: 'Regular', isRegular: true, isDeceased: false });
    const dead = {
      ...answer,
      situacao: { codigo: 3, descricao: 'Titular falecido' },
      nomeSocial: 'BIA LIMA',
    };
    mock.answer(token(), json(dead));
    const told = await ask('serpro-consulta-cpf.json', 'serpro-situacao-cpf', { birthDate: '1970-11-14' });
    assert.ok(told.outcome === 'found');
    assert.partialDeepStrictEqual(told.data, { isRegular: false, isDeceased: true, socialName: 'BIA LIMA' });
  });

  it('a billed call is made once: not without a birth date, not again after a failure', async () => {
    assert.deepEqual(await ask('serpro-consulta-cpf.json', 'serpro-consulta-cpf'), {
      outcome: 'absent',
      reason: 'attribute_missing',
    });
    assert.equal(mock.received.length, 0, 'not even a token is fetched');
    for (const status of [422, 451, 500, 503]) {
      mock.received.length = 0;
      mock.answer(token(), json({}, status));
      const failed = await ask('serpro-consulta-cpf.json', 'serpro-consulta-cpf', {
        birthDate: '14/11/1970',
      });
      assert.equal(failed.outcome, 'unavailable');
      assert.equal(mock.received.length, 2, String(status));
    }
    mock.answer(token(), json({}, 404));
    const unknown = await ask('serpro-consulta-cpf.json', 'serpro-consulta-cpf', { birthDate: '14/11/1970' });
    assert.deepEqual(unknown, { outcome: 'absent' });
  });

  it('a token is kept, renewed before its end and after a refusal; a wrong key is told', async () => {
    const source = await make('serpro-consulta-cnpj.json', 'serpro-consulta-cnpj');
    const subject = { kind: 'company', id: 'com_1', cnpj } as const;
    const consult = () => {
      const context = {
        db: database.db,
        signal: new AbortController().signal,
        attributes: {},
        now: new Date(nowMs),
      };
      return askOnce(source, subject, context);
    };
    const company = json({ ni: cnpj, nome_empresarial: 'ACME LTDA', situacao_cadastral: { codigo: '2' } });
    mock.answer(
      token('t1', 600),
      company,
      company,
      token('t2', 600),
      company,
      json({}, 401),
      token('t3'),
      company,
    );
    const first = await consult();
    assert.ok(first.outcome === 'found');
    assert.deepEqual(first.data, { officialName: 'ACME LTDA', statusCode: '2' });
    await consult();
    nowMs += 595_000;
    await consult();
    assert.equal((await consult()).outcome, 'unavailable');
    assert.equal((await consult()).outcome, 'found');
    const bearers = mock.received.flatMap(({ url, headers }) =>
      url === '/token' ? [] : [headers.authorization],
    );
    assert.deepEqual(bearers, ['Bearer t1', 'Bearer t1', 'Bearer t2', 'Bearer t2', 'Bearer t3']);
    nowMs += 7_200_000;
    mock.answer(json({ error: 'invalid_client' }, 401));
    assert.deepEqual(await consult(), {
      outcome: 'unavailable',
      reason: 'provider_token_refused',
      retryAfterSeconds: 5,
    });
    mock.answer(json({ access_token: 'a\nb' }));
    assert.equal((await consult()).outcome, 'unavailable');
  });

  it('Portal da Transparência: strangers in the answer make it no answer', async () => {
    const sanction = (codigoFormatado: string) => ({
      id: 1,
      dataInicioSancao: '01/02/2020',
      dataFimSancao: 'Sem informação',
      tipoSancao: { descricaoResumida: 'Inidoneidade' },
      orgaoSancionador: { nome: 'CGU' },
      sancionado: { codigoFormatado },
      numeroProcesso: '9',
    });
    const look = () => ask('portal-da-transparencia.json', 'portal-ceis');
    mock.answer(json([sanction(formatCpf(cpf))]), json([sanction(maskCpf(cpf))]), json([]));
    const found = await look();
    assert.ok(found.outcome === 'found', JSON.stringify(found));
    assert.equal((found.data.sanctions as unknown[]).length, 2);
    assert.equal(mock.received[0]!.headers['chave-api-dados'], 'k1');
    assert.deepEqual(
      mock.received.map(({ url }) => url.split('pagina=')[1]),
      ['1', '2', '3'],
      'until a page is empty',
    );
    mock.answer(json([sanction(formatCpf(cpf))]), json({}, 404));
    assert.equal((await look()).outcome, 'unavailable', 'a part is not taken for all');
    mock.answer(json([sanction(formatCpf(cpf))]));
    assert.equal((await look()).outcome, 'unavailable', 'endless pages are given up');
    mock.answer(json({ erro: 'x' }));
    assert.equal((await look()).outcome, 'unavailable');
    mock.answer(json([sanction(formatCpf(cpf)), sanction(formatCpf(generateCpf()))]), json([]));
    assert.deepEqual(await look(), {
      outcome: 'unavailable',
      reason: 'provider_answer_of_another',
      retryAfterSeconds: 5,
    });
    mock.answer(json([]));
    const none = await look();
    assert.ok(none.outcome === 'found');
    assert.deepEqual(none.data, { sanctions: [] });
    mock.answer(json([{ cpf: maskCpf(cpf), sigla_funcao: 'DAS', nome_orgao: 'MF' }]), json([]));
    const peps = await ask('portal-da-transparencia.json', 'portal-peps');
    assert.ok(peps.outcome === 'found');
    assert.deepEqual(peps.data, { positions: [{ role: 'DAS', body: 'MF' }] });
  });

  it('Portal da Transparência: CNEP, CEAF and CEPIM are asked by their own filters', async () => {
    const file = 'portal-da-transparencia.json';
    const pages = async (name: string, record: object) => {
      mock.received.length = 0;
      mock.answer(json([record]), json([]));
      const found = await ask(file, name);
      assert.ok(found.outcome === 'found', `${name}: ${JSON.stringify(found)}`);
      return { data: found.data, path: mock.received[0]!.url };
    };
    const cnep = await pages('portal-cnep', { id: 3, sancionado: { codigoFormatado: formatCpf(cpf) } });
    assert.deepEqual(cnep, {
      data: { sanctions: [{ id: 3 }] },
      path: `/api-de-dados/cnep?codigoSancionado=${cpf}&pagina=1`,
    });
    const ceaf = await pages('portal-ceaf', {
      punicao: { cpfPunidoFormatado: maskCpf(cpf), nomePunido: 'ANA LIMA', processo: '1/2' },
      tipoPunicao: { descricao: 'Demissão' },
      orgaoLotacao: { nome: 'INSS' },
      dataPublicacao: '01/02/2020',
    });
    assert.deepEqual(ceaf, {
      data: {
        expulsions: [{ kind: 'Demissão', body: 'INSS', process: '1/2', publicationDate: '01/02/2020' }],
      },
      path: `/api-de-dados/ceaf?cpfSancionado=${cpf}&pagina=1`,
    });
    const cnpjFormatado = cnpj.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
    const cepim = await pages('portal-cepim', {
      pessoaJuridica: { cnpjFormatado },
      motivo: 'OMISSAO',
      orgaoSuperior: { nome: 'MEC' },
    });
    assert.deepEqual(cepim, {
      data: { impediments: [{ reason: 'OMISSAO', body: 'MEC' }] },
      path: `/api-de-dados/cepim?cnpjSancionado=${cnpj}&pagina=1`,
    });
  });

  it('Datavalid: sends name and photo as version 3 wants them, and shows the answer as it is', async () => {
    const attributes = { name: 'Ana Lima', photo: '/9j/4AAQ', photoFormat: 'JPG' };
    mock.answer(
      token(),
      json({
        nome: true,
        biometria_face: { disponivel: true, similaridade: 0.97, probabilidade: 'Altíssima probabilidade' },
      }),
    );
    const found = await ask('serpro-datavalid.json', 'serpro-datavalid-facial', attributes);
    assert.ok(found.outcome === 'found', JSON.stringify(found));
    assert.deepEqual(found.data, {
      isAvailable: true,
      similarity: 0.97,
      probability: 'Altíssima probabilidade',
    });
    const asked = mock.received[1]!;
    assert.equal(asked.url, '/datavalid/v3/validate/pf-facial');
    assert.deepEqual(JSON.parse(asked.body), {
      key: { cpf },
      answer: { nome: 'Ana Lima', biometria_face: { formato: 'JPG', base64: '/9j/4AAQ' } },
    });
    mock.received.length = 0;
    assert.deepEqual(await ask('serpro-datavalid.json', 'serpro-datavalid-facial', { name: 'Ana Lima' }), {
      outcome: 'absent',
      reason: 'attribute_missing',
    });
    mock.answer(token(), json({ biometria_face: { disponivel: false } }));
    const none = await ask('serpro-datavalid.json', 'serpro-datavalid-facial', attributes);
    assert.ok(none.outcome === 'found');
    assert.deepEqual(none.data, { isAvailable: false });
  });

  it('postal codes: BrasilAPI and ViaCEP say the same, and an unknown code is nothing', async () => {
    const attributes = { postalCode: '59010000' };
    mock.answer(
      json({
        cep: '59010000',
        state: 'RN',
        city: 'Natal',
        neighborhood: 'Centro',
        street: 'Rua A',
        ibge: 2408102,
      }),
    );
    const brasilApi = await ask('postal-codes.json', 'brasilapi-cep', attributes);
    mock.answer(
      json({
        cep: '59010-000',
        logradouro: 'Rua A',
        bairro: 'Centro',
        localidade: 'Natal',
        uf: 'RN',
        ibge: '2408102',
      }),
    );
    const viaCep = await ask('postal-codes.json', 'viacep', attributes);
    assert.ok(brasilApi.outcome === 'found' && viaCep.outcome === 'found');
    assert.deepEqual({ ...brasilApi.data, postalCode: '' }, { ...viaCep.data, postalCode: '' });
    assert.equal(viaCep.data.ibgeCode, '2408102');
    mock.answer(json({ erro: 'true' }));
    assert.deepEqual(await ask('postal-codes.json', 'viacep', { postalCode: '00000000' }), {
      outcome: 'absent',
    });
  });
});
