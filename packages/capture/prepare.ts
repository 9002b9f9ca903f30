import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/**
 * Builds the page and the element after an installation, where the tools for it were installed. Without them, as with
 * `npm ci --omit=dev`, the page is built elsewhere or not served; the service then says how to build it.
 */
const tools = fileURLToPath(new URL('../../node_modules/vite/package.json', import.meta.url));
const isInstalled = await access(tools).then(
  () => true,
  () => false,
);
if (isInstalled) {
  const { build } = await import('vite');
  await build({ root: import.meta.dirname, logLevel: 'warn', mode: 'checkout' });
} else {
  console.log('capture page not built: vite is not installed');
}
