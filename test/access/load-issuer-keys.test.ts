import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { loadIssuerKeys } from '../../src/access/load-issuer-keys.ts';

const largestDocumentBytes = 256 * 1024;

/** An issuer at a path of its own that publishes one key, with what stands at each address to be changed. */
async function startIssuer(t: TestContext, changes: { readonly keys?: string; readonly metadata?: object }) {
  const { publicKey } = await generateKeyPair('ES256');
  const key: JWK = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' };
  let issuer = '';
  const listener: RequestListener = (request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url === '/keys') response.end(changes.keys ?? JSON.stringify({ keys: [key] }));
    else response.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/keys`, ...changes.metadata }));
  };
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const errors: unknown[] = [];
  const keys = loadIssuerKeys({ issuer, refreshEveryMs: 60_000, onError: (error) => errors.push(error) });
  t.after(() => {
    keys.stop();
    server.closeAllConnections();
    server.close();
  });
  return { find: () => keys.find({ alg: 'ES256', kid: 'k1' }) };
}

/** A key set of exactly so many bytes: the key, and space behind it. */
async function padded(size: number): Promise<string> {
  const { publicKey } = await generateKeyPair('ES256');
  const text = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' }] });
  return text.padEnd(size, ' ');
}

describe('the keys of another issuer', () => {
  it('are read from a document of 256 KiB at most', async (t) => {
    const largest = await startIssuer(t, { keys: await padded(largestDocumentBytes) });
    assert.ok(await largest.find());
    const larger = await startIssuer(t, { keys: await padded(largestDocumentBytes + 1) });
    await assert.rejects(larger.find(), { code: 'token_check_unavailable' });
  });

  it('are not taken from metadata of somebody else, or from an address without protection', async (t) => {
    for (const metadata of [
      { issuer: 'https://elsewhere.example' },
      { jwks_uri: 'file:///etc/passwd' },
      { jwks_uri: 7 },
    ]) {
      const { find } = await startIssuer(t, { metadata });
      await assert.rejects(find(), { code: 'token_check_unavailable' });
    }
  });
});
