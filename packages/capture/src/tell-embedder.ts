import type { CaptureEventName } from './stage.ts';

/** True when the page stands in a frame of another page. */
export const isFramed = (): boolean => window.parent !== window;

/**
 * Tells the page that embeds the hosted one what happened: the event and the session, to origins that the session's
 * client lists and to nobody else. The list is undefined until the session has begun; by then the server has let only
 * listed pages frame this one.
 */
export function tellEmbedder(
  event: CaptureEventName,
  sessionId: string,
  listed: readonly string[] | undefined,
): void {
  if (!isFramed()) return;
  // Not in every browser; where it is missing, a message goes to each listed origin, and the browser drops the others.
  const [parent] = Array.from((location as { ancestorOrigins?: Iterable<string> }).ancestorOrigins ?? []);
  const targets =
    parent === undefined ? (listed ?? []) : (listed ?? [parent]).filter((one) => one === parent);
  for (const origin of targets)
    window.parent.postMessage({ source: 'confere-capture', event, sessionId }, origin);
}
