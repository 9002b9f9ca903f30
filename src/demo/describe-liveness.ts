import type { SendRequest } from './exchange.ts';

/** The reliability of a service's liveness verdicts. */
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
      : 'Liveness is judged from one photo: many prints and screens are noticed, and good ones pass. It is no proof.',
  };
}
