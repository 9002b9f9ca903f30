import type { TestEvent } from 'node:test/reporters';

/** What the tests of one process came to. */
export type Outcome = {
  readonly tests: number;
  readonly failed: number;
  readonly skipped: number;
  /** Each failed test, its suites before it, and the first line of why. */
  readonly failures: readonly string[];
};

/** A reporter for `node --test` that writes one `Outcome` as JSON when the run is over. */
export default async function* reportOutcome(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const above: string[] = [];
  const failures: string[] = [];
  let tests = 0;
  let failed = 0;
  let skipped = 0;
  for await (const { type, data } of events) {
    if (type === 'test:start') above[data.nesting] = data.name;
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const isSuite = data.details.type === 'suite';
    if (!isSuite) tests += 1;
    if (data.skip !== undefined && !isSuite) skipped += 1;
    if (type === 'test:fail' && data.todo === undefined) {
      if (!isSuite) failed += 1;
      failures.push(`${[...above.slice(0, data.nesting), data.name].join(' > ')}${reasonOf(data)}`);
    }
  }
  yield JSON.stringify({ tests, failed, skipped, failures } satisfies Outcome);
}

/** The innermost cause: the outer error only says that a test or a hook failed. */
function reasonOf(data: Extract<TestEvent, { type: 'test:fail' }>['data']): string {
  let { error }: { error: { message?: unknown; cause?: unknown } } = data.details;
  while (error.cause instanceof Error) error = error.cause;
  const [line = ''] = String(error.message ?? '').split('\n');
  return line === '' ? '' : `: ${line.slice(0, 200)}`;
}
