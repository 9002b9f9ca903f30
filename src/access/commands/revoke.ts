import { Command } from 'commander';
import { runOperatorTask } from '../../cli/run-operator-task.ts';

/** `confere clients revoke`: ends a client and, within seconds, the tokens it holds. */
export function revokeClientCommand(): Command {
  return new Command('revoke')
    .description('Revoke a client permanently. Every process refuses its tokens within ten seconds.')
    .argument('<clientId>', 'as `confere clients list` shows it')
    .option('--json', 'print one JSON document on standard output')
    .action(async (clientId: string, options: { readonly json?: true }) => {
      const revoked = await runOperatorTask('clients/revoke', { clientId });
      if (options.json) console.log(JSON.stringify(revoked, null, 2));
      else console.log(`${revoked.clientId} is revoked since ${revoked.revokedAt}`);
    });
}
