import {
  createProgressDisplay,
  describeTimeLeft,
  drawBar,
  type ProgressOutput,
} from '../../cli/progress-display.ts';
import type { ImportProgress } from '../import/import-progress.ts';

export type ProgressLine = {
  show(progress: ImportProgress): void;
  /** Leaves what was shown last standing. */
  end(): void;
};

/** Progress of an import in one line. Times left are by the compressed bytes read so far, of the file and of all files. */
export function createProgressLine(
  out: ProgressOutput,
  now: () => number = () => performance.now(),
): ProgressLine {
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
    end: display.end,
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
