import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command } from 'commander';
import type { PublishedKeys } from '../../access/index.ts';
import { CliError } from '../../cli/errors.ts';
import { createProgressBar } from '../../cli/progress-bar.ts';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import type { TaskInput, TaskOutput } from '../../platform/operator-tasks/index.ts';
import { verifyExport } from '../verify-export.ts';

export function auditCommand(): Command {
  return new Command('audit')
    .description('Check and export the audit log: administrative acts and reads of personal data.')
    .addCommand(verifyAuditCommand())
    .addCommand(exportAuditCommand());
}

type VerifyOptions = { readonly json?: true; readonly keys?: string };

function verifyAuditCommand(): Command {
  return new Command('verify')
    .description(
      'Read the whole audit log, or an export of it, and report altered or removed events. With --keys an export is verified without the service.',
    )
    .argument('[file]', 'an export in NDJSON')
    .option('--keys <file>', 'the published keys of the service, its /.well-known/jwks.json')
    .option('--json', 'print one JSON document on standard output')
    .action(async (file: string | undefined, options: VerifyOptions, command: Command) => {
      if (file !== undefined) return await verifyFile(file, options);
      if (options.keys !== undefined) command.error('error: --keys needs an export to verify');
      await verifyLog(options);
    });
}

async function verifyLog(options: VerifyOptions): Promise<void> {
  const { events, chains, anchors, dropped } = await runCounted('audit/verify', {});
  if (options.json) {
    const found = { events, chains, anchors, faults: [], dropped };
    console.log(JSON.stringify(found, null, 2));
    return;
  }
  console.log(`${events} events in ${chains} chains: whole`);
  if (dropped !== undefined) console.log(`${dropped} more are in dropped months; their anchors fit`);
}

async function readKeys(file: string): Promise<PublishedKeys> {
  return await readFile(file, 'utf8')
    .then(JSON.parse)
    .catch((cause) => {
      throw new CliError('file_unreadable', { detail: file, cause });
    });
}

async function verifyFile(file: string, options: VerifyOptions): Promise<void> {
  const found =
    options.keys === undefined
      ? await runCounted('audit/verify-export', { file: resolve(file) })
      : await verifyExport(resolve(file), { keys: await readKeys(options.keys) });
  if (options.json) {
    console.log(JSON.stringify(found, null, 2));
    return;
  }
  const { id, issuer, exportedAt, events, chains, areHashesProven, filter, isCut } = found;
  const isWhole = Object.keys(filter).length === 0 && !isCut;
  console.log(`${id} of ${issuer}, ${exportedAt}: ${events} events in ${chains} chains`);
  console.log(isWhole ? 'the whole log; none is missing' : 'a part of the log');
  console.log(
    areHashesProven
      ? 'the service signed it, and every hash was computed again'
      : 'the service signed it; its hashes need the audit key, which the service keeps',
  );
}

function exportAuditCommand(): Command {
  return new Command('export')
    .description(
      'Write the audit log, or a part of it, into a new file of newline-delimited JSON with a signature.',
    )
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

async function runCounted<Name extends 'audit/verify' | 'audit/export' | 'audit/verify-export'>(
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
