/**
 * Draws the pictures of the console for the guides: each in English and in Portuguese, of a service with invented data.
 * With `--all FOLDER` it draws every one of them light and dark, wide and narrow, in both languages into that folder,
 * and changes no guide.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Locator, Page, Request } from 'playwright-core';
import sharp from 'sharp';
import { createSeededRandom } from '../../bench/seeded-random.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import { ceisFile } from '../../test/people/lists/list-files.ts';
import { createScriptedSource, found } from '../../test/profiles/scripted-sources.ts';
import { openChromium } from '../../test/support/chromium.ts';
import { acceptFirstAdministrator, invitePerson } from '../../test/support/console.ts';
import { drawFace } from '../../test/support/console-data.ts';
import { type ConsoleOptions, openConsole } from '../../test/support/console-page.ts';
import { send } from '../../test/support/http.ts';
import { cnpjOf } from '../../test/support/registry-files.ts';
import { startTestService } from '../../test/support/service.ts';
import { createStandInEngine } from '../../test/support/service-engine.ts';
import { putFace, toDataAddress } from '../../test/support/service-photos.ts';
import { importCompanies } from '../../test/support/service-registry.ts';

const { values } = parseArgs({ options: { all: { type: 'string' } } });
const dayMs = 86_400_000;
const random = createSeededRandom(16);
const endings: (() => unknown)[] = [];
const scope = { after: (ending: () => unknown) => void endings.push(ending) };

const folder = await mkdtemp(join(tmpdir(), 'confere-pictures-'));
scope.after(() => rm(folder, { recursive: true, force: true }));
/** What two photos have in common, in the place of the networks: most are of the same person. */
function compare() {
  const similarity = random() < 0.85 ? 0.55 + 0.4 * random() : 0.05 + 0.5 * random();
  return { similarity, score: similarity * 2 - 1 };
}

const civil = createScriptedSource('civil', 'person');
const service = await startTestService(scope, 'embedded', {
  engine: { ...createStandInEngine(), compare },
  sources: [civil],
  env: {
    IMPORT_DIR: folder,
    CASES_OPEN_FOR: 'execution_pending,list_hit',
  },
  constants: { executions: { retryDelayMs: 60_000 } },
});

const admin = await acceptFirstAdministrator(service);
const analyst = await invitePerson(service, admin, 'analyst');
const post = async (path: string, json: object) => {
  const answer = await admin.request('POST', path, json);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
  return answer.body;
};

/** Thirty days of attempts of two clients. */
async function makeAttempts(): Promise<{ cpf: string; attemptId: string }> {
  const cpf = generateCpf();
  const [registered, received] = await Promise.all([drawFace('#7a5236'), drawFace('#d3a37c')]);
  await putFace(service, cpf, registered);
  const people = [cpf];
  for (let more = 0; more < 8; more += 1) {
    const other = generateCpf();
    await putFace(service, other, await drawFace(`#8${more}5a3c`));
    people.push(other);
  }
  const tokens: string[] = [];
  for (let client = 0; client < 2; client += 1) {
    tokens.push(await service.fetchToken(await service.createClient('customer')));
  }
  let attemptId = '';
  for (let day = 29; day >= 0; day -= 1) {
    await service.clock.later(-day * dayMs, async () => {
      const count = 3 + Math.floor(8 * random());
      for (let at = 0; at < count; at += 1) {
        const peopleId = people[Math.floor(people.length * random())]!;
        const { body, text } = await send(`${service.url}/v1/face-authentications`, {
          method: 'POST',
          token: tokens[at % 3 === 0 ? 1 : 0]!,
          json: { peopleId, imageUrl: toDataAddress(received) },
        });
        if (body.id === undefined) throw new Error(text);
        if (peopleId === cpf) attemptId = body.id;
      }
    });
  }
  return { cpf, attemptId };
}

