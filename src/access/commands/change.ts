import { Command } from 'commander';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import type { TaskInput } from '../../platform/operator-tasks/index.ts';
import { addRuleOptions, type RuleOptions, rulesOf } from './rule-options.ts';

/** `confere clients change`: other rules of a client. */
export function changeClientCommand(): Command {
  const command = new Command('change')
    .description('Change what a client requires, who may embed its sessions and where they may lead back to.')
    .argument('<clientId>', 'as `confere clients list` shows it');
  return addRuleOptions(command)
    .option('--json', 'print one JSON document on standard output')
    .action(async (clientId: string, options: RuleOptions & { readonly json?: true }) => {
      const change = { clientId, ...rulesOf(options) } as TaskInput<'clients/change'>;
      const changed = await runOperatorTask('clients/change', change);
      if (options.json) console.log(JSON.stringify(changed, null, 2));
      else {
        const { authentication = 'operator', registration = 'operator' } = changed.livenessRequired;
        console.log(`authentication   ${authentication}\nregistration     ${registration}`);
        console.log(`capture origins  ${changed.captureOrigins.join(' ') || 'none'}`);
        console.log(`redirect urls    ${changed.redirectUrls.join(' ') || 'none'}`);
      }
    });
}
