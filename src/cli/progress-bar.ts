export type BarProgress = {
  readonly done: number;
  /** Undefined while nobody knows. */
  readonly total?: number | undefined;
  /** What is worked on now, in a few words. */
  readonly subject?: string | undefined;
};

export type ProgressBar = {
  show(progress: BarProgress): void;
  /** Leaves what was shown last standing. */
  end(): void;
};

/** Where progress is shown: a terminal, or a file or pipe. */
export type ProgressOutput = { write(text: string): unknown; readonly isTTY?: boolean };

const terminalIntervalMs = 200;
const plainIntervalMs = 5_000;
const barWidth = 24;

/** How often progress is shown there, in milliseconds. */
export function progressIntervalMs(out: ProgressOutput): number {
  return out.isTTY ? terminalIntervalMs : plainIntervalMs;
}

/** A bar of a fixed width. */
export function drawBar(done: number, total: number): string {
  const share = total === 0 ? 0 : Math.min(1, done / total);
  return '#'.repeat(Math.round(share * barWidth)).padEnd(barWidth, '.');
}

/** Progress for people: on a terminal one line that is written over, elsewhere a line every five seconds. */
export function createProgressBar(
  out: ProgressOutput,
  unit: string,
  now: () => number = () => performance.now(),
): ProgressBar {
  const startedMs = now();
  const intervalMs = progressIntervalMs(out);
  let shownMs = out.isTTY ? Number.NEGATIVE_INFINITY : startedMs;
  let isOpen = false;
  let unshown: string | undefined;
  const write = (text: string) => {
    out.write(out.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
    isOpen = out.isTTY === true;
    unshown = undefined;
  };
  return {
    show(progress) {
      const atMs = now();
      unshown = describeBar(progress, unit, atMs - startedMs);
      if (atMs - shownMs < intervalMs) return;
      shownMs = atMs;
      write(unshown);
    },
    end() {
      if (unshown !== undefined) write(unshown);
      if (isOpen) out.write('\n');
      isOpen = false;
    },
  };
}

/** One line: how far, how many a second, what is worked on, and how long it still takes. */
function describeBar(progress: BarProgress, unit: string, elapsedMs: number): string {
  const { done, total, subject } = progress;
  const perSecond = elapsedMs > 0 ? done / (elapsedMs / 1000) : 0;
  const parts: string[] = [];
  if (total === undefined || total === 0) parts.push(`${done} ${unit}`);
  else {
    const share = Math.min(1, done / total);
    parts.push(`[${drawBar(done, total)}] ${Math.floor(share * 100)}%`);
    parts.push(`${done} of ${total} ${unit}`);
  }
  if (perSecond > 0) parts.push(`${Math.round(perSecond)}/s`);
  if (subject !== undefined) parts.push(subject);
  if (total !== undefined && perSecond > 0 && done < total) {
    const seconds = Math.ceil((total - done) / perSecond);
    parts.push(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} left`);
  }
  return parts.join('  ');
}
