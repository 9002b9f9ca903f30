import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';

/** A new certificate in the place of the one there is. */
export function makeCertificate(folder: string): void {
  execFileSync(
    'openssl',
    [
      ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1'.split(
        ' ',
      ),
      ...['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')],
    ],
    { stdio: 'pipe' },
  );
}

/** The fingerprint of the certificate that a port shows. */
export function readFingerprint(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256);
      socket.end();
    }).on('error', reject);
  });
}
