import { setTimeout as delay } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { ClientCredentials } from '../../src/access/index.ts';
import { cutDemoPhotos, readSamplePhoto } from '../../src/demo/demo-photos.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import { createPngBomb, pngChunk } from '../images/photos.ts';
import { createClientOver, fetchToken } from '../support/tokens.ts';
import type { PhotoName, World } from './hostile-request.ts';

/** What the requests need of a running service: clients, tokens good and bad, photos, a person and an attempt. */
export async function createWorld(service: {
  readonly url: string;
  readonly firstAdmin: ClientCredentials | undefined;
}): Promise<World> {
  const { url, firstAdmin } = service;
  if (firstAdmin === undefined) throw new Error('the first start shows no administrator');
  const photos = await createPhotos();
  const [registered, unregistered] = [generateCpf(), generateCpf()];
  const mobile = await createClientOver(url, firstAdmin, {
    product: 'mobile',
    scopes: ['faces:authenticate', 'attempts:read'],
  });
  const customer = await createClientOver(url, firstAdmin, {
    product: 'customer',
    scopes: ['faces:write', 'faces:authenticate', 'attempts:read', 'people:read'],
  });
  const mobileToken = await fetchToken(url, mobile);
  const customerToken = await fetchToken(url, customer);
  const tokens: World['tokens'] = {
    none: undefined,
    mobile: `Bearer ${mobileToken}`,
    'mobile bare': mobileToken,
    'mobile bound': `Bearer ${await fetchToken(url, mobile, { people_id: registered })}`,
    'mobile bound to another': `Bearer ${await fetchToken(url, mobile, { people_id: unregistered })}`,
    customer: `Bearer ${customerToken}`,
    'customer without scopes': `Bearer ${await fetchToken(url, customer, { scope: 'people:read' })}`,
    administrator: `Bearer ${await fetchToken(url, firstAdmin)}`,
    tampered: `Bearer ${mobileToken.slice(0, -4)}${mobileToken.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`,
    unsigned: `Bearer ${withoutSignature(mobileToken)}`,
    garbage: 'Bearer a.b.c',
    'too long': `Bearer ${'a'.repeat(5_000)}`,
    basic: `Basic ${Buffer.from(`${mobile.clientId}:${mobile.clientSecret}`).toString('base64')}`,
  };
  const values = {
    registered,
    unregistered,
    photo: `data:image/jpeg;base64,${photos.jpeg.toString('base64')}`,
    'client id': mobile.clientId,
    'client secret': mobile.clientSecret,
  };
  const world = { host: new URL(url).host, tokens, photos };
  await registerPerson(url, { ...world, values });
  const attempt = await authenticatePerson(url, { ...world, values });
  return { ...world, values: { ...values, ...attempt } };
}

/** Puts the person's photo there, again when a request has deleted it; it waits as long as the service says. */
export async function registerPerson(url: string, world: World): Promise<void> {
  const response = await fetch(`${url}/v1/people/${world.values.registered}/face`, {
    method: 'PUT',
    headers: { authorization: world.tokens.customer!, 'content-type': 'image/jpeg' },
    body: new Uint8Array(world.photos.jpeg),
  });
  const answer = await response.text();
  if (response.status === 503 && answer.includes('face_engine_busy')) {
    // So many photos of the person were refused that no more are taken in this minute.
    await delay(1_000 * Number(response.headers.get('retry-after')));
    return registerPerson(url, world);
  }
  if (!response.ok) throw new Error(`a sound photo cannot be registered: ${response.status} ${answer}`);
}

/** An authentication that is right in every way; gives the attempt's id and the signed link of its image. */
export async function authenticatePerson(url: string, world: World): Promise<Record<string, string>> {
  const response = await fetch(`${url}/v1/face-authentications`, {
    method: 'POST',
    headers: { authorization: world.tokens.mobile!, 'content-type': 'application/json' },
    body: JSON.stringify({ peopleId: world.values.registered, imageUrl: world.values.photo }),
  });
  const body = (await response.json()) as {
    id: string;
    receivedImageUrl: string;
    faceMatch?: { isFaceMatch: boolean };
  };
  if (response.status !== 201 || body.faceMatch?.isFaceMatch !== true) {
    throw new Error(`a sound authentication is answered ${response.status}`);
  }
  const link = new URL(body.receivedImageUrl);
  return {
    attempt: body.id,
    image: link.pathname.split('/').at(-1)!,
    'image link': link.pathname + link.search,
  };
}

function withoutSignature(token: string): string {
  const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url');
  return `${header}.${token.split('.')[1]}.`;
}

async function createPhotos(): Promise<Record<PhotoName, Buffer>> {
  const jpeg = Buffer.from((await cutDemoPhotos()).sameWoman[0]);
  const plain = sharp({ create: { width: 400, height: 400, channels: 3, background: '#779' } });
  return {
    jpeg,
    png: await sharp(jpeg).png().toBuffer(),
    webp: await sharp(jpeg).webp().toBuffer(),
    avif: await sharp(jpeg).avif({ effort: 0 }).toBuffer(),
    crowd: Buffer.from(await readSamplePhoto(2)),
    'no face': await plain.clone().jpeg().toBuffer(),
    tiny: await plain.clone().resize(1, 1).png().toBuffer(),
    'png of 36 megapixels': createWholePng(6_000, 6_000),
    'png of 400 megapixels': createPngBomb(20_000, 20_000),
    'jpeg header of 4 gigapixels': widen(jpeg),
    gif: await plain.clone().gif().toBuffer(),
    svg: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    ),
    empty: Buffer.alloc(0),
  };
}

/** A PNG with all its pixels, which are of one colour: small to send, large to decode. */
function createWholePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(height * (1 + width * 3)))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The JPEG with 65,535 x 65,535 pixels in its frame header. */
function widen(jpeg: Buffer): Buffer {
  const wide = Buffer.from(jpeg);
  for (let at = 2; at < wide.length; at += 2 + wide.readUInt16BE(at + 2)) {
    const marker = wide[at + 1]!;
    if (marker >= 0xc0 && marker <= 0xc2) {
      wide.writeUInt32BE(0xffff_ffff, at + 5);
      return wide;
    }
  }
  throw new TypeError('a JPEG without a frame');
}
