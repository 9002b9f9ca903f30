import { Command, Option } from 'commander';
import type { Application, PeerRole, ServiceRole } from '../../module.ts';
import { readEnvironment } from '../../platform/config/index.ts';

/** `confere serve`: the service, or one part of it, until SIGINT or SIGTERM. */
export function serveCommand({ serve }: Application): Command {
  return new Command('serve')
    .description('Start the service. Configuration comes from the environment or a .env file.')
    .addOption(
      new Option(
        '--role <role>',
        'part of the service: web answers requests, faces runs the face networks, jobs does background work, duplicates searches the registered faces',
      )
        .choices(['all', 'web', 'faces', 'jobs', 'duplicates'])
        .default('all'),
    )
    .action(async ({ role }: { readonly role: ServiceRole | PeerRole }) => {
      await serve(readEnvironment(), { role });
    });
}
