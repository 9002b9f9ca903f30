import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/**
 * Writes each file compressed beside itself, so that the service compresses nothing while it answers. In a checkout,
 * `isQuick`, brotli takes four seconds less and gives files that are up to 15 % larger.
 */
export function compressFiles({ isQuick }: { readonly isQuick: boolean }): Plugin {
  const params = { [constants.BROTLI_PARAM_QUALITY]: isQuick ? 9 : 11 };
  return {
    name: 'compress-files',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          this.emitFile({
            type: 'asset',
            fileName: `${file.fileName}.br`,
            source: brotliCompressSync(content, { params }),
          });
          this.emitFile({
            type: 'asset',
            fileName: `${file.fileName}.gz`,
            source: gzipSync(content, { level: 9 }),
          });
        }
      },
    },
  };
}
