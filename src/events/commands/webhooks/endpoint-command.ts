import { Command } from 'commander';
import { runOperatorTask } from '../../../cli/run-operator-task.ts';

/** A command that does one thing to one endpoint, and prints what came of it. */
export function endpointCommand(
  name: 'enable' | 'disable' | 'rotate' | 'test' | 'remove',
  description: string,
): Command {
  return new Command(name)
    .description(description)
    .argument('<endpoint>', 'its id, whe_...')
    .option('--json', 'print one JSON document on standard output')
    .action(async (endpointId: string, options: { readonly json?: true }) => {
      const result = await runOperatorTask(`webhooks/${name}`, { endpointId });
      if (options.json) return console.log(JSON.stringify(result, null, 2));
      for (const [key, value] of Object.entries(result)) console.log(`${key}  ${value}`);
    });
}
