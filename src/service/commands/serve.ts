import { Command, Option } from 'commander';
import { loadAppConfig } from '../../app.ts';
import { runFaceService, runService } from '../../main.ts';
import { readEnvironment } from '../../platform/config/index.ts';
import { createLogger } from '../../platform/log.ts';
import type { ServiceRole } from '../../start-service.ts';

/** `confere serve`: the service, or one part of it, until SIGINT or SIGTERM. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('Start the service. Configuration comes from the environment or a .env file.')
    .addOption(
      new Option(
        '--role <role>',
        'part of the service: web answers requests, faces runs the face networks, jobs does background work',
      )
        .choices(['all', 'web', 'faces', 'jobs'])
        .default('all'),
    )
    .action(async ({ role }: { readonly role: ServiceRole | 'faces' }) => {
      const config = loadAppConfig(readEnvironment());
      const log = createLogger({ level: config.server.logLevel, inGroups: true });
      await (role === 'faces' ? runFaceService(config, log) : runService(config, log, role));
    });
}
