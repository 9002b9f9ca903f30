import type { Dispatcher } from 'undici';
import { OutboundError } from './errors.ts';

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
