import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Clock, systemClock } from '../platform/clock.ts';
import { isId } from '../platform/ids.ts';
import { ImageError } from './errors.ts';
import { imageIdKind } from './id-kinds.ts';

/** Signs links to stored images, and checks them. */
export type ImageLinks = {
  /** An address under which the image can be read by whoever holds it until it expires. */
  sign(imageId: string): string;
  /**
   * Returns when the link is ours, unaltered and not expired; otherwise throws `image_link_invalid`, which does
   * not tell the three apart. Takes the query values as they came. NOT verified: that the image exists.
   */
  verify(imageId: string, expires: unknown, signature: unknown): void;
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
 * The signature covers id and expiry and nothing else: a link is a bearer's ticket, so it lives short. Each has
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

  function authenticate(imageId: string, expires: string): Buffer {
    return createHmac('sha256', secret).update(`confere image link v1\n${imageId}\n${expires}`).digest();
  }

  return {
    sign(imageId) {
      if (!isId(imageIdKind, imageId)) throw new TypeError('not an image id');
      const expires = String(Math.floor(clock.now().getTime() / 1000) + lifetimeSeconds);
      const signature = authenticate(imageId, expires).toString('base64url');
      return `${baseUrl}/images/${imageId}?expires=${expires}&signature=${signature}`;
    },

    verify(imageId, expires, signature) {
      if (
        !isId(imageIdKind, imageId) ||
        typeof expires !== 'string' ||
        !/^[1-9][0-9]{0,11}$/.test(expires) ||
        typeof signature !== 'string' ||
        !/^[A-Za-z0-9_-]{43}$/.test(signature)
      ) {
        throw new ImageError('image_link_invalid');
      }
      const expected = authenticate(imageId, expires);
      const given = Buffer.from(signature, 'base64url');
      // The last character carries two bits that stand for nothing; only one spelling is ours.
      const isCanonical = given.toString('base64url') === signature;
      if (given.length !== expected.length || !timingSafeEqual(given, expected) || !isCanonical) {
        throw new ImageError('image_link_invalid');
      }
      if (Number(expires) * 1000 <= clock.now().getTime()) throw new ImageError('image_link_invalid');
    },
  };
}
