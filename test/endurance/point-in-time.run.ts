import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { cutDemoPhotos } from '../../src/demo/demo-photos.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import { findFreePort } from '../support/find-free-port.ts';
import { assertError, send } from '../support/http.ts';
import { runConfere, spawnServe } from '../support/service-process.ts';
import { createClientOver, fetchToken } from '../support/tokens.ts';
import { findPostgres } from './cluster/open-postgres-pair.ts';
import { type Program, runProgram } from './cluster/run-program.ts';
import { createMasterKeyText } from './run-service.ts';

/*
 * Rehearses the steps of docs/guides/restore.md for a point in time, on a PostgreSQL of its own: base backup and WAL,
 * back to a moment between two registrations, and what the service does with the copy until `confere resume`. Takes about
 * eight minutes: a deployment counts once a minute, and a copy shows by its count. Ends with 75 without PostgreSQL.
 */

const bin = findPostgres();
if (bin === undefined) {
  console.log('needs PostgreSQL (Debian: postgresql)');
  process.exit(75);
}
const started = performance.now();
const say = (text: string) => console.log(`${Math.round((performance.now() - started) / 1_000)} s: ${text}`);
const endings: (() => unknown)[] = [];
const scope = { after: (ending: () => unknown) => void endings.push(ending) };
const folder = mkdtempSync(join(tmpdir(), 'confere-point-'));
scope.after(() => rmSync(folder, { recursive: true, force: true }));
const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
const owner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
const [archive, base, photos] = ['archive', 'base', 'photos'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
for (const each of [archive, photos]) mkdirSync(each);
if (owner.uid !== undefined) for (const each of [folder, archive]) chownSync(each, owner.uid, owner.gid);
const port = await findFreePort();
const address = `postgres://postgres@127.0.0.1:${port}/postgres`;

try {
  await rehearse();
  console.log('the steps hold');
} finally {
  for (const ending of endings.reverse()) await ending();
}

async function rehearse(): Promise<void> {
  const run = (program: string, args: readonly string[]) =>
    execFileSync(join(bin!, program), args, { ...owner, cwd: folder, stdio: 'pipe' });
  run('initdb', ['-D', join(folder, 'live'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C']);
  const live = await startPostgres('live', ['archive_mode=on', `archive_command=cp %p ${archive}/%f`]);
  const env = { DATA_DIR: photos, DATABASE_URL: address, MASTER_KEY: createMasterKeyText() };
  const service = await spawnServe(scope, { ...env, LOG_LEVEL: 'warn' });
  const scopes = ['faces:write', 'people:read'];
  const client = await createClientOver(service.url, service.admin!, { product: 'customer', scopes });
  const photo = (await cutDemoPhotos()).sameWoman[0];
  const register = async (url: string, cpf: string) =>
    await send(`${url}/v1/people/${cpf}/face`, {
      method: 'PUT',
      token: await fetchToken(url, client),
      headers: { 'content-type': 'image/jpeg' },
      body: photo as Uint8Array<ArrayBuffer>,
    });
  const [inBase, inLog, tooLate, afterwards] = Array.from({ length: 4 }, generateCpf) as string[];
  assert.equal((await register(service.url, inBase!)).status, 201);
  const counted = async () => Number((await ask('select count from deployment_state'))[0].count);
  while ((await counted()) === 0) await delay(2_000);

  const connection = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres'];
  run('pg_basebackup', [...connection, '-D', base, '-c', 'fast', '-X', 'none']);
  say('a base backup is there');
  assert.equal((await register(service.url, inLog!)).status, 201);
  const [{ moment }] = await ask('select clock_timestamp()::text as moment');
  const before = await counted();
  await delay(1_000);
  assert.equal((await register(service.url, tooLate!)).status, 201);
  while ((await counted()) < before + 2) await delay(2_000);
  await ask('select pg_switch_wal()');
  service.child.kill('SIGTERM');
  await service.ended;
  await live.end('SIGINT');

  say(`back to ${moment}`);
  writeFileSync(join(base, 'recovery.signal'), '');
  const restored = [`restore_command=cp ${archive}/%f %p`, `recovery_target_time=${moment}`];
  await startPostgres('base', restored);
  while (!(await ask('select pg_is_wal_replay_paused() as paused'))[0].paused) await delay(200);
  await ask('select pg_wal_replay_resume()');
  while ((await ask('select pg_is_in_recovery() as recovering'))[0].recovering) await delay(200);

  const copy = await spawnServe(scope, { ...env, LOG_LEVEL: 'warn' });
  const ready = (await send(`${copy.url}/readyz`)).body;
  say(`the copy says status ${ready.status}, photoStore ${ready.photoStore}, heldSince ${ready.heldSince}`);
  assert.ok(ready.heldSince, 'nothing leaves the copy');
  assert.equal(ready.photoStore, 'read_only');
  const token = await fetchToken(copy.url, client);
  const statusOf = async (cpf: string) => (await send(`${copy.url}/v1/people/${cpf}`, { token })).status;
  assert.deepEqual(
    [await statusOf(inBase!), await statusOf(inLog!), await statusOf(tooLate!)],
    [200, 200, 404],
  );
  assertError(await register(copy.url, afterwards!), 503, 'image_store_read_only');

  for (const args of [['images', 'take-over', '--confirm'], ['images', 'check'], ['resume']]) {
    const { status, stdout, stderr } = await runConfere(scope, args, env);
    say(`confere ${args.join(' ')}: ${stdout.trim().replaceAll('\n', ' | ')}`);
    assert.equal(status, 0, stderr);
  }
  // The copy looks again every two seconds, and keeps what readiness says for ten; the run ends a wait in vain.
  while ((await register(copy.url, afterwards!)).status !== 201) await delay(500);
  while ((await send(`${copy.url}/readyz`)).body.heldSince !== undefined) await delay(500);
  copy.child.kill('SIGTERM');
  await copy.ended;
}

/** Starts the server of a folder on the one port; resolves when it answers reads. */
async function startPostgres(name: string, settings: readonly string[]): Promise<Program> {
  const data = join(folder, name);
  const program = runProgram(
    join(bin!, 'postgres'),
    [
      ...['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder],
      ...settings.flatMap((one) => ['-c', one]),
    ],
    { ...owner, cwd: folder },
  );
  scope.after(() => program.end('SIGQUIT'));
  for (;;) {
    try {
      await ask('select 1');
      return program;
    } catch (error) {
      if (!program.isRunning())
        throw new Error(`PostgreSQL ended:\n${program.readOutput()}`, { cause: error });
      await delay(200);
    }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: rows of statements of this file
async function ask(text: string): Promise<any[]> {
  const client = new Client({ connectionString: address });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
