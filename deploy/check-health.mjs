// The health check of the image: exit status 0 while the process answers. It follows LISTEN and TLS_CERT; an empty
// variable counts as not set. 0.0.0.0 and [::] are addresses of this machine, too.
const address = process.env.LISTEN || '127.0.0.1:8080';
const scheme = process.env.TLS_CERT ? 'https' : 'http';
// The certificate names the public address, not this one.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
try {
  const { ok } = await fetch(`${scheme}://${address}/healthz`, { signal: AbortSignal.timeout(2_500) });
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
