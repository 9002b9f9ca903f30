import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { loadAppConfig, settingsGroups } from '../../../src/app.ts';
import {
  ConfigError,
  describeAllowed,
  listVariables,
  readEnvironment,
} from '../../../src/platform/config/index.ts';

/** The settings whose reference says that a file may hold them, without the master keys. */
const fileSettings = listVariables(settingsGroups)
  .flatMap(({ variables }) => variables)
  .filter((variable) => describeAllowed(variable).includes(' or file: '))
  .map(({ variable }) => variable)
  .filter((name) => !name.startsWith('MASTER_KEY'));

async function folderWith(t: TestContext, files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-environment-'));
  t.after(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

it('every setting that a file may hold is read from its file', async (t) => {
  const folder = await folderWith(t, { secret: ' in the file \n' });
  await writeFile(
    join(folder, '.env'),
    fileSettings.map((name) => `${name}=file:${join(folder, 'secret')}`).join('\n'),
  );
  const env = readEnvironment(folder);
  assert.ok(fileSettings.includes('FACES_SECRET'));
  for (const name of fileSettings) assert.equal(env[name], 'in the file', name);
});

it('a file that cannot be read, or holds lines, is no secret', async (t) => {
  const folder = await folderWith(t, { lines: 'a\nb' });
  for (const path of [join(folder, 'a-secret-that-is-not-there'), join(folder, 'lines'), folder]) {
    await writeFile(join(folder, '.env'), fileSettings.map((name) => `${name}=file:${path}`).join('\n'));
    assert.throws(
      () => loadAppConfig(readEnvironment(folder)),
      (error: unknown) => {
        assert.ok(error instanceof ConfigError);
        const refused = new Set(error.problems!.map((problem) => problem.path));
        assert.deepEqual(
          fileSettings.filter((name) => !refused.has(name)),
          [],
          path,
        );
        return true;
      },
    );
  }
});
