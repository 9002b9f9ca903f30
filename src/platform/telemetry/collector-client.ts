import { createOutboundClient, OutboundError } from '../outbound/index.ts';
import { runOutsideSpans } from '../tracing/index.ts';

export type CollectorClientOptions = {
  readonly url: string;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Told when sending begins to fail, with a code, and when it works again. */
  readonly onState: (failure: string | undefined) => void;
};

/** Sends bodies to one address of a collector. Each is sent once: what cannot be delivered is lost. */
export type CollectorClient = {
  /** Resolves when the collector has taken the body. Rejects otherwise. */
  send(body: Uint8Array): Promise<void>;
  close(): void;
};

const largestAnswerBytes = 65_536;

/** A client for one address of a collector, which the operator names: it may be private and speak plain http. */
export function createCollectorClient(options: CollectorClientOptions): CollectorClient {
  const { url, contentType, timeoutMs, onState } = options;
  const outbound = createOutboundClient({ peer: 'collector', allow: [new URL(url).host], keepAlive: true });
  let failure: string | undefined;
  const tell = (now: string | undefined) => {
    if (now !== failure) onState(now);
    failure = now;
  };
  return {
    async send(body) {
      const headers = { ...options.headers, 'content-type': contentType };
      const request = { url, method: 'POST', headers, body, maxBytes: largestAnswerBytes, timeoutMs };
      try {
        const status = await runOutsideSpans(() =>
          outbound.send(request, async (answer) => {
            await answer.bytes();
            return answer.status;
          }),
        );
        if (status < 200 || status > 299) throw new Error(`status_${status}`);
        tell(undefined);
      } catch (error) {
        tell(error instanceof OutboundError ? error.code : (error as Error).message);
        throw error;
      }
    },
    close: () => outbound.close(),
  };
}
