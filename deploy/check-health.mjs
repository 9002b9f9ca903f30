// The health check of the image: exit status 0 while the process answers. It follows LISTEN and TLS_CERT.
const port = (process.env.LISTEN ?? '127.0.0.1:8080').split(':').at(-1);
const scheme = process.env.TLS_CERT === undefined ? 'http' : 'https';
// The certificate names the public address, not this one.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
try {
  const { ok } = await fetch(`${scheme}://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(2_500) });
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
