import type { ClientCredentials, Product, Scope } from '../../../access/index.ts';
import type { SendRequest } from '../exchange.ts';

/** A program that may ask the service, with an access token of its own. */
export type DemoClient = { readonly clientId: string; readonly token: string };

/**
 * A mobile client, as a phone's app has one, and a customer client, as a back end has one: made by the first
 * administrator, each with a token that holds what it needs and no more.
 */
export async function prepareClients(
  send: SendRequest,
  firstAdmin: ClientCredentials,
): Promise<{ readonly mobile: DemoClient; readonly customer: DemoClient }> {
  const adminToken = await getToken(send, firstAdmin, ['admin'], 'first administrator');
  return {
    mobile: await prepareClient(send, adminToken, 'mobile', ['faces:authenticate', 'attempts:read']),
    customer: await prepareClient(send, adminToken, 'customer', ['faces:write']),
  };
}

async function prepareClient(
  send: SendRequest,
  adminToken: string,
  product: Product,
  scopes: readonly Scope[],
): Promise<DemoClient> {
  const { body } = await send('POST', '/v1/clients', {
    token: adminToken,
    json: { product, scopes, name: `demo ${product} client` },
    note: product,
    show: ({ clientId }) => ({ clientId }),
    needs: 201,
  });
  const credentials = { clientId: String(body.clientId), clientSecret: String(body.clientSecret) };
  return { clientId: credentials.clientId, token: await getToken(send, credentials, scopes, product) };
}

async function getToken(
  send: SendRequest,
  { clientId, clientSecret }: ClientCredentials,
  scopes: readonly Scope[],
  note: string,
): Promise<string> {
  const { body } = await send('POST', '/oauth2/token', {
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: scopes.join(' ') }),
    note,
    show: ({ expires_in, scope }) => ({ expires_in, scope }),
    needs: 200,
  });
  return String(body.access_token);
}
