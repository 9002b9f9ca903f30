import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import {
  fillHeader,
  fillJson,
  fillUrl,
  MissingPlace,
} from '../../../src/people/providers/fill-placeholders.ts';
import { loadProviders } from '../../../src/people/providers/load-providers.ts';
import { readSecret } from '../../../src/platform/config/index.ts';
import type { AppError } from '../../../src/platform/errors.ts';

const valid = {
  name: 'acme',
  source: 'pfBasicData',
  request: { method: 'GET', url: 'https://api.example.com/{cpf}' },
  response: { mapping: '{ "name": name }' },
};

describe('the file of providers', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'confere-providers-'));
  });
  after(() => rm(folder, { recursive: true }));
  const load = async (content: unknown, environment: Record<string, string> = {}) => {
    const path = join(folder, 'providers.json');
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    return await loadProviders(path, (reference) => readSecret(reference, environment));
  };

  it('has its defaults filled in and its secrets read, from the environment or a file', async () => {
    await writeFile(join(folder, 'secret'), 'from-file\n');
    const secrets = { one: { env: 'ONE' }, two: { file: join(folder, 'secret') } };
    const request = { ...valid.request, headers: { a: '{secret.one} {secret.two}' } };
    // Some editors write a byte order mark.
    const text = `\ufeff${JSON.stringify({ providers: [{ ...valid, secrets, request }] })}`;
    const [loaded] = await load(text, { ONE: 'from-env' });
    assert.deepEqual(
      [...loaded!.secrets],
      [
        ['one', 'from-env'],
        ['two', 'from-file'],
      ],
    );
    const { timeoutMs, retries, cacheSeconds, circuit, maxConcurrent, response } = loaded!.description;
    assert.deepEqual([timeoutMs, retries, cacheSeconds, maxConcurrent], [5_000, 2, 0, 16]);
    assert.deepEqual(circuit, { failures: 5, pauseMs: 30_000 });
    assert.deepEqual([response.absentStatuses, response.maxBytes], [[404], 1_000_000]);
  });

  it('is refused with every place that is wrong, and no value', async () => {
    const wrong = async (content: unknown, ...paths: string[]) => {
      await assert.rejects(load(content), (error: AppError) => {
        assert.equal(error.code, 'source_providers_invalid');
        const text = JSON.stringify([error.message, error.problems]);
        for (const path of paths) assert.ok(text.includes(path), `${path}: ${text}`);
        assert.ok(!text.includes('hidden'));
        return true;
      });
    };
    const one = (change: object) => ({ providers: [{ ...valid, ...change }] });
    await wrong('{', 'providers');
    await wrong({ providers: [{}] }, 'providers/0');
    await wrong(one({ name: 'A B' }), 'providers/0/name');
    await wrong(one({ source: 'basicData' }), 'providers/0/source');
    await wrong(one({ unknown: 1 }), 'providers/0');
    await wrong(one({ timeoutMs: 10 ** 9 }), 'providers/0/timeoutMs');
    await wrong({ providers: [valid, valid] }, 'providers/1/name');
    await wrong(one({ secrets: { a: { env: 'hidden' } } }), 'providers/0/secrets/a');
    await wrong(one({ response: { mapping: '{{{' } }), 'providers/0/response/mapping');
    for (const url of [
      'ftp://x/{cpf}',
      'https://{cpf}.example.com/',
      'https://user:pass@example.com/',
      '/relative',
      'https://x y/',
    ]) {
      await wrong(one({ request: { ...valid.request, url } }), 'providers/0/request/url');
    }
    await wrong(one({ request: { ...valid.request, json: {} } }), 'providers/0/request');
    await wrong(one({ request: { ...valid.request, url: 'https://x.com/{cfp}' } }), 'providers/0/request');
    await wrong(one({ request: { ...valid.request, headers: { a: '{secret.b}' } } }), 'providers/0/request');
  });

  it('values never leave the place they fill', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[./\\%2e?#&]{0,5}$/)),
        (value) => {
          const places = () => value;
          let filled: string | undefined;
          try {
            filled = fillUrl('https://h.example/a/{cpf}/b?c={cpf}', places);
          } catch (error) {
            if (error instanceof URIError) return assert.ok(!value.isWellFormed());
            return assert.ok(['', '.', '..'].includes(value));
          }
          const url = new URL(filled);
          assert.equal(url.host, 'h.example');
          assert.equal(url.searchParams.size, 1);
          assert.equal(url.searchParams.get('c'), value);
          assert.equal(url.pathname.split('/').length, 4);
          assert.deepEqual(fillJson({ a: ['{cpf}'] }, places), { a: [value] });
        },
      ),
    );
    assert.throws(() => fillHeader('x {cpf}', () => 'a\r\nb: c'), MissingPlace);
  });
});
