import { existsSync } from 'node:fs';
import { describe } from 'node:test';
import { type Browser, chromium } from 'playwright-core';
import { type TestDatabaseKind, testDatabaseKinds } from './database.ts';

/** The first is the same engine without windows: a page costs it half of the processor time. */
const path = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  .map((program) => `/usr/bin/${program}`)
  .find((each) => existsSync(each));

/** Why tests with a browser are left out, or false when there is one. */
export const withoutChromium: string | false =
  path === undefined ? 'no Chromium is installed (apt-get install chromium-headless-shell)' : false;

/** How long one step in the browser may take on a machine that is busy with other tests. */
export const longestStepMs = 600_000;

export async function openChromium(more: readonly string[] = []): Promise<Browser> {
  if (path === undefined) throw new Error('no Chromium is installed');
  return await chromium.launch({
    executablePath: path,
    // Containers run as root and have a small /dev/shm.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', ...more],
  });
}

/**
 * A suite with a browser for each database. One that cannot be is skipped with the reason: no browser, no address of a
 * PostgreSQL.
 */
export function describeInChromium(name: string, define: (kind: TestDatabaseKind) => void): void {
  const kinds = testDatabaseKinds();
  for (const kind of ['embedded', 'postgres'] as const) {
    const isMissing = kind === 'postgres' && !kinds.includes(kind);
    const skip = withoutChromium || (isMissing && 'CONFERE_TEST_DATABASE_URL is not set');
    if (kinds.includes(kind) || isMissing) describe(`${name} (${kind})`, { skip }, () => define(kind));
  }
}
