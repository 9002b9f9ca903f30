import type { SendRequest } from './exchange.ts';

/** What the liveness verdicts of a service can be relied on for. */
export type LivenessWorth = {
  readonly engine: string;
  readonly isReliable: boolean;
  /** The same in one sentence. */
  readonly worth: string;
};

/** Asks the service what judges liveness and says what that is worth. */
export async function describeLiveness(send: SendRequest): Promise<LivenessWorth> {
  const { body } = await send('GET', '/readyz', {
    needs: 200,
    show: ({ status, database }) => ({ status, database }),
  });
  const models = body.models as { livenessEngine: string; livenessIsReliable: boolean };
  const { livenessEngine: engine, livenessIsReliable: isReliable } = models;
  return {
    engine,
    isReliable,
    worth: isReliable
      ? `Liveness is judged by ${engine}, networks trained to tell a person from a photo or a screen.`
      : 'Liveness without the pack is worth next to nothing: it may notice a coarse screen or print, and good ones pass.',
  };
}
