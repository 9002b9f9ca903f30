import {
  createProgressDisplay,
  describeTimeLeft,
  drawBar,
  type ProgressOutput,
} from '../../cli/progress-bar.ts';
import type { DownloadProgress } from '../download/download-registry.ts';

/** Disposing of them leaves what was shown last standing. */
export type DownloadLines = Disposable & { show(progress: DownloadProgress): void };

/**
 * Progress of a download: on a terminal a line for each archive that is being downloaded or checked and one for the
 * whole; elsewhere one for the whole, and one for each archive that is done.
 */
export function createDownloadLines(
  out: ProgressOutput,
  now: () => number = () => performance.now(),
): DownloadLines {
  const startedMs = now();
  const display = createProgressDisplay(out, now);
  const said = new Set<string>();
  const began = new Map<string, { readonly atMs: number; readonly bytes: number }>();
  let first: number | undefined;

  return {
    show(progress) {
      const atMs = now();
      // What was there before says nothing about the speed.
      if (progress.files.some(({ state }) => state === 'downloading')) first ??= progress.bytes;
      for (const { name, state, bytes } of progress.files) {
        if (state === 'downloading' && !began.has(name)) began.set(name, { atMs, bytes });
      }
      if (!out.isTTY) sayDone(progress);
      const whole = describeDownload(progress, atMs - startedMs, first ?? progress.bytes);
      display.show([...(out.isTTY ? describeActive(progress, atMs) : []), whole]);
    },
    [Symbol.dispose]: display[Symbol.dispose],
  };

  function describeActive({ files }: DownloadProgress, atMs: number): readonly string[] {
    const active = files.filter(({ state }) => state === 'downloading' || state === 'checking');
    return active.map(({ name, state, bytes, sizeBytes }) => {
      const start = began.get(name) ?? { atMs, bytes };
      const left = describeTimeLeft(bytes - start.bytes, sizeBytes - start.bytes, atMs - start.atMs);
      const what = state === 'checking' ? 'checking' : left === undefined ? '' : `${left} left`;
      return `${drawBar(bytes, sizeBytes)}  ${name}  ${what}`;
    });
  }

  function sayDone({ files }: DownloadProgress): void {
    for (const { name, state } of files) {
      if ((state !== 'done' && state !== 'failed') || said.has(name)) continue;
      said.add(name);
      out.write(`${name} ${state}\n`);
    }
  }
}

/** One line about the whole: how much has come, how fast, and how long the rest will take. */
export function describeDownload(
  progress: DownloadProgress,
  elapsedMs: number,
  bytesAtStart: number,
): string {
  const { bytes, sizeBytes, files, streams, month } = progress;
  const done = files.filter(({ state }) => state === 'done').length;
  const parts = [
    drawBar(bytes, sizeBytes),
    `${month}  ${done} of ${files.length} archives`,
    `${(bytes / 1e6).toFixed(0)} of ${(sizeBytes / 1e6).toFixed(0)} MB`,
  ];
  const come = Math.max(0, bytes - bytesAtStart);
  if (elapsedMs > 0 && come > 0) parts.push(`${(come / 1e3 / elapsedMs).toFixed(1)} MB/s`);
  const left = describeTimeLeft(come, sizeBytes - bytesAtStart, elapsedMs);
  if (left !== undefined) parts.push(`${left} left`);
  parts.push(streams === 1 ? '1 stream' : `${streams} streams`);
  return parts.join('  ');
}
