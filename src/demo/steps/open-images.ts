import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { SendRequest } from '../exchange.ts';
import type { AttemptData, OpenedImage } from '../observations.ts';

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
