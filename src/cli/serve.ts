import { Command } from 'commander';
import { runService } from '../main.ts';
import { loadConfig, readEnvironment } from '../platform/config/index.ts';
import { createLogger } from '../platform/log.ts';

/** `confere serve`: the service, until SIGINT or SIGTERM. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('Start the service. Configuration comes from the environment or a .env file.')
    .action(async () => {
      const config = loadConfig(readEnvironment());
      await runService(config, createLogger({ level: config.server.logLevel, inGroups: true }));
    });
}
