import { defineConfig } from 'vite';
import { compressFiles } from './compress-files.ts';

const root = import.meta.dirname;

export default defineConfig(({ mode }) => ({
  root,
  // Chunks and files are found beside the file that asks for them; the page stands at /capture, its files below it.
  base: './',
  experimental: {
    renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `capture/${file}` : { relative: true }),
  },
  resolve: {
    alias: {
      'face-models': `${root}/../../node_modules/@vladmandic/human/models`,
    },
  },
  build: {
    // The oldest browsers that the page works in; its functions are kept to theirs by `lib` in tsconfig.json and by a test.
    target: ['chrome100', 'ios15'],
    outDir: 'dist',
    emptyOutDir: true,
    // The licences of the packages that went in: who passes the files on must pass these on.
    license: { fileName: 'licences.txt' },
    assetsInlineLimit: 0,
    modulePreload: false,
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      preserveEntrySignatures: 'exports-only',
      input: {
        page: `${root}/index.html`,
        try: `${root}/try.html`,
        'confere-capture': `${root}/src/element.ts`,
        'confere-capture-react': `${root}/src/react.ts`,
      },
      external: ['react'],
      output: {
        entryFileNames: ({ name }) =>
          name === 'page' || name === 'try' ? 'assets/[name]-[hash].js' : '[name].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
      },
    },
  },
  plugins: [compressFiles({ isQuick: mode === 'checkout' })],
}));
