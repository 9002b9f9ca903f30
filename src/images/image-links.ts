import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Clock, systemClock } from '../platform/clock.ts';
import { isId } from '../platform/ids.ts';
import { imageIdKind } from './declarations.ts';
import { ImageError } from './errors.ts';

/** The reader that a link was made for, and the reason; part of what is signed. */
export type LinkHolder = {
  /** Id of the account or client that was answered. */
  readonly id: string;
  /** The purpose that was given with the request. */
  readonly purpose?: string | undefined;
};

export type ImageLinks = {
  /** An address under which the image can be read by whoever holds it until it expires. */
  sign(imageId: string, holder?: LinkHolder): string;
  /**
   * Gives whom the link was made for when it is ours, unaltered and not expired; otherwise throws
   * `image_link_invalid`, which does not tell the three apart. Takes the query values as they came. NOT verified: that
   * the image exists, and that the holder is who uses the link.
   */
  verify(imageId: string, expires: unknown, signature: unknown, holder?: unknown): LinkHolder | undefined;
};

export type ImageLinksOptions = {
  /** Public address before `/images/`, with or without a slash at its end. */
  readonly baseUrl: string;
  /** 32 bytes, used for nothing else. Replacing it ends every link given out. */
  readonly key: Uint8Array;
  /** Lifetime of a link, in whole seconds. */
  readonly lifetimeSeconds: number;
  readonly clock?: Clock;
};

/**
 * Links to stored images: `<baseUrl>/images/<id>?expires=<unix seconds>&signature=<HMAC-SHA256, base64url>`.
 * A link made for somebody has `holder` before the signature: the id of the account or client and the purpose, in
 * base64url. The signature covers id, expiry and holder: a link is a bearer's ticket, so it lives short. Each has
 * exactly one spelling; leading zeros, signs, padding or repeated parameters make it invalid.
 */
export function createImageLinks(options: ImageLinksOptions): ImageLinks {
  const { key, lifetimeSeconds, clock = systemClock } = options;
  if (key.byteLength !== 32) throw new TypeError('the image link key must have 32 bytes');
  if (!Number.isSafeInteger(lifetimeSeconds) || lifetimeSeconds < 1) {
    throw new TypeError('lifetimeSeconds must be a whole number of at least 1');
  }
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const secret = Buffer.from(key);

  function authenticate(imageId: string, expires: string, holder: string | undefined): Buffer {
    const text =
      holder === undefined
        ? `confere image link v1\n${imageId}\n${expires}`
        : `confere image link v2\n${imageId}\n${expires}\n${holder}`;
    return createHmac('sha256', secret).update(text).digest();
  }

  return {
    sign(imageId, holder) {
      if (!isId(imageIdKind, imageId)) throw new TypeError('not an image id');
      const expires = String(Math.floor(clock.now().getTime() / 1000) + lifetimeSeconds);
      const written = holder && writeHolder(holder);
      const signature = authenticate(imageId, expires, written).toString('base64url');
      const named = written === undefined ? '' : `&holder=${written}`;
      return `${baseUrl}/images/${imageId}?expires=${expires}${named}&signature=${signature}`;
    },

    verify(imageId, expires, signature, holder) {
      if (
        !isId(imageIdKind, imageId) ||
        typeof expires !== 'string' ||
        !/^[1-9][0-9]{0,11}$/.test(expires) ||
        !(holder === undefined || (typeof holder === 'string' && /^[A-Za-z0-9_-]{1,1200}$/.test(holder))) ||
        typeof signature !== 'string' ||
        !/^[A-Za-z0-9_-]{43}$/.test(signature)
      ) {
        throw new ImageError('image_link_invalid');
      }
      const expected = authenticate(imageId, expires, holder);
      const given = Buffer.from(signature, 'base64url');
      // The last character carries two bits that stand for nothing; only one spelling is ours.
      const isCanonical = given.toString('base64url') === signature;
      if (given.length !== expected.length || !timingSafeEqual(given, expected) || !isCanonical) {
        throw new ImageError('image_link_invalid');
      }
      if (Number(expires) * 1000 <= clock.now().getTime()) throw new ImageError('image_link_invalid');
      return holder === undefined ? undefined : readHolder(holder);
    },
  };
}

function writeHolder({ id, purpose = '' }: LinkHolder): string {
  return Buffer.from(`${id}\n${purpose}`).toString('base64url');
}

function readHolder(written: string): LinkHolder {
  const [id = '', purpose = ''] = Buffer.from(written, 'base64url').toString().split('\n');
  return { id, purpose: purpose === '' ? undefined : purpose };
}
