import type { Dispatcher } from 'undici';
import { OutboundError, toOutboundError } from './errors.ts';

/** Smaller pieces on average mark a sender that means to cost time, not to deliver. */
const leastAveragePieceBytes = 256;

const freePieces = 1_000;

/** Ends an answer whose body comes in many tiny pieces: `outbound_unreachable`. An interceptor for undici. */
export const refuseCrumbs: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  let pieces = 0;
  let bytes = 0;
  return dispatch(options, {
    onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
    onResponseStart: (controller, status, headers, message) =>
      handler.onResponseStart?.(controller, status, headers, message),
    onResponseData(controller, piece) {
      pieces += 1;
      bytes += piece.length;
      if (pieces > freePieces + bytes / leastAveragePieceBytes) {
        const detail = 'The body comes in crumbs.';
        controller.abort(new OutboundError('outbound_unreachable', { detail }));
      } else handler.onResponseData?.(controller, piece);
    },
    onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
    onResponseError: (controller, error) => handler.onResponseError?.(controller, error),
  });
};

const firstBufferBytes = 65_536;

export type IncomingBody = {
  readonly pieces: AsyncIterable<Uint8Array>;
  /** The value of `Content-Encoding`. */
  readonly encoding: string | undefined;
  /** The value of `Content-Length`. */
  readonly announced: string | undefined;
};

/**
 * The pieces of a body, never more than `maxBytes` in all, announced or not. An encoded body is refused, since none
 * was asked for. Throws `outbound_too_large` and `outbound_unreachable`.
 */
export async function* limitBody(
  { pieces, encoding, announced }: IncomingBody,
  maxBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new OutboundError('outbound_unreachable', { detail: 'The body is encoded.' });
  }
  if (Number(announced ?? 0) > maxBytes) throw new OutboundError('outbound_too_large');
  let size = 0;
  try {
    for await (const piece of pieces) {
      size += piece.length;
      if (size > maxBytes) throw new OutboundError('outbound_too_large');
      yield piece;
    }
  } catch (error) {
    throw toOutboundError(error);
  }
}

/** The whole body in one buffer, so that a body of small pieces costs no more memory than it weighs. */
export async function collectBody(pieces: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  let buffer = Buffer.allocUnsafeSlow(Math.min(maxBytes, firstBufferBytes));
  let size = 0;
  for await (const piece of pieces) {
    const needed = size + piece.length;
    if (needed > buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(maxBytes, Math.max(buffer.length * 2, needed)));
      buffer.copy(larger, 0, 0, size);
      buffer = larger;
    }
    buffer.set(piece, size);
    size = needed;
  }
  return buffer.subarray(0, size);
}
