import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { Provider, type ProviderContext } from 'oidc-provider';
import type { IssuerCall } from './external-issuer.ts';

/*
 * oidc-provider as somebody else would run it: scopes of its own, two resources, discovery under a path. Talks to
 * the test over IPC.
 */

type Callback = (
  request: import('node:http').IncomingMessage,
  response: import('node:http').ServerResponse,
) => void;

let key: { readonly kid: string; readonly privateKey: CryptoKey };
let callback: Callback;
let requests = 0;

const server = createServer((request, response) => {
  if (/well-known|jwks/.test(request.url ?? '')) requests += 1;
  callback(request, response);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function makeProvider(): Promise<void> {
  const { privateKey } = await generateKeyPair('PS256', { extractable: true });
  const kid = `key-${Math.random().toString(36).slice(2)}`;
  key = { kid, privateKey };
  const jwk = { ...(await exportJWK(privateKey)), kid, alg: 'PS256', use: 'sig' };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'their-client',
        client_secret: 'their-secret',
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
    ],
    clientDefaults: { id_token_signed_response_alg: 'PS256' },
    jwks: { keys: [jwk] },
    scopes: ['their.read', 'their.match', 'people:read', 'admin'],
    extraTokenClaims: (context: ProviderContext) =>
      context.oidc.body.person === undefined ? undefined : { cpf: context.oidc.body.person },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context: ProviderContext, resource: string) => ({
          scope: 'their.read their.match people:read admin',
          audience: resource,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'PS256' } },
        }),
      },
    },
  });
  callback = provider.callback() as Callback;
}

async function answer(call: IssuerCall): Promise<string> {
  switch (call.kind) {
    case 'rotate':
      await makeProvider();
      return 'done';
    case 'requests':
      return String(requests);
    case 'sign':
      return await new SignJWT(call.claims as JWTPayload)
        .setProtectedHeader({ alg: 'PS256', typ: 'at+jwt', kid: key.kid, ...call.header })
        .sign(key.privateKey);
  }
}

await makeProvider();
process.on('message', (call: IssuerCall) => void answer(call).then((value) => process.send?.({ value })));
process.on('disconnect', () => process.exit());
process.send?.({ issuer });
