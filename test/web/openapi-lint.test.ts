import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createConfig, lintFromString } from '@redocly/openapi-core';

const path = fileURLToPath(new URL('../../docs/reference/openapi.json', import.meta.url));

/** The findings of redocly's recommended rules but one, errors and warnings alike. */
async function listFindings(document: string): Promise<readonly string[]> {
  // Where a browser is only sent on, the answer is a redirect.
  const rules = { 'operation-2xx-response': 'off' } as const;
  const config = await createConfig({ extends: ['recommended'], rules });
  const problems = await lintFromString({ source: document, absoluteRef: path, config });
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`);
}

describe('the OpenAPI document', () => {
  it('passes the recommended rules of redocly without a finding', async () => {
    assert.deepEqual(await listFindings(await readFile(path, 'utf8')), []);
  });

  it('would not pass with a mistake in it', async () => {
    const document = JSON.parse(await readFile(path, 'utf8'));
    document.paths['/v1/registry'].get.operationId = document.paths['/v1/companies'].get.operationId;
    assert.notDeepEqual(await listFindings(JSON.stringify(document)), []);
  });
});
