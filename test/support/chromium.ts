import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const path = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((each) =>
  existsSync(each),
);

/** Why tests with a browser are left out, or false when there is one. */
export const withoutChromium: string | false =
  path === undefined ? 'no Chromium is installed (apt-get install chromium)' : false;

export async function openChromium(more: readonly string[] = []): Promise<Browser> {
  if (path === undefined) throw new Error('no Chromium is installed');
  return await chromium.launch({
    executablePath: path,
    // Containers run as root and have a small /dev/shm.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', ...more],
  });
}
