import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { HttpError } from './errors.ts';

/** Certificate and key as a listener takes them. */
export type TlsFiles = { readonly cert: string; readonly key: string };

/** Reads both files and sees that they belong together. Rejects with `tls_unusable`, which says why without the key. */
export async function readTlsFiles(paths: {
  readonly cert: string;
  readonly key: string;
}): Promise<TlsFiles> {
  try {
    const [cert, key] = await Promise.all([readFile(paths.cert, 'utf8'), readFile(paths.key, 'utf8')]);
    createSecureContext({ cert, key });
    if (new X509Certificate(cert).validToDate < new Date())
      throw new TypeError('the certificate has expired');
    return { cert, key };
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new HttpError('tls_unusable', { detail: code ?? message, cause });
  }
}
