import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { createTestDatabase, environmentOf, testDatabaseKinds } from '../support/database.ts';
import { runConfere, spawnServe } from '../support/service-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, 'deploy', path), 'utf8');
const skip = testDatabaseKinds().includes('postgres') ? false : 'CONFERE_TEST_DATABASE_URL is not set';

/** A service on PostgreSQL, its settings, a folder for backups and one with the master key as a file. */
async function openDeployment(t: TestContext) {
  const place = await createTestDatabase(t, 'postgres');
  const env = environmentOf(place) as Readonly<Record<string, string>>;
  await spawnServe(t, { ...env, LOG_LEVEL: 'warn' });
  const folder = mkdtempSync(join(tmpdir(), 'confere-nightly-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const [backups, keys, data] = ['backups', 'keys', 'data'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const each of [backups, keys, data]) mkdirSync(each);
  writeFileSync(join(keys, 'master.key'), env.MASTER_KEY!, { mode: 0o600 });
  return { env, backups, keys, data };
}

describe('the backup of each night', { skip }, () => {
  it('is made and pruned by the commands of the systemd unit as they are written', async (t) => {
    const { env, backups, keys, data } = await openDeployment(t);
    const unit = read('systemd/confere-backup.service').replaceAll('/var/backups/confere', backups);
    const find = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)![1]!;
    const command = (name: string) =>
      find(name).replace(/%([%d])/g, (_whole, one) => (one === 'd' ? keys : '%'));
    const settings = find('Environment')
      .split(' ')
      .map((one) => one.split('=') as [string, string]);
    const run = (name: string) => {
      const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command(name)], {
        cwd: root,
        encoding: 'utf8',
        env: {
          ...Object.fromEntries(settings),
          PATH: process.env.PATH,
          DATABASE_URL: env.DATABASE_URL,
          DATA_DIR: data,
        },
      });
      assert.equal(status, 0, stderr);
      return stdout;
    };
    assert.match(run('ExecStart'), /^made at .+ rows, 0 photos$/m);
    const [made] = readdirSync(backups);
    assert.match(made!, /^\d{8}T\d{6}Z\.backup$/);
    assert.equal((await runConfere(t, ['backup', 'verify', join(backups, made!)], env)).status, 0);

    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    for (const [name, days] of [
      ['old.backup', 16],
      ['killed.backup.1a2b3c4d.part', 16],
      ['young.backup', 13],
      ['old.note', 16],
    ] as const) {
      writeFileSync(join(backups, name), '');
      utimesSync(join(backups, name), daysAgo(days), daysAgo(days));
    }
    run('ExecStartPost');
    assert.deepEqual(readdirSync(backups).sort(), [made, 'old.note', 'young.backup'].sort());
  });

  it('is started each night by a timer that systemd takes', {
    skip: !hasProgram('systemd-analyze') && 'systemd is not installed',
  }, () => {
    const [, when] = /^OnCalendar=(.*)$/m.exec(read('systemd/confere-backup.timer'))!;
    assert.match(execFileSync('systemd-analyze', ['calendar', when!], { encoding: 'utf8' }), /Next elapse/);
  });

  it('is made by the container of the CronJob as it is written', async (t) => {
    const { env, backups, keys, data } = await openDeployment(t);
    const manifests = parseAllDocuments(read('kubernetes/backup/backup.yaml')).map((one) => one.toJS());
    const job = manifests.find(({ kind }) => kind === 'CronJob');
    const [container] = job.spec.jobTemplate.spec.template.spec.containers;
    const variables: Record<string, string> = { POD_NAME: 'confere-backup-1' };
    for (const { name, value } of container.env) if (value !== undefined) variables[name] = value;
    const [, masterKey] = /^(MASTER_KEY=.*)$/m.exec(read('kubernetes/settings.env'))!;
    const args = (container.args as string[]).map((one) =>
      one
        .replace(/\$\((\w+)\)/g, (_whole, name: string) => variables[name]!)
        .replace(/^\/backups\//, `${backups}/`),
    );
    const made = await runConfere(t, args, {
      ...variables,
      DATA_DIR: data,
      DATABASE_URL: env.DATABASE_URL,
      MASTER_KEY: masterKey!.replace(/^MASTER_KEY=/, '').replace('/run/secrets/confere', keys),
    });
    assert.equal(made.status, 0, made.stderr);
    assert.deepEqual(readdirSync(backups), ['confere-backup-1.backup']);
    const verified = await runConfere(
      t,
      ['backup', 'verify', join(backups, 'confere-backup-1.backup'), '--json'],
      env,
    );
    assert.deepEqual(JSON.parse(verified.stdout), JSON.parse(made.stdout));
  });
});

function hasProgram(name: string): boolean {
  return spawnSync(name, ['--version']).status === 0;
}

it('the service of systemd may write where its backups go: with the embedded database it writes them itself', () => {
  const pathsOf = (unit: string) => /^ReadWritePaths=(.*)$/m.exec(read(`systemd/${unit}.service`))?.[1];
  const [backups] = pathsOf('confere-backup')!.split(' ');
  assert.equal(pathsOf('confere'), `-${backups}`);
});
