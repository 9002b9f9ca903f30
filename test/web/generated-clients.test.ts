import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { generateApi } from 'swagger-typescript-api';
import { inlineShared } from '../../docs/reference/inline-shared.ts';
import { renderClientSources } from '../../packages/client/render.ts';

const documentPath = fileURLToPath(new URL('../../docs/reference/openapi.json', import.meta.url));
const require = createRequire(import.meta.url);
const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');

const compilerOptions = {
  strict: true,
  noEmit: true,
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: [],
};

describe('clients that other generators make of the OpenAPI document', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'confere-generated-'));
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** The compiler's findings about the files of the folder; empty when there are none. */
  const compile = () =>
    new Promise<string>((resolve) => {
      execFile(process.execPath, [compiler, '-p', folder], (_error, out, err) => resolve(`${out}${err}`));
    });

  it('compile, those of openapi-typescript', async () => {
    const document = JSON.parse(await readFile(documentPath, 'utf8'));
    const { 'openapi.ts': types } = await renderClientSources(document, inlineShared(document) as never, []);
    await writeFile(join(folder, 'types.ts'), types!);
    const use = `import type { components, operations, webhooks } from './types.js';
export type Answer = operations['createExecution']['responses']['201']['content']['application/json'];
export const idOf = (answer: Answer): string => answer.executionId;
export type Body = webhooks['attempt.made']['post']['requestBody']['content']['application/json'];
export const attemptOf = (event: Body): string => event.data.attemptId;
export const codeOf = (error: components['schemas']['Error']): string => error.code;
`;
    await writeFile(join(folder, 'use-types.ts'), use);
    assert.equal(await compile(), '');
  });

  it('compile, those of swagger-typescript-api, with the operation ids as methods', async () => {
    await generateApi({
      input: documentPath,
      output: folder,
      fileName: 'api.ts',
      httpClientType: 'fetch',
      silent: true,
    });
    const use = `import { Api } from './api.js';
const api = new Api({ baseUrl: 'https://example.com' });
export async function run(templateId: string): Promise<string> {
  const { data } = await api.v1.createExecution({ templateId, cpf: '90000000175' });
  return data.executionId;
}
`;
    await writeFile(join(folder, 'use-api.ts'), use);
    assert.equal(await compile(), '');
    await writeFile(join(folder, 'use-api.ts'), use.replace('templateId, cpf', 'templateId: 1, cpf'));
    assert.match(await compile(), /use-api\.ts/, 'a wrong body is found');
  });
});
