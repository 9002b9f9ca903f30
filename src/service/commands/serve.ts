import { Command, Option } from 'commander';
import { taskCommand } from '../../cli/define-command.ts';
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

export function resumeCommand(): Command {
  return taskCommand('deployment/resume', {
    description:
      'Let webhooks, watches and jobs go on after a restore or a move of the database. Run it only where the deployment takes the place of the one that was backed up: two deployments would send the same webhooks.',
    describe: ({ isResumed }) =>
      isResumed ? 'Webhooks, watches and jobs go on within seconds.' : 'Nothing was held.',
  });
}
