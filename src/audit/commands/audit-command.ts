import { resolve } from 'node:path';
import { Command } from 'commander';
import { createProgressBar } from '../../cli/progress-bar.ts';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import type { TaskInput, TaskOutput } from '../../platform/operator-tasks/index.ts';

/** `confere audit ...`: who did or read what. */
export function auditCommand(): Command {
  return new Command('audit')
    .description('Check and export the audit log: administrative acts and reads of personal data.')
    .addCommand(verifyAuditCommand())
    .addCommand(exportAuditCommand());
}

function verifyAuditCommand(): Command {
  return new Command('verify')
    .description('Read the whole audit log and report altered or removed events.')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly json?: true }) => {
      const { events, chains, oldFaceLocks } = await runCounted('audit/verify', {});
      if (options.json) {
        const found = { events, chains, faults: [], ...(oldFaceLocks === undefined ? {} : { oldFaceLocks }) };
        console.log(JSON.stringify(found, null, 2));
        return;
      }
      console.log(`${events} events in ${chains} chains: whole`);
      if (oldFaceLocks !== undefined) {
        console.log(
          `${oldFaceLocks} of them are face locks of an earlier version. It left the moment at which the lock ended out of the hash. Everything else in them is proven.`,
        );
      }
    });
}

function exportAuditCommand(): Command {
  return new Command('export')
    .description('Write audit events into a new file of newline-delimited JSON, newest first.')
    .requiredOption('--to <file>', 'the file, which must not exist')
    .option('--from <moment>', 'from this moment on, such as 2026-11-01 or 2026-11-01T12:00:00Z')
    .option('--until <moment>', 'before this moment')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { to: string; from?: string; until?: string; json?: true }) => {
      const { to, from, until } = options;
      const { events } = await runCounted('audit/export', {
        to: resolve(to),
        ...(from === undefined ? {} : { from }),
        ...(until === undefined ? {} : { until }),
      });
      console.log(options.json ? JSON.stringify({ events }, null, 2) : `${events} events written`);
    });
}

async function runCounted<Name extends 'audit/verify' | 'audit/export'>(
  task: Name,
  input: TaskInput<Name>,
): Promise<TaskOutput<Name>> {
  const bar = createProgressBar(process.stderr, 'events');
  try {
    return await runOperatorTask(task, input, {
      onProgress: (progress) => bar.show({ done: (progress as { events: number }).events }),
    });
  } finally {
    bar.end();
  }
}
