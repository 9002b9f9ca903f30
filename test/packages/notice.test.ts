import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
const notice = await read('NOTICE.md');

it('the notice names every network with its package and its licence', async () => {
  const networks: Readonly<Record<string, { name: string; package: string; licence: string }>> = JSON.parse(
    await read('packages/networks/networks.json'),
  );
  for (const { name, package: from, licence } of Object.values(networks)) {
    const row = notice.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));
    assert.ok(row?.includes(`\`${from}\``) || row?.includes('the same'), name);
    assert.ok(row?.includes(licence) || row?.includes('the same'), name);
  }
});

it('the notice names every licence of the packages that an installation consists of', async () => {
  const { packages } = JSON.parse(await read('package-lock.json')) as {
    packages: Readonly<Record<string, { license?: string; dev?: boolean; link?: boolean }>>;
  };
  const installed = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link,
  );
  assert.ok(installed.length > 100);
  const named = notice.split('\n').filter((line) => line.startsWith('| '));
  const missing = installed.filter(([, { license }]) => !named.some((line) => hasLicence(line, license)));
  assert.deepEqual(
    missing.map(([path, { license }]) => `${path}: ${license}`),
    [],
  );
});

/** Whether the first cell of a row names a licence, alone or among others. */
function hasLicence(row: string, licence: string | undefined): boolean {
  const [, cell = ''] = row.split('|');
  return licence !== undefined && cell.split(', ').some((one) => one.trim() === licence);
}
