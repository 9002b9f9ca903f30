import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { generateCpf } from '../../../src/platform/documents.ts';
import { cutFacePhotos } from '../../support/face-photos.ts';
import { shareService } from '../../support/service.ts';
import { putFace } from '../../support/service-photos.ts';
import { nameClientSources } from '../name-client-sources.ts';

const examplesFolder = new URL('../../../examples/', import.meta.url);

/** Each with what shows that the machine has the language. */
const examples = [
  { name: 'curl', program: 'sh', probe: ['curl', '--version'], args: ['curl/first-tasks.sh'] },
  { name: 'Python', program: 'python3', probe: ['python3', '--version'], args: ['python/first_tasks.py'] },
  { name: 'Java', program: 'java', probe: ['java', '--version'], args: ['java/FirstTasks.java'] },
  { name: 'Go', program: 'go', probe: ['go', 'version'], args: ['run', 'go/main.go'] },
  {
    name: 'TypeScript',
    program: process.execPath,
    probe: [process.execPath, '--version'],
    args: ['typescript/first-tasks.ts'],
  },
] as const;

describe('the first five tasks', () => {
  const service = shareService('embedded');
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'confere-examples-'));
    const { sameWoman } = await cutFacePhotos();
    await writeFile(join(folder, 'registered.jpg'), sameWoman[0]);
    await writeFile(join(folder, 'selfie.jpg'), sameWoman[1]);
  });
  after(() => rm(folder, { recursive: true }));

  /** Puts an example in TypeScript where it finds the client library. */
  async function place(path: string): Promise<string> {
    const file = join(folder, 'example.ts');
    await writeFile(file, nameClientSources(await readFile(new URL(path, examplesFolder), 'utf8')));
    return file;
  }

  it('a signed answer about another photo than the registered one is verified', async () => {
    const cpf = generateCpf();
    assert.equal((await putFace(service(), cpf, await readFile(join(folder, 'registered.jpg')))).status, 201);
    const { clientId, clientSecret } = await service().createClient('mobile');
    const program = fileURLToPath(new URL('authenticate-and-verify.ts', examplesFolder));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [program, cpf, join(folder, 'selfie.jpg')],
      { env: { CONFERE_URL: service().url, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } },
    );
    assert.equal(JSON.parse(stdout).isMatch, true);
  });

  for (const { name, program, probe, args } of examples) {
    const [command, ...options] = probe;
    const skip = spawnSync(command, options).status === 0 ? false : `${name} is not installed`;
    it(`are done by ${name}`, { skip }, async () => {
      const { clientId, clientSecret } = await service().createClient('customer');
      const programArgs = await Promise.all(args.map((arg) => (arg.endsWith('.ts') ? place(arg) : arg)));
      const { stdout } = await promisify(execFile)(
        program,
        [...programArgs, generateCpf(), join(folder, 'registered.jpg'), join(folder, 'selfie.jpg')],
        {
          cwd: fileURLToPath(examplesFolder),
          env: {
            PATH: process.env.PATH,
            HOME: process.env.HOME,
            CONFERE_URL: service().url,
            CLIENT_ID: clientId,
            CLIENT_SECRET: clientSecret,
          },
        },
      );
      // Nobody knows anything of the person.
      assert.match(stdout, /^registered\nmatch true\nattempt att_\w+\nexecution (PENDING|PROCESSING)\n$/);
    });
  }
});
