import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { generateCpf } from '../../../src/platform/documents.ts';
import { cutFacePhotos } from '../../support/face-photos.ts';
import { shareService } from '../../support/service.ts';
import { nameClientSources } from '../name-client-sources.ts';

const readme = await readFile(new URL('../../../packages/client/README.md', import.meta.url), 'utf8');
const examples = [...readme.matchAll(/^## (.+)\n(?:(?!^## )[\s\S])*?^```ts\n([\s\S]*?)^```$/gm)].map(
  ([, title, code]) => ({ title: title!, code: nameClientSources(code!) }),
);

/** What each example prints. */
const expected: Readonly<Record<string, RegExp>> = {
  'Register a face': /^fac_\w+\n$/,
  'Authenticate a face': /^true\n$/,
  'Let a phone authenticate': /^true\n$/,
  'Read a list': /^att_\w+\natt_\w+\n$/,
  'Follow events': /^evt_\w+ face\.registered\n$/,
};

describe('the examples of the client’s README', () => {
  const service = shareService('embedded');
  let env: Record<string, string>;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'confere-readme-'));
    const { sameWoman } = await cutFacePhotos();
    await writeFile(join(folder, 'registered.jpg'), sameWoman[0]);
    await writeFile(join(folder, 'selfie.jpg'), sameWoman[1]);
    const [customer, mobile] = [
      await service().createClient('customer', [
        'faces:write',
        'faces:authenticate',
        'attempts:read',
        'events:read',
      ]),
      await service().createClient('mobile'),
    ];
    env = {
      CONFERE_URL: service().url,
      CLIENT_ID: customer.clientId,
      CLIENT_SECRET: customer.clientSecret,
      MOBILE_CLIENT_ID: mobile.clientId,
      MOBILE_CLIENT_SECRET: mobile.clientSecret,
      CPF: generateCpf(),
      PHOTO: join(folder, 'registered.jpg'),
      SELFIE: join(folder, 'selfie.jpg'),
    };
  });

  after(() => rm(folder, { recursive: true, force: true }));

  it('are those that are known here', () => {
    assert.deepEqual(
      examples.map(({ title }) => title),
      Object.keys(expected),
    );
  });

  for (const { title, code } of examples) {
    it(`${title}: does what it says`, async () => {
      const file = join(folder, `${title.replaceAll(' ', '-')}.ts`);
      await writeFile(file, code);
      const { stdout } = await promisify(execFile)(process.execPath, [file], { env });
      assert.match(stdout, expected[title]!);
    });
  }
});
