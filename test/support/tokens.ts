import type { ClientCredentials } from '../../src/access/index.ts';
import { type Answer, send } from './http.ts';

/** Asks for a token of a client by its secret; whatever the answer is. */
export function requestToken(
  url: string,
  { clientId, clientSecret }: ClientCredentials,
  form: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return send(`${url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      ...form,
    }),
  });
}

/** An access token of a client, or an error that says how the token endpoint answered. */
export async function fetchToken(...request: Parameters<typeof requestToken>): Promise<string> {
  const { status, body } = await requestToken(...request);
  if (status !== 200) throw new Error(`no token: ${status} ${body?.error}`);
  return body.access_token;
}

/** Makes a client with an administrator's credentials. */
export async function createClientOver(
  url: string,
  admin: ClientCredentials,
  client: { readonly product: 'mobile' | 'customer'; readonly scopes: readonly string[] },
): Promise<ClientCredentials> {
  const { status, body, text } = await send(`${url}/v1/clients`, {
    method: 'POST',
    token: await fetchToken(url, admin),
    json: { ...client, name: 'made by a test' },
  });
  if (status !== 201) throw new Error(`no client: ${status} ${text}`);
  return { clientId: body.id, clientSecret: body.clientSecret };
}
