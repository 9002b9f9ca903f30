import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';
import type { TestScope } from './database.ts';

/** A person whom the issuer knows. */
export type SsoTestPerson = {
  readonly email?: string;
  readonly name?: string;
  readonly roles?: readonly string[];
};

export type SsoIssuer = {
  readonly issuer: string;
  readonly people: Map<string, SsoTestPerson>;
  /** Makes another ID token of the one that the token endpoint answers; undefined for the issuer's own. */
  forge: ((idToken: string) => Promise<string>) | undefined;
  /** Answers in the place of the token endpoint; undefined for the issuer's own. */
  fail: ((response: ServerResponse) => void) | undefined;
  /** Signs claims with the key of the issuer. */
  sign(claims: JWTPayload): Promise<string>;
  /** Signs a person in as a browser would: from the address to go to, to the address that it is sent back to. */
  signIn(url: string, subject: string): Promise<string>;
};

export const ssoClient = { clientId: 'confere', clientSecret: 'a-secret-of-the-console-at-the-issuer' };

/** oidc-provider with its own pages for signing in, on a free port of this machine. */
export async function startSsoIssuer(t: TestScope, redirectUri: () => string): Promise<SsoIssuer> {
  let callback: (request: IncomingMessage, response: ServerResponse) => void;
  const server = createServer((request, response) => callback(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, SsoTestPerson>();
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const made: SsoIssuer = {
    issuer,
    people,
    forge: undefined,
    fail: undefined,
    sign: (claims) => signIdToken(claims, privateKey),
    signIn: (url, subject) => signInAt(issuer, url, subject),
  };
  // The redirect address is known once the service listens: the provider is made at the first request.
  callback = (request, response) => {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: ssoClient.clientId,
          client_secret: ssoClient.clientSecret,
          redirect_uris: [redirectUri()],
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      cookies: { keys: ['only for tests'] },
      jwks: { keys: [{ ...jwk, kid: 'one', alg: 'RS256', use: 'sig' }] },
      claims: { openid: ['sub'], email: ['email'], profile: ['name', 'roles'] },
      findAccount: async (_context: unknown, sub: string) => ({
        accountId: sub,
        claims: async () => ({ sub, ...people.get(sub) }),
      }),
    } as never);
    const answer = provider.callback() as typeof callback;
    callback = (asked, answered) => {
      if (asked.url === '/token' && made.fail !== undefined) return made.fail(answered);
      if (asked.url === '/token' && made.forge !== undefined) forgeAnswer(answered, made.forge);
      answer(asked, answered);
    };
    callback(request, response);
  };
  const jwk = await exportJWK(privateKey);
  return made;
}

/** An ID token under the name of the issuer's key, signed by any. */
export async function signIdToken(claims: JWTPayload, key: CryptoKey): Promise<string> {
  return await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key);
}

/** Puts another ID token into the answer of the token endpoint. */
function forgeAnswer(response: ServerResponse, forge: (idToken: string) => Promise<string>): void {
  const end = response.end.bind(response);
  response.end = ((text: string) => {
    const answer = JSON.parse(text);
    void forge(answer.id_token).then((idToken) => {
      response.removeHeader('content-length');
      end(JSON.stringify({ ...answer, id_token: idToken }));
    });
    return response;
  }) as never;
}

async function signInAt(issuer: string, start: string, subject: string): Promise<string> {
  const jar = new Map<string, string>();
  let url = start;
  let form: URLSearchParams | undefined;
  for (let steps = 0; steps < 12; steps += 1) {
    const answer = await fetch(url, {
      method: form === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { body: form }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';')[0]!.split('=');
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    form = undefined;
    const location = answer.headers.get('location');
    if (location !== null) {
      url = new URL(location, url).href;
      await answer.body?.cancel();
      if (!url.startsWith(issuer)) return url;
      continue;
    }
    const page = await answer.text();
    const action = /action="([^"]+)"/.exec(page)?.[1];
    if (action === undefined) throw new Error(`no form: ${answer.status} ${page.slice(0, 300)}`);
    url = new URL(action.replaceAll('&amp;', '&'), url).href;
    form = page.includes('name="login"')
      ? new URLSearchParams({ prompt: 'login', login: subject, password: 'x' })
      : new URLSearchParams({ prompt: 'consent' });
  }
  throw new Error('the issuer went round in circles');
}
