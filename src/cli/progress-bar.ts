import { createProgressDisplay, describeTimeLeft, drawBar, type ProgressOutput } from './progress-display.ts';

export type BarProgress = {
  readonly done: number;
  /** Undefined while nobody knows. */
  readonly total?: number | undefined;
  /** The current work, in a few words. */
  readonly subject?: string | undefined;
};

export type ProgressBar = {
  show(progress: BarProgress): void;
  /** Leaves what was shown last standing. */
  end(): void;
};

/** Progress of one kind of thing, in one line. */
export function createProgressBar(
  out: ProgressOutput,
  unit: string,
  now: () => number = () => performance.now(),
): ProgressBar {
  const startedMs = now();
  const display = createProgressDisplay(out, now);
  return {
    show: (progress) => display.show([describeBar(progress, unit, now() - startedMs)]),
    end: display.end,
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
