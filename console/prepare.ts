import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/**
 * Builds the console after an installation, where the tools for it were installed. Without them, as with
 * `npm ci --omit=dev`, it is built elsewhere or not served; the service then says how to build it.
 */
const tools = ['vite', '@mantine/core', 'react-dom'].map((name) =>
  fileURLToPath(new URL(`../node_modules/${name}/package.json`, import.meta.url)),
);
const areInstalled = await Promise.all(tools.map((path) => access(path))).then(
  () => true,
  () => false,
);
if (areInstalled) {
  const { build } = await import('vite');
  await build({ root: import.meta.dirname, logLevel: 'warn', mode: 'checkout' });
} else {
  console.log('console not built: its packages are not installed');
}