const cnpj = cnpjOf('11111111');
async function makeCompanies(): Promise<void> {
  const bakery = {
    root: '11111111',
    name: 'PADARIA AURORA LTDA',
    partners: [
      'ANA LIMA',
      'BRUNO COSTA',
      { kind: '1' as const, name: 'HOLDING SOL SA', document: cnpjOf('22222222') },
    ],
  };
  const others = [
    { root: '22222222', name: 'HOLDING SOL SA', partners: ['CARLA DIAS', 'ANA LIMA'] },
    { root: '33333333', name: 'AURORA COMERCIO DE PAES LTDA', partners: ['ANA LIMA'] },
  ];
  const later = { ...bakery, name: 'PADARIA E CAFETERIA AURORA LTDA', state: 'SP' };
  for (const [month, company] of [
    ['2026-07', bakery],
    ['2026-08', later],
    ['2026-09', { ...later, partners: bakery.partners.slice(0, 2) }],
    ['2026-10', { ...later, partners: bakery.partners.slice(1, 2), establishment: { status: '08' } }],
  ] as const) {
    await importCompanies(service, month, [company as typeof bakery, ...others]);
    const asked = { cnpj, templateId: 'tpl_default_company' };
    await admin.request('POST', '/v1/executions', asked, { headers: { prefer: 'wait=20' } });
  }
}

/** An execution that waits for a source, and some that end as cases. */
async function makeExecutions(cpf: string): Promise<{ waiting: string; personId: string }> {
  const { id: templateId } = await post('/v1/query-templates', {
    name: 'Pessoas',
    subject: 'person',
    sources: [{ name: 'civil' }],
    rules: [{ name: 'conhecida', when: 'has(basicData.name) && basicData.name != ""', status: 'APPROVED' }],
  });
  const { id: openTemplate } = await post('/v1/query-templates', {
    name: 'Sem regra',
    subject: 'person',
    sources: [],
    rules: [],
    otherwise: 'PENDING',
  });
  civil.answer(cpf, found({ name: 'Maria Silva' }));
  const { profileId } = await post('/v1/executions', { templateId, cpf });
  for (let at = 0; at < 6; at += 1)
    await post('/v1/executions', { templateId: openTemplate, cpf: generateCpf() });
  const late = generateCpf();
  civil.answer(late, { outcome: 'unavailable', reason: 'provider_timeout' });
  const { executionId } = await post('/v1/executions', { templateId, cpf: late });
  await delay(1_500);
  return { waiting: executionId, personId: profileId };
}

/** Two imports that ended and one that somebody stopped. */
async function makeImports(): Promise<void> {
  const rowsOf = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      'TIPO DE PESSOA': 'J',
      'CPF OU CNPJ DO SANCIONADO': at === 7 ? '123' : cnpjOf(String(10_000_000 + at)),
      'NOME DO SANCIONADO': `EMPRESA ${at}`,
    }));
  await mkdir(join(folder, 'listas'));
  for (const [name, rows] of [
    ['20260401_CEIS.csv', 1_204],
    ['20260501_CEIS.csv', 1_260],
    ['20260601_CEIS.csv', 60_000],
  ] as const) {
    await writeFile(join(folder, 'listas', name), ceisFile(rowsOf(rows)));
    const data = await post('/v1/imports', { source: 'ceis', action: 'import', path: `listas/${name}` });
    for (;;) {
      const now = (await admin.request('GET', `/v1/imports/${data.id}`)).body;
      if (rows === 60_000 && now.progress?.rows > 0 && !now.isStopping) {
        await post(`/v1/imports/${data.id}/stop`, {});
      }
      if (!['waiting', 'running'].includes(now.state)) break;
      await delay(50);
    }
  }
}

const { cpf, attemptId } = await makeAttempts();
await makeCompanies();
const { waiting, personId } = await makeExecutions(cpf);
await makeImports();
const { id: caseId } = await post('/v1/cases', { kind: 'manual', personId, attemptId });

/** Puts the element under the head of the page. */
async function scrollTo(element: Locator): Promise<void> {
  type Element = { getBoundingClientRect(): { readonly top: number } };
  const top = await element.evaluate((found) => (found as unknown as Element).getBoundingClientRect().top);
  await element.page().evaluate(`scrollBy(0, ${top - 72})`);
}

