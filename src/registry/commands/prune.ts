import { Command } from 'commander';
import { runOperatorTask } from '../../cli/run-operator-task.ts';

/** `confere registry prune`: room again, and no way back. */
export function pruneRegistryCommand(): Command {
  return new Command('prune')
    .description('Delete every month except the one in service. No rollback is possible afterwards.')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly json?: true }) => {
      const result = await runOperatorTask('registry/prune', {});
      const { pruned } = result;
      if (options.json) console.log(JSON.stringify({ pruned }, null, 2));
      else console.log(pruned.length === 0 ? 'Nothing to drop.' : `Dropped generation ${pruned.join(', ')}.`);
    });
}
