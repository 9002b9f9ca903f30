import { resolve } from 'node:path';
import { Command } from 'commander';
import { createProgressBar } from '../progress-bar.ts';
import { runOperatorTask } from '../run-operator-task.ts';

/** `confere audit ...`: who did or read what. */
export function auditCommand(): Command {
  return new Command('audit')
    .description('Check and export the log of every administrative act and every read of personal data.')
    .addCommand(verifyAuditCommand())
    .addCommand(exportAuditCommand());
}

function verifyAuditCommand(): Command {
  return new Command('verify')
    .description('Read the whole audit log and find any event that was altered or taken out.')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly json?: true }) => {
      const { events, chains } = (await runCounted('audit/verify', {})) as { events: number; chains: number };
      console.log(
        options.json
          ? JSON.stringify({ events, chains, faults: [] }, null, 2)
          : `${events} events in ${chains} chains: whole`,
      );
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
      const { events } = (await runCounted('audit/export', {
        to: resolve(to),
        ...(from === undefined ? {} : { from }),
        ...(until === undefined ? {} : { until }),
      })) as { events: number };
      console.log(options.json ? JSON.stringify({ events }, null, 2) : `${events} events written`);
    });
}

async function runCounted(task: string, input: object): Promise<unknown> {
  const bar = createProgressBar(process.stderr, 'events');
  try {
    return await runOperatorTask(task, input, {
      onProgress: (progress) => bar.show({ done: (progress as { events: number }).events }),
    });
  } finally {
    bar.end();
  }
}
