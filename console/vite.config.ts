import { readFile } from 'node:fs/promises';
import { defineConfig, type Plugin } from 'vite';
import { compressFiles } from '../packages/capture/compress-files.ts';

const root = import.meta.dirname;
const wordsModule = 'virtual:error-words';

/** What each error code means and what to do, as the reference of errors says it: a module loaded with an error. */
function errorWords(): Plugin {
  return {
    name: 'error-words',
    resolveId: (id) => (id === wordsModule ? `\0${wordsModule}` : undefined),
    async load(id) {
      if (id !== `\0${wordsModule}`) return undefined;
      const page = await readFile(`${root}/../docs/reference/errors.md`, 'utf8');
      const rows = [...page.matchAll(/^\| `(\w+)` \|(?: \d{3} \|)? (.*?) \| (.*) \|$/gm)];
      const byCode = Object.fromEntries(
        rows.map(([, code, meaning, remedy]) => [code, { meaning, remedy: remedy?.replaceAll('&lt;', '<') }]),
      );
      return `export default ${JSON.stringify(byCode)}`;
    },
  };
}

export default defineConfig(({ mode }) => ({
  root,
  // Everything is found beside the page, whatever path prefix it stands below.
  base: './',
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    // The licences of the packages that went in: who passes the files on must pass these on.
    license: { fileName: 'licences.txt' },
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      // The service takes names with one dot.
      output: {
        // Parts that several screens have are one file: a request for each would keep the first screen waiting.
        codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
        chunkFileNames: ({ name }) => `assets/${name.replaceAll(/[^\w-]/g, '-')}-[hash].js`,
      },
      onLog: (level, entry, show) => {
        // "use client" says something to servers that render.
        if (entry.code !== 'MODULE_LEVEL_DIRECTIVE') show(level, entry);
      },
    },
  },
  plugins: [errorWords(), compressFiles({ isQuick: mode === 'checkout' })],
}));
