import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { listSourceFiles } from '../architecture/list-source-files.ts';

const folder = fileURLToPath(new URL('../../deploy/monitoring', import.meta.url));
const runbook = fileURLToPath(new URL('../../docs/guides/runbook.md', import.meta.url));
const alerts = readFileSync(`${folder}/alerts.yaml`, 'utf8');
const dashboard = readFileSync(`${folder}/dashboard.json`, 'utf8');
const rules = (parse(alerts).groups as { rules: { alert: string }[] }[]).flatMap((group) => group.rules);

it('alerts and dashboard read metrics that there are', async () => {
  const used = new Set([...`${alerts}${dashboard}`.matchAll(/\bconfere_[a-z_]+/g)].map(([name]) => name));
  const sources = await Promise.all(
    (await listSourceFiles('src')).map(({ path }) => readFileSync(path, 'utf8')),
  );
  const known = sources.join('\n');
  for (const name of used) {
    const base = name.replace(/_(bucket|count|sum)$/, '');
    assert.ok(known.includes(`'${name}'`) || known.includes(`'${base}'`) || known.includes(`${name}:`), name);
  }
  assert.ok(used.size > 8);
});

it('every alert has a section in the runbook, and no section is left over', () => {
  const headings = [...readFileSync(runbook, 'utf8').matchAll(/^## (Confere\w+)$/gm)].map(([, name]) => name);
  assert.deepEqual(headings.sort(), rules.map(({ alert }) => alert).sort());
});

it('every alert fires on its trouble and is silent without it', {
  skip: !existsSync('/usr/bin/promtool') && 'promtool is not installed',
}, () => {
  const run = (...args: string[]) =>
    execFileSync('promtool', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  assert.match(run('check', 'rules', 'alerts.yaml'), new RegExp(`SUCCESS: ${rules.length} rules found`));
  assert.match(run('test', 'rules', 'alerts.test.yaml'), /SUCCESS/);
  const tested = readFileSync(`${folder}/alerts.test.yaml`, 'utf8');
  for (const { alert } of rules) {
    assert.ok(tested.includes(`${alert} fires`) && tested.includes(`${alert} is silent`), alert);
  }
});
