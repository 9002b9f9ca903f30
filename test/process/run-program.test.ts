import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { it } from 'node:test';
import { promisify } from 'node:util';

/** Prints which of some packages are resolved when everything is loaded that a start loads. */
const program = `
  import { readdirSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  registerHooks({
    resolve(specifier, context, next) {
      loaded.add(specifier);
      return next(specifier, context);
    },
  });
  await import('./src/process/run-program.ts');
  await import('./src/process/run-service.ts');
  for (const path of readdirSync('src', { recursive: true })) {
    if (/^\\w+\\/open\\.ts$/.test(path)) await import('./src/' + path);
  }
  console.log(JSON.stringify([...loaded]));
`;

it('a start loads no package that only some requests or settings need', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    maxBuffer: 4e6,
  });
  const loaded: readonly string[] = JSON.parse(stdout);
  assert.ok(loaded.includes('fastify') && loaded.includes('kysely'));
  const needless = ['openid-client', '@simplewebauthn/server', 'undici', 'ioredis'];
  assert.deepEqual(
    needless.filter((name) => loaded.includes(name)),
    [],
  );
});
