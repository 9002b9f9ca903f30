import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { createPhotoFetcher, type PhotoFetcherOptions } from '../../src/images/fetch-photo.ts';
import type { PhotoFetcher } from '../../src/images/index.ts';

/** Of the fetchers made here. */
export const limits = { maxBytes: 100_000, timeoutMs: 300_000, maxRedirects: 3, maxConcurrent: 32 };

/** A fetcher that may reach this machine and takes 100,000 bytes at most, closed after the test. */
export function createFetcher(t: TestContext, options: Partial<PhotoFetcherOptions> = {}): PhotoFetcher {
  const fetcher = createPhotoFetcher({ allow: ['127.0.0.1'], ...limits, ...options });
  t.after(() => fetcher.close());
  return fetcher;
}

/** Refused in the same words as every other address, and without a word of where it led. */
export async function assertUnreachable(fetching: Promise<unknown>, reason?: RegExp): Promise<void> {
  await assert.rejects(fetching, (error: Error & { code?: string; detail?: string }) => {
    assert.equal(error.code, 'image_unreachable');
    assert.equal(error.detail, undefined);
    const text = `${error.message} ${String(error.cause)}`;
    assert.doesNotMatch(text, /127\.0|::1|localhost|:\d{4,5}|http|\.test/);
    if (reason !== undefined) assert.match(String(error.cause), reason);
    return true;
  });
}
