import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser as Chromium } from 'playwright-core';
import { generateCpf } from '../../src/platform/documents.ts';
import { createPhoto } from '../images/photos.ts';
import { ceisFile } from '../people/lists/list-files.ts';
import { openChromium, withoutChromium } from '../support/chromium.ts';
import { acceptFirstAdministrator, invitePerson, type Person } from '../support/console.ts';
import { openConsole } from '../support/console-page.ts';
import { send } from '../support/http.ts';
import { cnpjOf, writeRegistry } from '../support/registry-files.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';
import { putFace, toDataAddress } from '../support/service-photos.ts';

/** Each would set a property of the page, or ask another host, if a screen took it for markup, a script or a link. */
const payloads = [
  '<img src=x onerror=globalThis.taken=1>',
  '<svg onload=globalThis.taken=1>',
  '"><script>taken=1</script>',
  "javascript:globalThis.taken=1//'",
  '{{constructor.constructor("taken=1")()}}',
  '<a href="//evil.example/x">x</a>',
];
const hostile = (at: number) => `${payloads[at % payloads.length]} ${at}`;
const hostileFile = '<img src=x onerror=taken=1>.csv';
const place = await mkdtemp(join(tmpdir(), 'confere-hostile-'));
const cpf = generateCpf();
const cnpj = cnpjOf('11111111');

