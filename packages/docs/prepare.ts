import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/**
 * Builds the API reference after an installation, where its script was installed. The pages take twenty seconds more;
 * `npm run build:docs` builds them, and the package and the image have them.
 */
const script = fileURLToPath(
  new URL('../../node_modules/@scalar/api-reference/package.json', import.meta.url),
);
const isInstalled = await access(script).then(
  () => true,
  () => false,
);
if (isInstalled) await (await import('./build.ts')).buildReference();
else console.log('API reference not built: @scalar/api-reference is not installed');
