import type { ClientCredentials } from './access/index.ts';
import type { Config } from './platform/config/index.ts';
import type { Logger } from './platform/log.ts';
import { startService } from './start-service.ts';

/**
 * Runs the service until SIGINT or SIGTERM, then stops it: open requests finish, running jobs return to the
 * queue. A second signal ends the process at once. Resolves when everything is closed.
 */
export async function runService(config: Config, log: Logger): Promise<void> {
  const stopped = new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
  });
  const service = await startService(config, { log });
  try {
    if (service.firstAdmin !== undefined) showFirstAdmin(service.firstAdmin);
    const mobile = service.mobileUrl === service.url ? '' : ` and ${service.mobileUrl}`;
    console.log(`Confere listens on ${service.url}${mobile}, reference at ${service.url}/docs`);
    await Promise.race([service.ready(), stopped]);
    log.info({ url: service.url }, 'ready');
    const signal = await stopped;
    log.info({ signal }, 'stopping');
  } finally {
    await service.stop();
  }
  log.info('stopped');
}

function showFirstAdmin({ clientId, clientSecret }: ClientCredentials): void {
  console.log(
    `First administrator, shown this once. Keep it: the secret is stored as a hash only.\n  client id      ${clientId}\n  client secret  ${clientSecret}\n`,
  );
}
