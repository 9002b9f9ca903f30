import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { assertNothingPersonal } from './scan-log.ts';
import type { ServiceScope } from './service.ts';

/** A span as the collector got it. */
export type ReceivedSpan = {
  readonly name: string;
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly kind: number;
  readonly isFailed: boolean;
  readonly durationMs: number;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
};

export type OtlpReceiver = {
  readonly url: string;
  /** What a service sends its traces and metrics here with, soon. */
  readonly environment: Readonly<Record<string, string>>;
  readonly spans: readonly ReceivedSpan[];
  /** Bodies of metrics, parsed. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was sent
  readonly metrics: readonly any[];
  /** Headers of each request. */
  readonly headers: readonly Readonly<Record<string, unknown>>[];
  /** The first value that is there, within ten minutes. */
  until<T>(find: () => T | undefined): Promise<T>;
};

/**
 * A collector for OTLP over HTTP, in JSON. When the scope ends, the traces it got are held against the same scanner as
 * the log.
 */
export async function openOtlpReceiver(
  scope: ServiceScope,
  secrets: Iterable<string> = [],
): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const metrics: unknown[] = [];
  const headers: Record<string, unknown>[] = [];
  const texts: string[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const text = Buffer.concat(pieces).toString();
    headers.push(request.headers);
    if (request.url === '/v1/traces') {
      texts.push(text);
      spans.push(...readSpans(JSON.parse(text)));
    } else metrics.push(JSON.parse(text));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  scope.after(() => {
    server.closeAllConnections();
    server.close();
    assert.ok(texts.length > 0, 'traces were sent');
    assertNothingPersonal(texts.join('\n'), secrets);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_METRIC_EXPORT_INTERVAL: '200',
    },
    spans,
    metrics,
    headers,
    async until(find) {
      const deadline = performance.now() + 600_000;
      for (;;) {
        const found = find();
        if (found !== undefined) return found;
        assert.ok(performance.now() < deadline, `not within ten minutes; ${spans.map(({ name }) => name)}`);
        await delay(50);
      }
    },
  };
}

type Pair = { readonly key: string; readonly value: Readonly<Record<string, string | number | boolean>> };

type TracesBody = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Pair[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
};

type SentSpan = Pick<ReceivedSpan, 'name' | 'traceId' | 'spanId' | 'kind'> & {
  readonly parentSpanId?: string;
  readonly status: { readonly code: number };
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Pair[];
};

function readSpans({ resourceSpans }: TracesBody): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(toRecord(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, traceId, spanId, parentSpanId = '', kind, ...span }) => ({
        name,
        service,
        traceId,
        spanId,
        parentSpanId,
        kind,
        isFailed: span.status.code === 2,
        durationMs: Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6,
        attributes: toRecord(span.attributes),
      })),
    );
  });
}

function toRecord(pairs: readonly Pair[]): ReceivedSpan['attributes'] {
  return Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]!]));
}
