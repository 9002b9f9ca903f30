export type BarProgress = {
  readonly done: number;
  /** Undefined while nobody knows. */
  readonly total?: number | undefined;
  /** The current work, in a few words. */
  readonly subject?: string | undefined;
};

/** Progress of one kind of thing, in one line. Disposing of it leaves what was shown last standing. */
export function createProgressBar(
  out: ProgressOutput,
  unit: string,
  now: () => number = () => performance.now(),
) {
  const startedMs = now();
  const display = createProgressDisplay(out, now);
  return {
    show: (progress: BarProgress) => display.show([describeBar(progress, unit, now() - startedMs)]),
    [Symbol.dispose]: display[Symbol.dispose],
  };
}

/** One line: how far, how many a second, what is worked on, and how long it still takes. */
function describeBar(progress: BarProgress, unit: string, elapsedMs: number): string {
  const { done, total, subject } = progress;
  const perSecond = elapsedMs > 0 ? done / (elapsedMs / 1000) : 0;
  const parts: string[] = [];
  if (total === undefined || total === 0) parts.push(`${done} ${unit}`);
  else parts.push(drawBar(done, total), `${done} of ${total} ${unit}`);
  if (perSecond > 0) parts.push(`${Math.round(perSecond)}/s`);
  if (subject !== undefined) parts.push(subject);
  const left = total === undefined || done >= total ? undefined : describeTimeLeft(done, total, elapsedMs);
  if (left !== undefined) parts.push(`${left} left`);
  return parts.join('  ');
}

/** Where progress is shown: a terminal, or a file or pipe. */
export type ProgressOutput = { write(text: string): unknown; readonly isTTY?: boolean };

const terminalIntervalMs = 200;
const plainIntervalMs = 5_000;
const barWidth = 24;

/**
 * Progress for people: on a terminal lines that are written over, elsewhere new ones every five seconds. Disposing of it
 * leaves what was shown last standing.
 */
export function createProgressDisplay(out: ProgressOutput, now: () => number = () => performance.now()) {
  const intervalMs = out.isTTY ? terminalIntervalMs : plainIntervalMs;
  let shownMs = out.isTTY ? Number.NEGATIVE_INFINITY : now();
  let height = 0;
  let unshown: readonly string[] | undefined;
  const write = (lines: readonly string[]) => {
    const up = height > 1 ? `\x1b[${height - 1}A` : '';
    out.write(out.isTTY ? `${up}\r\x1b[J${lines.join('\n')}` : `${lines.join('\n')}\n`);
    height = out.isTTY ? lines.length : 0;
    unshown = undefined;
  };
  return {
    /**
     * Shows the lines when it is time for them; the last of them are shown at the end in any case. Something `isNew` is
     * shown at once.
     */
    show(lines: readonly string[], { isNew = false }: { readonly isNew?: boolean } = {}) {
      const atMs = now();
      unshown = lines;
      if (!isNew && atMs - shownMs < intervalMs) return;
      shownMs = atMs;
      write(lines);
    },
    [Symbol.dispose]() {
      if (unshown !== undefined) write(unshown);
      if (height > 0) out.write('\n');
      height = 0;
    },
  };
}

/** A bar of a fixed width, with the percentage. */
export function drawBar(done: number, total: number): string {
  const share = total === 0 ? 0 : Math.min(1, done / total);
  return `[${'#'.repeat(Math.round(share * barWidth)).padEnd(barWidth, '.')}] ${Math.floor(share * 100)}%`;
}

/** The remaining time at the present pace; undefined when nothing is known yet. */
export function describeTimeLeft(done: number, total: number, elapsedMs: number): string | undefined {
  if (done <= 0 || elapsedMs <= 0) return undefined;
  const seconds = Math.ceil((Math.max(0, total - done) / done) * (elapsedMs / 1000));
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes}:${String(seconds % 60).padStart(2, '0')}`
    : `${Math.floor(minutes / 60)}h${String(minutes % 60).padStart(2, '0')}`;
}
