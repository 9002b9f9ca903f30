import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { generateRegistry } from '../../../bench/registry/generate-registry.ts';
import { writeZip } from '../../../bench/registry/write-zip.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { findRegistryFiles } from '../../../src/registry/import/find-registry-files.ts';
import { checkDiskSpace, findDataMonth } from '../../../src/registry/import/preflight.ts';
import { getRegistryStatus, importRegistry } from '../../../src/registry/index.ts';
import { openTestDatabase } from '../../support/database.ts';

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-registry-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe('before an import', () => {
  const refuse = async (t: TestContext, directory: string, code: string, message: RegExp) => {
    const database = await openTestDatabase(t);
    await assert.rejects(importRegistry({ database, clock: systemClock }, { directory }), { code, message });
    assert.deepEqual((await getRegistryStatus(database)).generations, []);
  };

  it('a file with another number of columns stops it, named with both numbers', async (t) => {
    const directory = await makeFolder(t);
    await generateRegistry({ directory, companies: 20 });
    const row = `"${Array.from({ length: 31 }, () => '1').join('";"')}"\n`;
    await writeFile(join(directory, 'K3241.K03200Y9.D60411.ESTABELE'), row);
    await refuse(t, directory, 'registry_layout_changed', /ESTABELE has 31 columns, not 30/);
  });

  it('archives of two months stop it, unless the month is given', async (t) => {
    const directory = await makeFolder(t);
    await generateRegistry({ directory, companies: 20, month: '2026-04' });
    await writeFile(join(directory, 'K3241.K03200Y9.D60509.SOCIOCSV'), '');
    await refuse(t, directory, 'registry_months_differ', /2026-04.*2026-05|2026-05.*2026-04/);
    const files = await findRegistryFiles(directory);
    assert.equal(findDataMonth(files, directory, new Date('2026-06-01'), '2026-05'), '2026-05');
  });

  it('a folder without archives stops it', async (t) => {
    await refuse(t, await makeFolder(t), 'registry_files_missing', /confere-registry/);
  });

  it('a download that has not ended stops it, named, until somebody insists', async (t) => {
    const directory = await makeFolder(t);
    await generateRegistry({ directory, companies: 200 });
    await rename(join(directory, 'Socios1.zip'), join(directory, 'Socios1.zip.part'));
    const file = (isVerified: boolean) => ({ sizeBytes: 1, isVerified });
    const files = { 'Socios0.zip': file(true), 'Socios1.zip': file(false), 'Simples.zip': file(false) };
    await writeFile(join(directory, 'confere-download.json'), JSON.stringify({ month: '2026-04', files }));
    await refuse(t, directory, 'registry_archive_broken', /not ended: Socios1.zip\.$/);
    const deps = { database: await openTestDatabase(t), clock: systemClock };
    assert.equal((await importRegistry(deps, { directory, ignoreChecks: true })).state, 'ready');
  });

  it('a zip that is cut short or altered stops it, named', async (t) => {
    const directory = await makeFolder(t);
    await generateRegistry({ directory, companies: 200 });
    const path = join(directory, 'Socios1.zip');
    const whole = await readFile(path);
    await writeFile(path, whole.subarray(0, whole.length - 40));
    await refuse(t, directory, 'registry_archive_broken', /Socios1\.zip/);
    // The CRC of the directory, which follows the local header's end and the data.
    const altered = Buffer.from(whole);
    const directoryAt = altered.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    altered[directoryAt + 16]! ^= 0xff;
    await writeFile(path, altered);
    await refuse(t, directory, 'registry_archive_broken', /Socios1\.zip/);
  });

  it('a zip that is called as one of the archives and has no member of one stops it, named', async (t) => {
    const directory = await makeFolder(t);
    await generateRegistry({ directory, companies: 20, parts: 1 });
    const modified = new Date('2026-04-11T00:00:00Z');
    const halves = ['parte1.csv', 'parte2.csv'].map((name) => ({ name, modified, content: [] }));
    for (const members of [[], halves]) {
      await writeZip(join(directory, 'Empresas1.zip'), members);
      await refuse(t, directory, 'registry_archive_broken', /Empresas1\.zip/);
    }
  });

  it('a zip of zips, as the share gives a whole folder, stops it, with what to do', async (t) => {
    const [parts, directory] = [await makeFolder(t), await makeFolder(t)];
    await generateRegistry({ directory: parts, companies: 20, parts: 1 });
    const modified = new Date('2026-04-11T00:00:00Z');
    const zips = (await readdir(parts)).filter((name) => name.endsWith('.zip'));
    const inner = await Promise.all(
      zips.map(async (name) => ({ name, modified, content: [await readFile(join(parts, name))] })),
    );
    await writeZip(join(directory, '2026-04.zip'), inner);
    await refuse(
      t,
      directory,
      'registry_archive_broken',
      /2026-04\.zip holds other zips, .*: unpack it once/,
    );
  });

  it('a month without one of its parts stops it, named, until somebody insists', async (t) => {
    const directory = await makeFolder(t);
    await generateRegistry({ directory, companies: 200, parts: 10 });
    for (const name of ['Estabelecimentos5', 'Socios9']) await rm(join(directory, `${name}.zip`));
    await refuse(t, directory, 'registry_parts_missing', /^Estabelecimentos5, Socios9$/);
    const deps = { database: await openTestDatabase(t), clock: systemClock };
    assert.equal((await importRegistry(deps, { directory, ignoreChecks: true })).state, 'ready');
    for (const name of await readdir(directory))
      if (/[1-9]\.zip$/.test(name)) await rm(join(directory, name));
    assert.equal((await importRegistry(deps, { directory })).state, 'ready', 'a part of the country');
  });

  it('too little room stops it, with how much is needed', async (t) => {
    const directory = await makeFolder(t);
    await generateRegistry({ directory, companies: 20 });
    const files = (await findRegistryFiles(directory)).map((file) => ({ ...file, contentBytes: 1e15 }));
    await assert.rejects(checkDiskSpace(files, directory), { code: 'registry_disk_full' });
  });

  it('a file that lies in a zip and beside it is taken once', async (t) => {
    const directory = await makeFolder(t);
    await generateRegistry({ directory, companies: 20, parts: 1, unzippedInto: directory });
    const names = (await findRegistryFiles(directory)).map(({ name }) => name);
    assert.equal(names.length, 10);
    assert.ok(names.every((name) => name.endsWith('.zip')));
  });
});

describe('findDataMonth', () => {
  it('takes the newest year whose last digit a name holds', async (t) => {
    const directory = await makeFolder(t);
    await writeFile(join(directory, 'K3241.K03200Y0.D90509.SOCIOCSV'), '');
    const files = await findRegistryFiles(directory);
    assert.equal(findDataMonth(files, directory, new Date('2026-06-01'), undefined), '2019-05');
    assert.equal(findDataMonth(files, directory, new Date('2029-06-01'), undefined), '2029-05');
  });

  it('takes no given month that has not come: the registry would not count as old until then', () => {
    const find = (given: string) => findDataMonth([], '/data', new Date('2026-06-01'), given);
    assert.equal(find('2026-06'), '2026-06');
    assert.throws(() => find('2026-08'), { code: 'registry_month_future', detail: '2026-08' });
  });

  it('takes no month from a name that has none of the twelve', async (t) => {
    const directory = join(await makeFolder(t), '2026-04');
    await mkdir(directory);
    await writeFile(join(directory, 'K3241.K03200Y0.D61309.SOCIOCSV'), '');
    const files = await findRegistryFiles(directory);
    assert.equal(findDataMonth(files, directory, new Date('2026-06-01'), undefined), '2026-04');
  });
});
