import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { listSourceFiles } from './list-source-files.ts';

it('only the configuration reads or changes the environment of the process', async () => {
  const readers: string[] = [];
  for (const { name, path } of await listSourceFiles('src')) {
    const text = await readFile(path, 'utf8');
    if (
      /process\s*(\.|\?\.|\[\s*['"`])\s*env\b|\bloadEnvFile\b|\{[^}]*\benv\b[^}]*\}\s*=\s*process\b/.test(
        text,
      )
    ) {
      readers.push(name);
    }
    if (/import\s*\{[^}]*\benv\b[^}]*\}\s*from\s*'node:process'/.test(text)) readers.push(name);
  }
  assert.deepEqual(readers, ['src/platform/config/read-environment.ts']);
});
