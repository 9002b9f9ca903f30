import type { ClientCredentials } from './access/index.ts';
import type { Config } from './platform/config/index.ts';
import { AppError } from './platform/errors.ts';
import type { Logger } from './platform/log.ts';
import { type RunningService, startService } from './start-service.ts';

/**
 * Runs the service until SIGINT or SIGTERM, then stops it: open requests finish, running jobs return to the
 * queue. A second signal ends the process at once. Resolves when everything is closed.
 */
export async function runService(config: Config, log: Logger): Promise<void> {
  const stopped = nextStopSignal();
  const service = await startService(config, { log });
  try {
    if (service.firstAdmin !== undefined) showFirstAdmin(service.firstAdmin);
    const mobile = service.mobileUrl === service.url ? '' : ` and ${service.mobileUrl}`;
    console.log(`Confere listens on ${service.url}${mobile}, reference at ${service.url}/docs`);
    process.on('SIGHUP', () => reloadTls(service, log));
    const ready = service.ready().then(() => log.info({ url: service.url }, 'ready'));
    await Promise.race([ready, stopped]);
    const signal = await stopped;
    log.info({ signal }, 'stopping');
  } finally {
    process.removeAllListeners('SIGHUP');
    await service.stop();
  }
  log.info('stopped');
}

/** What SIGHUP asks for: certificates are renewed while the service runs. */
function reloadTls(service: RunningService, log: Logger): void {
  service.reloadTls().then(
    (isReloaded) =>
      log.info(isReloaded ? 'certificate read anew' : 'SIGHUP: there is no certificate to read anew'),
    (error: unknown) =>
      log.error(
        { detail: error instanceof AppError ? error.detail : undefined },
        'the new certificate is not used',
      ),
  );
}

/** The first SIGINT or SIGTERM. From then on Node's own handling is back: the next one ends the process. */
function nextStopSignal(): Promise<NodeJS.Signals> {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  return new Promise((resolve) => {
    const onSignal = (signal: NodeJS.Signals) => {
      for (const each of signals) process.off(each, onSignal);
      resolve(signal);
    };
    for (const each of signals) process.on(each, onSignal);
  });
}

function showFirstAdmin({ clientId, clientSecret }: ClientCredentials): void {
  console.log(
    `First administrator, shown this once. Keep it: the secret is stored as a hash only.\n  client id      ${clientId}\n  client secret  ${clientSecret}\n`,
  );
}
