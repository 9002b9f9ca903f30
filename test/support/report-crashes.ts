import type { TestEvent } from 'node:test/reporters';

/** A test file whose process did not end by itself. */
export type Crash = { readonly file: string; readonly signal: string };

/** What a run of tests came to, as far as it matters for running some of it again. */
export type Failures = { readonly crashes: readonly Crash[]; readonly others: number };

/**
 * Signals that a runtime dies of when it finds itself broken. None of those that somebody sends: a file that was
 * killed for its memory or stopped at a terminal is not among them.
 */
const crashSignals = new Set(['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGTRAP']);

/** A reporter for `node --test` that writes one `Failures` as JSON when the run is over. */
export default async function* reportCrashes(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const crashes: Crash[] = [];
  let others = 0;
  for await (const event of events) {
    if (event.type !== 'test:fail') continue;
    const { file, details } = event.data;
    // Of a file's process; a test that fails has none.
    const { signal } = details.error as { readonly signal?: string | null };
    if (file !== undefined && signal != null && crashSignals.has(signal)) crashes.push({ file, signal });
    else others += 1;
  }
  yield JSON.stringify({ crashes, others } satisfies Failures);
}
