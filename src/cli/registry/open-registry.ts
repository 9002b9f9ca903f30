import { openStorage, type Storage } from '../../open-storage.ts';
import { systemClock } from '../../platform/clock.ts';
import { type Config, loadConfig, readEnvironment } from '../../platform/config/index.ts';
import { createLogger } from '../../platform/log.ts';

export type OpenRegistry = AsyncDisposable & {
  readonly config: Config;
  readonly database: Storage['database'];
};

/** The database of the configuration, for one command of `confere registry`. */
export async function openRegistry(purpose: string): Promise<OpenRegistry> {
  const config = loadConfig(readEnvironment());
  const log = createLogger({ level: config.server.logLevel === 'info' ? 'warn' : config.server.logLevel });
  const storage = await openStorage(config, { log, clock: systemClock, purpose });
  if (storage.firstAdmin !== undefined) {
    console.error(
      `First administrator, shown this once:\n  client id      ${storage.firstAdmin.clientId}\n  client secret  ${storage.firstAdmin.clientSecret}`,
    );
  }
  return { config, database: storage.database, [Symbol.asyncDispose]: () => storage[Symbol.asyncDispose]() };
}
