import type { ClientCredentials } from '../../access/index.ts';
import type { Cpf } from '../../platform/documents.ts';
import type { Product, Scope } from '../../platform/tokens/index.ts';
import type { SendRequest } from '../exchange.ts';

/** A program that may ask the service, with an access token of its own. */
export type DemoClient = ClientCredentials & { readonly token: string };

/**
 * A mobile client, whose back end hands tokens to phones, and a customer client: made by the first administrator, each with a
 * token that holds what it needs and no more. Neither of the two is for a phone; see `getPhoneToken`.
 */
export async function prepareClients(
  send: SendRequest,
  firstAdmin: ClientCredentials,
): Promise<{ readonly mobile: DemoClient; readonly customer: DemoClient }> {
  const mobile: readonly Scope[] = ['faces:authenticate', 'attempts:read', 'liveness:write', 'liveness:read'];
  const customer: readonly Scope[] = ['faces:write'];
  // Whoever makes clients holds the scopes that they get.
  const scopes: readonly Scope[] = ['admin', ...mobile, ...customer];
  const adminToken = await getToken(send, firstAdmin, scopes, 'first administrator');
  return {
    mobile: await prepareClient(send, adminToken, 'mobile', mobile),
    customer: await prepareClient(send, adminToken, 'customer', customer),
  };
}

/** A token for the app of one person: it authenticates this CPF, and reads nothing of how. */
export async function getPhoneToken(send: SendRequest, client: DemoClient, cpf: Cpf): Promise<string> {
  return await getToken(send, client, ['faces:authenticate'], 'bound to the CPF, for the phone', cpf);
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
    show: ({ id }) => ({ id }),
    needs: 201,
  });
  const credentials = { clientId: String(body.id), clientSecret: String(body.clientSecret) };
  return { ...credentials, token: await getToken(send, credentials, scopes, product) };
}

async function getToken(
  send: SendRequest,
  { clientId, clientSecret }: ClientCredentials,
  scopes: readonly Scope[],
  note: string,
  peopleId?: Cpf,
): Promise<string> {
  const { body } = await send('POST', '/oauth2/token', {
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope: scopes.join(' '),
      ...(peopleId === undefined ? {} : { people_id: peopleId }),
    }),
    note,
    show: ({ expires_in, scope }) => ({ expires_in, scope }),
    needs: 200,
  });
  return String(body.access_token);
}
