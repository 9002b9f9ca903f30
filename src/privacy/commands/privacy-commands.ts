import type { Command } from 'commander';
import {
  argument,
  defineCommand,
  groupCommands,
  option,
  requiredOption,
  taskCommand,
} from '../../cli/define-command.ts';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import { printable } from '../../platform/printable.ts';
import { mostCounted } from '../apply-retention.ts';

export function holdsCommand(): Command {
  const description = 'Keep people from being erased: by requests, and when the time of retention is over.';
  return groupCommands('holds', description, [
    taskCommand('holds/set', {
      description: 'Set a hold on a person.',
      takes: {
        personId: argument('<person>', 'profile id or CPF'),
        reason: requiredOption('--reason <text>', 'why, 3 to 500 characters; kept sealed'),
        until: option(
          '--until <moment>',
          'when it ends by itself, as 2027-01-31T12:00:00Z; never unless given',
        ),
      },
      describe: ({ id, personId }) => `${id} stands on ${personId}`,
    }),
    taskCommand('holds/list', {
      description: 'Show the holds that stand, newest first.',
      describe: (holds) =>
        holds.map(({ id, personId, setAt, until, reason }) =>
          [id, personId, setAt, until ?? 'no end', printable(reason)].join('  '),
        ),
    }),
    taskCommand('holds/end', {
      description: 'End a hold.',
      takes: { holdId: argument('<holdId>', 'as `confere holds list` shows it') },
      describe: ({ id }) => `${id} is over`,
    }),
  ]);
}

export function retentionCommand(): Command {
  return groupCommands('retention', 'Look at what retention erases.', [
    defineCommand('preview', {
      description: 'Count what the next run of the nightly job will erase. Nothing is changed.',
      takes: {
        days: option('--days <number>', 'as if everything were kept for so many days', { parse: Number }),
      },
      run: (input) => runOperatorTask('retention/show', input),
      describe: (forecasts) =>
        forecasts.map(({ name, days, count }) => {
          const erased = count < mostCounted ? String(count) : `${mostCounted} or more`;
          return `${name}: ${days === undefined ? 'kept' : `${erased} older than ${days} days`}`;
        }),
    }),
  ]);
}
