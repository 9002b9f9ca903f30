import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { createOutboundClient, OutboundError } from '../platform/outbound/index.ts';
import { readRetryAfter } from '../platform/retry-after.ts';
import { ImageError } from './errors.ts';
import type { S3Keys } from './read-role-keys.ts';

export type S3ClientOptions = {
  /** Address of the store, without the bucket. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Gives the keys of each try, in the place of the two. */
  readonly readKeys?: (() => Promise<S3Keys>) | undefined;
  readonly limits?: Partial<S3Limits>;
};

export type S3Limits = {
  /** Time for one try, to which large bodies add. */
  readonly tryMs: number;
  /** Time for all tries of a request, to which large bodies add: requests of clients wait for it. */
  readonly allTriesMs: number;
  /** Tries of one request. */
  readonly tries: number;
  /** Longest wait before the second try; each later one may wait twice as long. */
  readonly waitMs: number;
};

export type S3Request = {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  /** The object; the bucket itself without it. Letters, digits, `_` and `-`. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
};

/** An answer of the store with its whole body. */
export type S3Answer = {
  readonly status: number;
  header(name: string): string | undefined;
  readonly body: Buffer;
};

/** A signed way to one bucket. */
export type S3Client = {
  /**
   * Sends a request that may be sent twice, and gives what `read` makes of the answer. Connections that fail,
   * answers 408, 429 and 5xx, and answers that `read` refuses by `S3AnswerError` are tried again.
   *
   * Rejects with `image_store_unavailable`.
   */
  send<T>(request: S3Request, read: (answer: S3Answer) => T): Promise<T>;
  /** Ends what is under way. */
  close(): void;
};

/** An answer that cannot be true or cannot be used. Names statuses and codes only. */
export class S3AnswerError extends Error {
  /** The same request may be answered otherwise. */
  readonly isRetryable: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: { isRetryable?: boolean; retryAfterMs?: number | undefined } = {}) {
    super(message);
    this.name = 'S3AnswerError';
    this.isRetryable = options.isRetryable ?? true;
    this.retryAfterMs = options.retryAfterMs;
  }
}

const usualLimits: S3Limits = { tryMs: 5_000, allTriesMs: 8_000, tries: 3, waitMs: 200 };
/** With less time left there is no further try. */
const leastTryMs = 100;
/** Slower than this, a store counts as away. */
const leastBytesPerMs = 500;
/** More than the largest photo that settings allow, and than a page of a list. */
const largestAnswerBytes = 110_000_000;
const longestRetryAfterMs = 2_000;
const retriedStatuses = new Set([408, 429, 500, 502, 503, 504]);
/** The wait for callers while the store is away. */
const retryAfterSeconds = 5;

/**
 * A client for one bucket of an S3-compatible store, addressed by path (`endpoint/bucket/key`), signed with Signature
 * Version 4 over the body, too. Time is limited by the try, by all tries, and by the bytes. The clock must be right to a few minutes.
 */
export function createS3Client(options: S3ClientOptions): S3Client {
  const limits = { ...usualLimits, ...options.limits };
  const { accessKeyId, secretAccessKey, region, readKeys } = options;
  const base = `${options.endpoint}/${options.bucket}`;
  const outbound = createOutboundClient({
    peer: 's3',
    // The operator names the store, so that it may be a private one.
    allow: [new URL(options.endpoint).host],
    connectTimeoutMs: Math.min(3_000, limits.tryMs),
    keepAlive: true,
    maxConnectionsPerHost: 64,
  });

  async function sendOnce<T>(request: S3Request, read: (answer: S3Answer) => T, leftMs: number): Promise<T> {
    const { method, body = new Uint8Array() } = request;
    const url = new URL(request.key === undefined ? base : `${base}/${request.key}`);
    for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value);
    const tryMs = Math.min(limits.tryMs, leftMs);
    const keys = (await readKeys?.()) ?? { accessKeyId, secretAccessKey };
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: {
        ...request.headers,
        'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
      },
      ...keys,
      region,
      service: 's3',
    }).sign();
    return await outbound.send(
      {
        url: signed.url,
        method,
        headers: Object.fromEntries(signed.headers),
        body: method === 'PUT' ? body : undefined,
        maxBytes: largestAnswerBytes,
        timeoutMs: tryMs + (method === 'GET' ? largestAnswerBytes : body.length) / leastBytesPerMs,
        ...(method === 'GET' && { stall: { timeoutMs: tryMs, bytes: 64_000 } }),
      },
      async (answer) => {
        const whole = { status: answer.status, header: answer.header, body: await answer.bytes() };
        if (retriedStatuses.has(answer.status)) {
          const retryAfterMs = readRetryAfter(answer.header('retry-after'));
          throw new S3AnswerError(describeAnswer(method, whole), { retryAfterMs });
        }
        return read(whole);
      },
    );
  }

  return {
    async send(request, read) {
      const endMs = performance.now() + limits.allTriesMs + (request.body?.length ?? 0) / leastBytesPerMs;
      for (let tries = 1; ; tries += 1) {
        try {
          return await sendOnce(request, read, endMs - performance.now());
        } catch (error) {
          const isRetryable =
            error instanceof OutboundError || (error instanceof S3AnswerError && error.isRetryable);
          const asked = error instanceof S3AnswerError ? error.retryAfterMs : undefined;
          const randomMs = Math.random() * limits.waitMs * 2 ** (tries - 1);
          const waitMs = Math.max(randomMs, Math.min(asked ?? 0, longestRetryAfterMs));
          const isLate = performance.now() + waitMs + leastTryMs > endMs;
          if (!isRetryable || tries >= limits.tries || isLate) throw toUnavailable(error);
          await wait(waitMs);
        }
      }
    },
    close: () => outbound.close(),
  };
}

/** Status, and the code of an S3 error document; nothing else of what a server says. */
export function describeAnswer(method: string, { status, body }: S3Answer): string {
  return `S3 answered ${status} ${readErrorCode(body) ?? 'without a code'} to ${method}.`;
}

/** The code of an S3 error document; undefined when the body is none. */
export function readErrorCode(body: Buffer): string | undefined {
  const text = body.toString('latin1', 0, 4_096);
  return /<Error\b[^>]*>[\s\S]*?<Code>([A-Za-z0-9]{1,64})<\/Code>/.exec(text)?.[1];
}

function toUnavailable(error: unknown): unknown {
  if (!(error instanceof S3AnswerError || error instanceof OutboundError)) return error;
  const detail = error instanceof OutboundError ? `S3: ${error.message}` : error.message;
  return new ImageError('image_store_unavailable', { detail, cause: error, retryAfterSeconds });
}
