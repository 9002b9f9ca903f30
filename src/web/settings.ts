import type { ListenAddress } from '../platform/config/forms.ts';
import { choice, constant, group, integer, text } from '../platform/config/variables.ts';
import type { FieldProblem } from '../platform/errors.ts';
import { telemetry } from '../platform/telemetry/settings.ts';
import { limits } from './rate-limits/settings.ts';

const server = group(
  'Server',
  {
    listen: text('listen-address', {
      variable: 'LISTEN',
      default: '127.0.0.1:8080',
      description: 'Address and port to listen on. Port 0 lets the system choose one.',
    }),
    mobileListen: text('listen-address', {
      variable: 'MOBILE_LISTEN',
      whenUnset: 'one listener serves both surfaces',
      description:
        'Separate address and port for the mobile surface. Each listener then answers 404 to the paths of the other surface.',
    }),
    baseUrl: text('base-url', {
      variable: 'BASE_URL',
      whenUnset: '`http://` and the address of `LISTEN`',
      description: 'Public address of the customer surface, used in links and as the issuer of tokens.',
    }),
    mobileBaseUrl: text('base-url', {
      variable: 'MOBILE_BASE_URL',
      whenUnset: 'the address of the mobile listener, or `BASE_URL` without one',
      description: 'Public address of the mobile surface, used in links.',
    }),
    trustedProxies: text('address-list', {
      variable: 'TRUSTED_PROXIES',
      default: '',
      description:
        'Proxies whose `X-Forwarded-For` header the service trusts. Leave it empty when clients connect directly: a listed proxy decides the source address of a request.',
    }),
    rateLimitPerMinute: integer({
      variable: 'RATE_LIMIT_PER_MINUTE',
      default: 600,
      minimum: 1,
      maximum: 1_000_000,
      description:
        'Maximum requests of one client a minute. Each process counts alone; with `REDIS_URL` all processes count together.',
    }),
    tokenRateLimitPerMinute: integer({
      variable: 'TOKEN_RATE_LIMIT_PER_MINUTE',
      default: 60,
      minimum: 1,
      maximum: 1_000_000,
      description:
        'Maximum token requests of one source address a minute. Counted like `RATE_LIMIT_PER_MINUTE`.',
    }),
    metricsListen: text('listen-address', {
      variable: 'METRICS_LISTEN',
      whenUnset: '`GET /metrics` on the customer surface only, for administrators',
      description:
        'Separate address and port for `GET /metrics`. It answers everybody, without a token. Bind it to a network that only the metrics collector reaches.',
    }),
    corsOrigins: text('origin-list', {
      variable: 'CORS_ORIGINS',
      default: '',
      description:
        'Origins whose pages may call the API from a browser. They never reach the token endpoint, because a page cannot keep a secret.',
    }),
    tlsCertificateFile: text('text', {
      variable: 'TLS_CERT',
      whenUnset: 'plain http, for a proxy that ends TLS',
      description:
        'File with the certificate and its chain in PEM. With `TLS_KEY`, every listener except the one of the metrics speaks TLS 1.2 or 1.3. SIGHUP reloads both files.',
    }),
    tlsKeyFile: text('text', {
      variable: 'TLS_KEY',
      whenUnset: 'plain http',
      description: 'File with the private key of `TLS_CERT` in PEM, not encrypted.',
    }),
    maxEventLoopDelayMs: integer({
      variable: 'MAX_EVENT_LOOP_DELAY_MS',
      default: 2_000,
      minimum: 100,
      maximum: 60_000,
      description:
        'Maximum event loop delay, in milliseconds. When the delay stays higher for 1.5 seconds, new requests get 503 until it falls.',
    }),
    /** Time limit for receiving one request, in milliseconds. */
    requestTimeoutMs: constant(30_000),
    shutdownTimeoutMs: integer({
      variable: 'SHUTDOWN_TIMEOUT_MS',
      default: 30_000,
      minimum: 1_000,
      maximum: 600_000,
      description: 'Time that running requests and jobs get after a stop signal, in milliseconds.',
    }),
    drainSeconds: integer({
      variable: 'DRAIN_SECONDS',
      default: 0,
      minimum: 0,
      maximum: 300,
      description:
        'Time after SIGTERM in which `/readyz` says 503 and requests are still answered, so that balancers notice. `SHUTDOWN_TIMEOUT_MS` begins afterwards. A second signal ends the process at once.',
    }),
    logLevel: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      variable: 'LOG_LEVEL',
      default: 'info',
      description: 'Lowest level that is logged. Logs are JSON lines on standard error.',
    }),
  },
  findContradictions,
);

/** One address for two listeners, or half of what TLS needs. */
function findContradictions(values: {
  readonly listen?: ListenAddress;
  readonly mobileListen?: ListenAddress;
  readonly tlsCertificateFile?: string;
  readonly tlsKeyFile?: string;
}): FieldProblem[] {
  const { listen, mobileListen } = values;
  const problems: FieldProblem[] = [];
  if (
    listen !== undefined &&
    mobileListen !== undefined &&
    mobileListen.port !== 0 &&
    mobileListen.port === listen.port &&
    mobileListen.host === listen.host
  ) {
    problems.push({
      path: 'MOBILE_LISTEN',
      message: 'it is the same address as LISTEN; leave it out for one listener.',
    });
  }
  const { tlsCertificateFile, tlsKeyFile } = values;
  if ((tlsCertificateFile === undefined) !== (tlsKeyFile === undefined)) {
    problems.push({
      path: tlsKeyFile === undefined ? 'TLS_KEY' : 'TLS_CERT',
      message: 'TLS needs both TLS_CERT and TLS_KEY.',
    });
  }
  return problems;
}

export const webSettings = { server, limits, telemetry };
