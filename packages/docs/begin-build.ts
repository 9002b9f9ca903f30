import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

/**
 * Begins to build the documentation, and ends at once: the service starts meanwhile and takes the processors first. An
 * installation without development dependencies has no tools to build it with.
 */
const isInstalled = existsSync(new URL('../../node_modules/vitepress/package.json', import.meta.url));
if (isInstalled) {
  const script = fileURLToPath(new URL('provide-docs.ts', import.meta.url));
  const build = spawn(process.execPath, [script], { detached: true, stdio: 'ignore' });
  if (build.pid !== undefined) setPriority(build.pid, 19);
  build.unref();
}