describe('words from outside, on every screen that shows them', { skip: withoutChromium }, () => {
  const service = shareService('embedded', {
    engine: createStandInEngine(),
    env: { IMPORT_DIR: place, CASES_OPEN_FOR: 'list_hit,execution_pending' },
  });
  let chromium: Chromium;
  let admin: Person;
  /** Screens, with words that must be read there. */
  let screens: readonly (readonly [path: string, ...words: readonly string[]])[];

  before(async () => {
    const month = await writeRegistry({
      companies: [
        {
          root: '11111111',
          name: hostile(0),
          trade: hostile(1),
          partners: [hostile(2), { kind: '1', name: hostile(3), document: cnpjOf('22222222') }],
          establishment: { street: hostile(4), email: 'javascript:taken=1@x.example' },
        },
        { root: '22222222', name: hostile(5), partners: [hostile(6)] },
      ],
    });
    await cp(month, join(place, '2026-04'), { recursive: true });
    await rm(month, { recursive: true });
    const list = [
      {
        'TIPO DE PESSOA': 'F',
        'CPF OU CNPJ DO SANCIONADO': cpf,
        'NOME DO SANCIONADO': hostile(7),
      },
      {
        'TIPO DE PESSOA': hostile(8),
        'CPF OU CNPJ DO SANCIONADO': hostile(9),
        'NOME DO SANCIONADO': hostile(10),
      },
    ];
    await writeFile(join(place, '20260501_CEIS.csv'), ceisFile(list));
    await writeFile(join(place, hostileFile), `${hostile(11)};${hostile(12)}\n${hostile(13)};x\n`);
    await writeFile(
      join(place, 'people.csv'),
      `cpf;nome;mae\n${cpf};${hostile(30)};Ana\n${hostile(15)};x;y\n`,
    );
    chromium = await openChromium();
    admin = await acceptFirstAdministrator(service());
    const request = async (method: string, path: string, json?: object, more?: object) => {
      const answer = await admin.request(method, path, json, more);
      assert.ok(answer.status < 300, `${path}: ${answer.text}`);
      return answer.body;
    };
    const importFile = async (source: string, path: string) => {
      const { id } = await request('POST', '/v1/imports', { source, action: 'import', path });
      for (;;) {
        const data = await request('GET', `/v1/imports/${id}`);
        if (data.state === 'done' || data.state === 'failed') return data;
        await delay(50);
      }
    };
    for (const [source, path, state] of [
      ['registry', '2026-04', 'done'],
      ['ceis', '20260501_CEIS.csv', 'done'],
      ['data_sets', 'people.csv', 'done'],
      ['data_sets', hostileFile, 'failed'],
      ['tax_regimes', '2026-04', 'failed'],
    ] as const) {
      const done = await importFile(source, path);
      assert.equal(done.state, state, JSON.stringify(done));
    }
    const run = async (json: object) => {
      const { executionId, profileId } = await request('POST', '/v1/executions', json);
      for (let status = 'PROCESSING'; status === 'PROCESSING'; await delay(50)) {
        ({ status } = await request('GET', `/v1/executions/${executionId}`));
      }
      return { executionId, profileId };
    };
    const people = await request('POST', '/v1/query-templates', {
      name: hostile(16),
      subject: 'person',
      sources: [{ name: 'pfMediaProfileAndExposure' }, { name: 'pfBasicData' }],
      rules: [{ name: hostile(36), when: 'basicData.name == "nobody"', status: 'APPROVED' }],
    });
    const person = await run({
      templateId: people.id,
      cpf,
      referenceId: hostile(18),
      attributes: { name: hostile(19) },
      metadata: { [hostile(20)]: hostile(21) },
    });
    const company = await run({ templateId: 'tpl_default_company', cnpj });
    assert.ok(company.profileId);
    const photo = await createPhoto({ format: 'jpeg' });
    assert.equal((await putFace(service(), cpf, photo)).status, 201);
    const token = await service().token('customer');
    const attempt = await send(`${service().url}/v1/face-authentications`, {
      method: 'POST',
      token,
      json: { peopleId: cpf, imageUrl: toDataAddress(photo) },
      headers: { 'user-agent': hostile(22) },
    });
    assert.ok(attempt.status < 300, attempt.text);
    const one = await request('POST', '/v1/cases', {
      kind: 'manual',
      personId: person.profileId,
      executionId: person.executionId,
      note: hostile(23),
    });
    await request('POST', `/v1/cases/${one.id}/comments`, { text: hostile(24) });
    const { revision } = await request('GET', `/v1/cases/${one.id}`);
    await request('POST', `/v1/cases/${one.id}/decisions`, {
      outcome: 'reprove',
      reasonCode: 'other',
      note: hostile(25),
      revision,
    });
    await request('POST', `/v1/people/${person.profileId}/holds`, { reason: hostile(26) });
    await request('POST', '/v1/clients', {
      product: 'customer',
      name: hostile(27),
      scopes: ['people:read'],
    });
    await request('POST', '/v1/invitations', {
      email: 'new@people.example',
      name: hostile(28),
      role: 'auditor',
    });
    await request('GET', `/v1/people/${person.profileId}`, undefined, {
      headers: { 'x-purpose': hostile(29) },
    });
    await invitePerson(service(), admin, 'analyst');
    screens = [
      [`/companies/${cnpj}`, hostile(0), hostile(1), hostile(2), hostile(3)],
      ['/companies'],
      [`/people/${person.profileId}`, hostile(7), hostile(30), hostile(29)],
      ['/people'],
      ['/executions', hostile(18)],
      [`/executions/${person.executionId}`, hostile(36)],
      ['/templates', hostile(16)],
      [`/templates/${people.id}`, hostile(36)],
      [`/templates/${people.id}/versions`],
      ['/cases', ''],
      [`/cases/${one.id}`, hostile(24), hostile(25)],
      [`/attempts/${attempt.body.id}`],
      ['/attempts'],
      ['/sources'],
      ['/sources/registry'],
      ['/sources/ceis'],
      ['/sources/data_sets', hostileFile],
      ['/sources/tax_regimes'],
      ['/privacy', hostile(26)],
      ['/clients', hostile(27)],
      ['/accounts', hostile(28)],
      ['/audit', hostile(29)],
      ['/figures'],
      ['/system'],
    ];
  });
  after(async () => {
    await chromium?.close();
    await rm(place, { recursive: true, force: true });
  });

  it('are read as they were written; nothing runs, and no other host is asked', async (t) => {
    const { page, go, faults, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const unread: string[] = [];
    for (const [path, ...words] of screens) {
      await go(path);
      await page.waitForLoadState('networkidle');
      // What is folded away is opened, so that it is in the page.
      await page.evaluate('document.querySelectorAll("details").forEach((one) => { one.open = true })');
      for (const word of words.filter(Boolean)) {
        const isRead = async () =>
          (await page.getByText(word).count()) > 0 ||
          (await page.evaluate(
            `[...document.querySelectorAll('input, textarea, .cm-content')].some((one) =>
              (one.value ?? one.textContent).includes(${JSON.stringify(word.slice(0, 20).replaceAll('"', ''))}))`,
          )) === true;
        const deadline = performance.now() + 600_000;
        while (!(await isRead())) {
          if (performance.now() > deadline) {
            unread.push(`${path}: ${word}`);
            break;
          }
          await delay(50);
        }
      }
      const made = await page.evaluate(
        `({
          taken: globalThis.taken ?? null,
          images: document.querySelectorAll('img[src="x"], svg[onload], [onerror]').length,
          links: [...document.querySelectorAll('a[href]')].map(({ href }) => href)
            .filter((href) => href.startsWith('javascript:') || href.includes('evil.example')),
        })`,
      );
      assert.deepEqual(made, { taken: null, images: 0, links: [] }, path);
    }
    assert.deepEqual(unread, []);
    assert.deepEqual([dialogs, faults], [[], []]);
  });

  it('the files to import are read by their names, in the list that they are chosen from', async (t) => {
    const { page, go, faults, close } = await openConsole(chromium, service(), admin);
    t.after(close);
    await go('/sources/data_sets');
    await page.getByRole('button', { name: 'Escolher em IMPORT_DIR' }).click();
    await page.getByRole('table', { name: 'Arquivos' }).getByText(hostileFile).waitFor();
    assert.equal(await page.evaluate('globalThis.taken'), undefined);
    assert.deepEqual(faults, []);
  });
});
