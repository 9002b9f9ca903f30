import sharp from 'sharp';
import { cutDemoPhotos } from '../../src/demo/demo-photos.ts';
import { generateCpf } from '../../src/platform/documents.ts';

type Credentials = { readonly clientId: string; readonly clientSecret: string };

export type PreparedRequest = {
  /** One authentication as it goes over the wire, head and body. */
  readonly request: Buffer;
  readonly photo: { readonly width: number; readonly height: number; readonly bytes: number };
};

/** One megapixel, as a phone's camera sends after it has been asked for a small picture. */
export const sidePx = 1_000;

/**
 * Registers one photo of a woman, and gives the request that authenticates her with another. The photos are cut
 * out of smaller ones and enlarged: what costs is the number of pixels.
 */
export async function preparePerson(started: {
  readonly url: string;
  readonly firstAdmin: Credentials | undefined;
}): Promise<PreparedRequest> {
  const { url, firstAdmin } = started;
  if (firstAdmin === undefined) throw new Error('the first start shows no administrator');
  const mobile = await createClient(url, firstAdmin, 'mobile', ['faces:authenticate']);
  const customer = await createClient(url, firstAdmin, 'customer', ['faces:write']);
  const [registered, received] = (await cutDemoPhotos(sidePx)).sameWoman;
  const cpf = generateCpf();
  const response = await fetch(`${url}/v1/people/${cpf}/face`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${await fetchToken(url, customer)}`, 'content-type': 'image/jpeg' },
    body: new Uint8Array(registered),
  });
  if (!response.ok) throw new Error(`the photo cannot be registered: ${response.status}`);
  const body = JSON.stringify({
    peopleId: cpf,
    imageUrl: `data:image/jpeg;base64,${Buffer.from(received).toString('base64')}`,
  });
  const head = [
    'POST /faces/authenticate HTTP/1.1',
    `Host: ${new URL(url).host}`,
    `Authorization: Bearer ${await fetchToken(url, mobile)}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  const { width, height } = await sharp(received).metadata();
  return {
    request: Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`),
    photo: { width, height, bytes: received.byteLength },
  };
}

async function createClient(
  url: string,
  admin: Credentials,
  product: string,
  scopes: readonly string[],
): Promise<Credentials> {
  const response = await fetch(`${url}/v1/clients`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await fetchToken(url, admin)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ product, scopes, name: 'bench' }),
  });
  if (response.status !== 201) throw new Error(`no client: ${response.status}`);
  const { id, clientSecret } = (await response.json()) as Record<'id' | 'clientSecret', string>;
  return { clientId: id, clientSecret };
}

async function fetchToken(url: string, { clientId, clientSecret }: Credentials): Promise<string> {
  const response = await fetch(`${url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
  if (response.status !== 200) throw new Error(`no token: ${response.status}`);
  return ((await response.json()) as { access_token: string }).access_token;
}
