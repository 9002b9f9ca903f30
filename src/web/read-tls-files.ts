import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Clock } from '../platform/clock.ts';
import { HttpError } from './errors.ts';
import type { Metrics } from './metrics.ts';

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

/** Shows in the metrics how long the certificate in use is still valid. */
export function measureCertificate(
  metrics: Pick<Metrics, 'addGauge'>,
  { current, clock }: { readonly current: () => TlsFiles; readonly clock: Clock },
): void {
  metrics.addGauge({
    name: 'confere_certificate_valid_seconds',
    help: 'Seconds until the certificate of TLS_CERT expires. Absent without TLS in the process.',
    read: () => (new X509Certificate(current().cert).validToDate.getTime() - clock.now().getTime()) / 1_000,
  });
}
