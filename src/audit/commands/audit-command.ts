import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { PublishedKeys } from '../../access/index.ts';
import { argument, defineCommand, groupCommands, option, requiredOption } from '../../cli/define-command.ts';
import { CliError } from '../../cli/errors.ts';
import { runTaskWithBar } from '../../cli/run-operator-task.ts';
import type { TaskInput, TaskOutput } from '../../platform/operator-tasks/index.ts';
import { verifyExport } from '../verify-export.ts';

export function auditCommand(): Command {
  const description = 'Check and export the audit log: administrative acts and reads of personal data.';
  return groupCommands('audit', description, [
    defineCommand('verify', {
      description:
        'Read the whole audit log, or an export of it, and report altered or removed events. With --keys an export is verified without the service.',
      takes: {
        file: argument('[file]', 'an export in NDJSON', { parse: resolve }),
        keys: option('--keys <file>', 'the published keys of the service, its /.well-known/jwks.json'),
      },
      async run({ file, keys }, command) {
        if (file !== undefined) {
          return keys === undefined
            ? await runCounted('audit/verify-export', { file })
            : await verifyExport(file, { keys: await readKeys(keys) });
        }
        if (keys !== undefined) command.error('error: --keys needs an export to verify');
        const { events, chains, anchors, dropped } = await runCounted('audit/verify', {});
        return { events, chains, anchors, faults: [], dropped };
      },
      describe(found) {
        if (!('faults' in found)) return describeExport(found);
        const { events, chains, dropped } = found;
        return [
          `${events} events in ${chains} chains: whole`,
          ...(dropped === undefined ? [] : [`${dropped} more are in dropped months; their anchors fit`]),
        ];
      },
    }),
    defineCommand('export', {
      description:
        'Write the audit log, or a part of it, into a new file of newline-delimited JSON with a signature.',
      takes: {
        to: requiredOption('--to <file>', 'the file, which must not exist', { parse: resolve }),
        from: option('--from <moment>', 'from this moment on, such as 2026-11-01 or 2026-11-01T12:00:00Z'),
        until: option('--until <moment>', 'before this moment'),
      },
      run: (input) => runCounted('audit/export', input),
      describe: ({ events }) => `${events} events written`,
    }),
  ]);
}

async function readKeys(file: string): Promise<PublishedKeys> {
  return await readFile(file, 'utf8')
    .then(JSON.parse)
    .catch((cause) => {
      throw new CliError('file_unreadable', { detail: file, cause });
    });
}

function describeExport(found: TaskOutput<'audit/verify-export'>): string[] {
  const { id, issuer, exportedAt, events, chains, areHashesProven, filter, isCut } = found;
  const isWhole = Object.keys(filter).length === 0 && !isCut;
  return [
    `${id} of ${issuer}, ${exportedAt}: ${events} events in ${chains} chains`,
    isWhole ? 'the whole log; none is missing' : 'a part of the log',
    areHashesProven
      ? 'the service signed it, and every hash was computed again'
      : 'the service signed it; its hashes need the audit key, which the service keeps',
  ];
}

async function runCounted<Name extends 'audit/verify' | 'audit/export' | 'audit/verify-export'>(
  task: Name,
  input: TaskInput<Name>,
): Promise<TaskOutput<Name>> {
  return await runTaskWithBar(task, input, 'events', ({ events }) => ({ done: events as number }));
}
