import type { IncomingMessage } from 'node:http';
import { ImageError } from './errors.ts';

const firstBufferBytes = 65_536;
/** Pieces smaller than this on average mark a sender that means to cost time, not to deliver a photo. */
const minAverageChunkBytes = 256;
const freeChunks = 1_000;

/**
 * The body of an answer, held to `maxBytes` while it arrives: announced or not, never more than that is kept in
 * memory, and in one piece, so that a body of single bytes costs no more than it weighs. A compressed body is
 * refused, since none was asked for. Throws `image_too_large`; other failures are plain errors.
 */
export function readBody(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const encoding = response.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    return Promise.reject(new Error('the body is encoded'));
  }
  const announced = Number(response.headers['content-length'] ?? 0);
  if (announced > maxBytes) return Promise.reject(tooLarge());

  return new Promise((resolve, reject) => {
    let buffer = Buffer.allocUnsafeSlow(Math.min(maxBytes, firstBufferBytes));
    let size = 0;
    let chunks = 0;
    response.on('data', (chunk: Buffer) => {
      chunks += 1;
      if (size + chunk.length > maxBytes) {
        response.destroy(tooLarge());
        return;
      }
      if (chunks > freeChunks + (size + chunk.length) / minAverageChunkBytes) {
        response.destroy(new Error('the body comes in crumbs'));
        return;
      }
      if (size + chunk.length > buffer.length) {
        const larger = Buffer.allocUnsafeSlow(
          Math.min(maxBytes, Math.max(buffer.length * 2, size + chunk.length)),
        );
        buffer.copy(larger, 0, 0, size);
        buffer = larger;
      }
      chunk.copy(buffer, size);
      size += chunk.length;
    });
    response.once('end', () => {
      if (response.complete) resolve(buffer.subarray(0, size));
      else reject(new Error('the body is cut off'));
    });
    response.on('error', reject);
    response.once('close', () => reject(new Error('the body is cut off')));
  });
}

function tooLarge(): ImageError {
  return new ImageError('image_too_large', { detail: 'The image has more bytes than allowed.' });
}
