import type { Begun, SessionClient } from './session-client.ts';
import type { Stage } from './stage.ts';
import type { Taken } from './take-photos.ts';

/** Warned of the end of the session so long before, or when half of a shorter time is over. */
const warnBeforeMs = 45_000;
const lookEveryMs = 500;

/**
 * Lets the person ask for more time from every screen with choices, and warns before the time is over (WCAG 2.2.1). When
 * no more is given the button is gone. `onOver` is called once when the time is over and no answer of the server is on its
 * way that could say otherwise.
 */
export function giveTime(
  stage: Stage,
  client: SessionClient,
  begun: Begun,
  taken: Taken,
  signal: AbortSignal,
  onOver: () => void,
): void {
  stage.startTime();
  let warnedFor = Number.NaN;
  let warnAtMs = Math.min(warnBeforeMs, client.leftMs / 2);
  if (begun.extensionsLeft > 0) {
    stage.offerTime(async () => {
      const { extensionsLeft, stepEndMs } = await client.extend();
      taken.isSlow = true;
      if (taken.step !== undefined && stepEndMs !== undefined) {
        taken.step = { ...taken.step, endMs: stepEndMs };
      }
      warnedFor = Number.NaN;
      warnAtMs = Math.min(warnBeforeMs, client.leftMs / 2);
      if (extensionsLeft < 1) stage.offerTime(undefined);
      return seconds(client.leftMs);
    });
  }
  const timer = setInterval(() => {
    if (signal.aborted || stage.isTimeOver) return clearInterval(timer);
    const left = client.leftMs;
    if (left <= 0) {
      if (client.isAsking) return;
      clearInterval(timer);
      return onOver();
    }
    if (left > warnAtMs || !Number.isNaN(warnedFor)) return;
    warnedFor = left;
    stage.warn(stage.texts.timeWarning(seconds(left), stage.isTimeOffered));
  }, lookEveryMs);
}

const seconds = (ms: number) => Math.max(0, Math.round(ms / 1_000));
