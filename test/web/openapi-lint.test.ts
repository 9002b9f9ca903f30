import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';

const path = fileURLToPath(new URL('../../docs/reference/openapi.json', import.meta.url));

/** The findings of redocly's recommended rules but one, errors and warnings alike. */
async function listFindings(document: string): Promise<readonly string[]> {
  // Where a browser is only sent on, the answer is a redirect.
  const rules = { 'operation-2xx-response': 'off' } as const;
  const config = await createConfig({ extends: ['recommended'], rules });
  const problems = await lintFromString({ source: document, absoluteRef: path, config });
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`);
}

/** The findings of spectral's recommended rules for OpenAPI, errors, warnings and hints alike. */
async function listSpectralFindings(document: string): Promise<readonly string[]> {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset({ extends: [spectralRulesets.oas as never] });
  const findings = await spectral.run(JSON.parse(document));
  return findings.map(({ code, message, path: at }) => `${code} ${at.join('/')}: ${message}`);
}

describe('the OpenAPI document', () => {
  it('passes the recommended rules of spectral without a finding', async () => {
    assert.deepEqual(await listSpectralFindings(await readFile(path, 'utf8')), []);
  });

  it('passes the recommended rules of redocly without a finding', async () => {
    assert.deepEqual(await listFindings(await readFile(path, 'utf8')), []);
  });

  it('would not pass with a mistake in it', async () => {
    const document = JSON.parse(await readFile(path, 'utf8'));
    const { '/v1/registry': registry, '/v1/companies': companies } = document.paths;
    registry.get.operationId = companies.get.operationId;
    document.paths = { '/v1/registry': registry, '/v1/companies': companies };
    delete document.webhooks;
    assert.notDeepEqual(await listFindings(JSON.stringify(document)), []);
    assert.notDeepEqual(await listSpectralFindings(JSON.stringify(document)), []);
  });
});
