/** Client id and secret, as the service prints or answers them. */
export type ClientCredentials = { readonly clientId: string; readonly clientSecret: string };

/** An access token of a client, or an error that says how the token endpoint answered. */
export async function fetchToken(
  url: string,
  credentials: ClientCredentials,
  form: Readonly<Record<string, string>> = {},
): Promise<string> {
  const response = await fetch(`${url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
      ...form,
    }),
  });
  const body = (await response.json()) as { access_token?: string; error?: string };
  if (body.access_token === undefined) throw new Error(`no token: ${response.status} ${body.error}`);
  return body.access_token;
}

/** Makes a client with an administrator's credentials. */
export async function createClientOver(
  url: string,
  admin: ClientCredentials,
  client: { readonly product: 'mobile' | 'customer'; readonly scopes: readonly string[] },
): Promise<ClientCredentials> {
  const token = await fetchToken(url, admin);
  const response = await fetch(`${url}/v1/clients`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...client, name: 'endurance' }),
  });
  if (response.status !== 201) throw new Error(`no client: ${response.status}`);
  const { clientId, clientSecret } = (await response.json()) as ClientCredentials;
  return { clientId, clientSecret };
}
