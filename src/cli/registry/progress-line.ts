import type { ImportProgress } from '../../registry/index.ts';
import { drawBar, type ProgressOutput, progressIntervalMs } from '../progress-bar.ts';

export type ProgressLine = {
  show(progress: ImportProgress): void;
  /** Leaves what was shown last standing. */
  end(): void;
};

/**
 * Progress for people: on a terminal one line that is written over, elsewhere a line every five seconds. Times
 * left are by the compressed bytes read so far, of the file and of all files.
 */
export function createProgressLine(
  out: ProgressOutput,
  now: () => number = () => performance.now(),
): ProgressLine {
  const startedMs = now();
  const intervalMs = progressIntervalMs(out);
  let shownMs = Number.NEGATIVE_INFINITY;
  let phase = '';
  let subject = '';
  let fileStartedMs = startedMs;
  let isOpen = false;

  return {
    show(progress) {
      const atMs = now();
      const isNew = progress.phase !== phase || progress.phase !== 'load';
      if (progress.subject !== subject) fileStartedMs = atMs;
      phase = progress.phase;
      subject = progress.subject;
      if (!isNew && atMs - shownMs < intervalMs) return;
      shownMs = atMs;
      const text = describeProgress(progress, atMs - startedMs, atMs - fileStartedMs);
      out.write(out.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
      isOpen = out.isTTY === true;
    },
    end() {
      if (isOpen) out.write('\n');
      isOpen = false;
    },
  };
}

/**
 * One line: what happens, then for the file and for the whole the rows, MB of CSV a second, and how long they still
 * take.
 */
export function describeProgress(progress: ImportProgress, elapsedMs: number, fileElapsedMs: number): string {
  const { phase, subject, file, storedBytes, totalStoredBytes } = progress;
  const done = totalStoredBytes === 0 ? 0 : Math.min(1, storedBytes / totalStoredBytes);
  const parts = [`[${drawBar(storedBytes, totalStoredBytes)}] ${Math.floor(done * 100)}%`];
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

/** How long the rest takes when it goes on as so far; undefined when nothing is known yet. */
export function describeTimeLeft(done: number, total: number, elapsedMs: number): string | undefined {
  if (done <= 0 || elapsedMs <= 0) return undefined;
  const seconds = Math.ceil((Math.max(0, total - done) / done) * (elapsedMs / 1000));
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes}:${String(seconds % 60).padStart(2, '0')}`
    : `${Math.floor(minutes / 60)}h${String(minutes % 60).padStart(2, '0')}`;
}
