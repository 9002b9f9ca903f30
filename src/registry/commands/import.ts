import { resolve } from 'node:path';
import type { Command } from 'commander';
import { defineCommand, describeCounts, option, requiredOption } from '../../cli/define-command.ts';
import {
  createProgressDisplay,
  describeTimeLeft,
  drawBar,
  type ProgressOutput,
} from '../../cli/progress-bar.ts';
import { runOperatorTask } from '../../cli/run-operator-task.ts';
import type { Plain } from '../../platform/operator-tasks/index.ts';
import type { Generation } from '../generations-store.ts';
import type { ImportProgress } from '../import/import-progress.ts';
import { giveWay } from './give-way.ts';

export function importRegistryCommand(): Command {
  return defineCommand('import', {
    description:
      'Import the archives of a month. The service switches to it when the checks pass; until then the current month stays in service.',
    takes: {
      directory: requiredOption(
        '--from <dir>',
        'folder with the published zip files (all or some), or with the unzipped files',
        { parse: resolve },
      ),
      only: option('--only <states>', 'a part of the country, such as uf=SP or uf=SP,RJ'),
      cnpjList: option('--cnpj-list <file>', 'only the CNPJs in this file, one on each line', {
        parse: resolve,
      }),
      month: option('--month <YYYY-MM>', 'the month of the data; default: from the names of the files'),
      force: option('--force', 'put the month into service despite failed checks'),
      fullPriority: option(
        '--full-priority',
        'run at normal priority; by default the import gives way to other processes',
      ),
    },
    async run({ fullPriority, ...input }) {
      if (!fullPriority) giveWay();
      using line = createProgressLine(process.stderr);
      return await runOperatorTask('registry/import', input, {
        // A running server may have nothing to tell yet.
        onProgress: (progress) => 'phase' in progress && line.show(progress as ImportProgress),
      });
    },
    describe: describeGeneration,
  });
}

export function describeGeneration(generation: Plain<Generation>): string[] {
  const { rowCounts, refusedRows, checks, changes } = generation;
  const lines = [`generation ${generation.id}, data of ${generation.dataMonth}, ${generation.state}`];
  const { states, cnpjs } = generation.selection ?? {};
  if (states !== undefined) lines.push(`  only: ${states.join(', ')}`);
  if (cnpjs !== undefined) lines.push(`  only: ${cnpjs.length} numbers of a list`);
  if (generation.failure !== undefined) lines.push(`  failed: ${generation.failure}`);
  if (rowCounts !== undefined) lines.push(`  rows: ${describeCounts(rowCounts)}`);
  if (refusedRows !== undefined) {
    lines.push(`  refused: ${describeCounts(refusedRows) || 'none'}`);
  }
  for (const { name, value, limit } of checks?.filter(({ passed }) => !passed) ?? []) {
    lines.push(`  check failed: ${name} is ${value}, limit ${limit}`);
  }
  if (changes !== undefined) {
    const { since, opened, removed, closed, statusChanged } = changes;
    lines.push(
      `  since generation ${since}: ${opened} opened, ${closed} closed, ${statusChanged} changed status, ${removed} gone`,
    );
  }
  return lines;
}

export type ProgressLine = Disposable & { show(progress: ImportProgress): void };

/** Progress of an import in one line. Times left are by the compressed bytes read so far, of the file and of all files. */
function createProgressLine(out: ProgressOutput, now: () => number = () => performance.now()): ProgressLine {
  const startedMs = now();
  const display = createProgressDisplay(out, now);
  let phase = '';
  let subject = '';
  let fileStartedMs = startedMs;

  return {
    show(progress) {
      const atMs = now();
      const isNew = progress.phase !== phase || progress.phase !== 'load';
      if (progress.subject !== subject) fileStartedMs = atMs;
      phase = progress.phase;
      subject = progress.subject;
      display.show([describeProgress(progress, atMs - startedMs, atMs - fileStartedMs)], { isNew });
    },
    [Symbol.dispose]: display[Symbol.dispose],
  };
}

/**
 * One line: what happens, then for the file and for the whole the rows, MB of CSV a second, and how long they still
 * take.
 */
export function describeProgress(progress: ImportProgress, elapsedMs: number, fileElapsedMs: number): string {
  const { phase, subject, file, storedBytes, totalStoredBytes } = progress;
  const parts = [drawBar(storedBytes, totalStoredBytes)];
  if (phase !== 'load' || file === undefined) parts.push(`${phase} ${subject}`);
  else parts.push(`${subject}: ${describeSpeed(file, file.totalBytes, fileElapsedMs)}`);
  if (progress.rows > 0) parts.push(`all: ${describeSpeed(progress, totalStoredBytes, elapsedMs)}`);
  return parts.join('  ');
}

function describeSpeed(
  done: { readonly rows: number; readonly contentBytes: number; readonly storedBytes: number },
  totalBytes: number,
  elapsedMs: number,
): string {
  const parts = [`${done.rows} rows`];
  if (elapsedMs > 0) parts.push(`${(done.contentBytes / 1e3 / elapsedMs).toFixed(1)} MB/s`);
  const left = describeTimeLeft(done.storedBytes, totalBytes, elapsedMs);
  if (left !== undefined) parts.push(`${left} left`);
  return parts.join(', ');
}
