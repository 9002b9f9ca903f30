import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { Cpf } from '../../platform/documents.ts';
import type { SendRequest } from '../exchange.ts';
import type { AttemptData, Comparison, OpenedImage } from '../observations.ts';

/** The photo as an address with everything in it, as an app without a web server sends one. */
export function toDataAddress(photo: Uint8Array): string {
  return `data:image/jpeg;base64,${Buffer.from(photo).toString('base64')}`;
}

/** The phone compares a photo with the face registered for the CPF, then the back end reads the attempt back. */
export async function comparePhoto(
  send: SendRequest,
  tokens: { readonly phone: string; readonly backEnd: string },
  cpf: Cpf,
  sent: { readonly photo: string; readonly isSameWoman: boolean; readonly bytes: Uint8Array },
): Promise<Comparison> {
  const answer = await send('POST', '/faces/authenticate', {
    token: tokens.phone,
    json: { peopleId: cpf, imageUrl: toDataAddress(sent.bytes) },
    note: sent.photo,
  });
  const attemptId = answer.headers.get('x-attempt-id');
  const found = await send('GET', `/faces/authenticate/${attemptId}`, {
    token: tokens.backEnd,
    show: ({ data }) => {
      const { id, isMatch } = (data ?? {}) as Partial<AttemptData>;
      return { data: { id, isMatch } };
    },
  });
  return {
    photo: sent.photo,
    isSameWoman: sent.isSameWoman,
    durationMs: answer.durationMs,
    status: answer.status,
    isMatch: answer.body.isMatch,
    attemptId,
    attemptStatus: found.status,
    attempt: found.body.data as AttemptData | undefined,
  };
}

/** Opens both images of an attempt by their signed links, without a token, and compares them with what was sent. */
export async function openImages(
  send: SendRequest,
  attempt: AttemptData,
  sent: { readonly registered: Uint8Array; readonly received: Uint8Array },
): Promise<readonly OpenedImage[]> {
  return [
    await openImage(send, 'registered', attempt.registeredImageUrl, sent.registered),
    await openImage(send, 'received', attempt.receivedImageUrl, sent.received),
  ];
}

async function openImage(
  send: SendRequest,
  which: OpenedImage['which'],
  address: string,
  sent: Uint8Array,
): Promise<OpenedImage> {
  const { status, headers, bytes } = await send('GET', address, {
    shownPath: new URL(address).pathname,
    note: which,
    show: (_body, answer) => ({ type: answer.headers.get('content-type'), bytes: answer.bytes.length }),
  });
  return {
    which,
    status,
    contentType: headers.get('content-type'),
    decoded: await decode(bytes),
    sha256: hash(bytes),
    sentSha256: hash(sent),
  };
}

async function decode(bytes: Buffer): Promise<OpenedImage['decoded']> {
  try {
    const { format } = await sharp(bytes).metadata();
    const { info } = await sharp(bytes, { failOn: 'warning' }).raw().toBuffer({ resolveWithObject: true });
    return { format, widthPx: info.width, heightPx: info.height };
  } catch {
    return undefined;
  }
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