type Picture = {
  readonly path: string;
  readonly height: number;
  readonly prepare?: (page: Page) => Promise<void>;
};
const pictures: Readonly<Record<string, Picture>> = {
  queue: { path: '/cases', height: 640 },
  case: { path: `/cases/${caseId}`, height: 1_150 },
  company: {
    path: `/companies/${cnpjOf('22222222')}`,
    height: 760,
    async prepare(page) {
      const graph = page.getByRole('region', { name: /^(Partners|Sócios)$/ });
      await graph
        .getByRole('button', { name: /ANA LIMA/ })
        .first()
        .click();
      await graph.getByRole('button', { name: /AURORA COMERCIO/ }).waitFor();
      await scrollTo(page.getByRole('heading', { name: /^(Partners|Sócios)$/ }));
    },
  },
  'company-months': {
    path: `/companies/${cnpj}`,
    height: 700,
    async prepare(page) {
      const months = page.getByRole('region', { name: /^(History of changes|Histórico de mudanças)$/ });
      await scrollTo(months);
    },
  },
  execution: { path: `/executions/${waiting}`, height: 850 },
  figures: { path: '/figures', height: 1_300 },
  source: {
    path: '/sources/ceis',
    height: 900,
    async prepare(page) {
      await page.getByRole('button', { name: /IMPORT_DIR/ }).click();
      await page.getByRole('button', { name: /^(Open|Abrir) listas/ }).click();
      await page.getByRole('cell', { name: '20260601_CEIS.csv', exact: true }).waitFor();
    },
  },
  audit: {
    path: '/audit',
    height: 950,
    async prepare(page) {
      const verify = page.getByRole('button', {
        name: /^(Verify the whole log|Verificar o registro inteiro)$/,
      });
      if ((await page.getByText(/^(whole|íntegro)$/).count()) === 0) await verify.click();
      await page
        .getByText(/^(whole|íntegro)$/)
        .first()
        .waitFor();
    },
  },
  system: { path: '/system', height: 1_180 },
};

const chromium = await openChromium();
scope.after(() => chromium.close());

/** Gives what waits until the page has asked for nothing for a second: it goes from screen to screen without a load. */
function watchRequests(page: Page): () => Promise<void> {
  const asked = new Set<Request>();
  let at = performance.now();
  const note = (change: (request: Request) => unknown) => (request: Request) => {
    change(request);
    at = performance.now();
  };
  page.on(
    'request',
    note((request) => asked.add(request)),
  );
  for (const end of ['requestfinished', 'requestfailed'] as const) {
    page.on(
      end as 'requestfinished',
      note((request) => asked.delete(request)),
    );
  }
  return async () => {
    at = performance.now();
    while (asked.size > 0 || performance.now() - at < 1_000) await delay(50);
  };
}

async function draw(name: string, options: Required<ConsoleOptions>, target: string, fullPage: boolean) {
  const { path, prepare } = pictures[name]!;
  const { page, go, close } = await openConsole(
    chromium,
    service,
    name === 'queue' ? analyst : admin,
    options,
  );
  const settle = watchRequests(page);
  try {
    await page.evaluate(`localStorage.setItem('confere-language', '${options.locale}')`);
    await page.reload();
    await go(path);
    await settle();
    await prepare?.(page);
    await settle();
    const picture = await page.screenshot({ fullPage, animations: 'disabled' });
    await sharp(picture).png({ palette: true, colours: 128, compressionLevel: 9 }).toFile(target);
    console.log(target);
  } finally {
    await close();
  }
}

try {
  for (const locale of ['en', 'pt-BR'] as const) {
    for (const [name, { height }] of Object.entries(pictures)) {
      if (values.all === undefined) {
        const target = join(import.meta.dirname, `console-${name}${locale === 'en' ? '' : `.${locale}`}.png`);
        await draw(name, { locale, colorScheme: 'light', width: 1_280, height }, target, false);
        continue;
      }
      for (const colorScheme of ['light', 'dark'] as const) {
        for (const width of [1_280, 360]) {
          const target = join(values.all, `${name}-${locale}-${colorScheme}-${width}.png`);
          await draw(name, { locale, colorScheme, width, height: 850 }, target, true);
        }
      }
    }
  }
} finally {
  for (const ending of endings.reverse()) await ending();
}
