import { randomBytes } from 'node:crypto';

/** A liveness session on its way through the capture routes. */
type Walk = {
  readonly id: string;
  readonly code: string;
  readonly nonce: string;
  secret?: string;
  /** Requests made for it. */
  taken: number;
  /** The open step. */
  step?: { readonly number: number; readonly frames: number; received: number } | undefined;
  hasAllSteps?: boolean;
  /** A step was shown: a photo file comes too late. */
  isCapturing?: boolean;
};

/** The parts of a request that let it through the door of a capture route. */
export type WalkingParts = {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** The liveness sessions of a run, each with what opens its next route. */
export type LivenessWalks = {
  /** What a request of a capture route needs; undefined for other routes, and while no session is so far. */
  takeStep(operationId: string, random: () => number): WalkingParts | undefined;
  /** Reads codes, secrets and steps out of the answers. */
  learn(operationId: string, path: string, answer: string): void;
};

/** Operations that any session with a secret allows; some of them end it. */
const beside = [
  'getLivenessProgress',
  'extendLivenessSession',
  'handOverLivenessSession',
  'cancelLivenessSession',
] as const;

/** The operations of the capture page: none of them may stay behind its door. */
export const captureOperations: readonly string[] = [
  'beginLivenessSession',
  'nextLivenessStep',
  'sendLivenessFrame',
  'finishLivenessSession',
  'uploadLivenessPhoto',
  ...beside,
];

/** Sessions at once: so few that each gets to its end. */
const mostWalks = 4;
/** Requests for one session: several times those that it takes. */
const mostSteps = 150;

const choose = (random: () => number) => (random() < 0.3 ? 'turns_and_light' : 'turns');

export function createLivenessWalks(): LivenessWalks {
  const walks: Walk[] = [];
  const fits: Record<string, (walk: Walk) => boolean> = {
    beginLivenessSession: ({ secret }) => secret === undefined,
    nextLivenessStep: ({ secret, step, hasAllSteps }) =>
      secret !== undefined && step === undefined && hasAllSteps !== true,
    sendLivenessFrame: ({ step }) => step !== undefined,
    finishLivenessSession: ({ hasAllSteps }) => hasAllSteps === true,
    uploadLivenessPhoto: ({ secret, isCapturing }) => secret !== undefined && isCapturing !== true,
    ...Object.fromEntries(beside.map((id) => [id, ({ secret }: Walk) => secret !== undefined] as const)),
  };
  const idOf = (path: string) => /^\/v1\/liveness-sessions\/([^/?]+)/.exec(path)?.[1];
  return {
    takeStep(operationId, random) {
      if (operationId === 'createLivenessSession') {
        return walks.length < mostWalks
          ? { id: '', headers: {}, body: JSON.stringify({ purpose: 'check', challenge: choose(random) }) }
          : undefined;
      }
      const own = walks.filter((walk) => fits[operationId]?.(walk));
      const walk = own[Math.floor(random() * own.length)];
      if (walk === undefined) return undefined;
      // What was removed, or lost an answer, must not keep others away.
      walk.taken += 1;
      if (walk.taken > mostSteps) walks.splice(walks.indexOf(walk), 1);
      const { id, code, nonce, secret, step } = walk;
      if (operationId === 'beginLivenessSession') {
        return { id, headers: {}, body: JSON.stringify({ code, nonce }) };
      }
      const frame =
        operationId === 'sendLivenessFrame' && step !== undefined
          ? { 'x-frame-step': String(step.number), 'x-frame-index': String(step.received) }
          : {};
      return { id, headers: { authorization: `Bearer ${secret}`, ...frame } };
    },
    learn(operationId, path, answer) {
      const data = JSON.parse(answer) as Record<string, unknown>;
      if (operationId === 'createLivenessSession') {
        const fragment = new URLSearchParams(new URL(String(data.captureUrl)).hash.slice(1));
        const nonce = randomBytes(24).toString('base64url');
        if (walks.length >= mostWalks) return;
        walks.push({ id: fragment.get('s')!, code: fragment.get('c')!, nonce, taken: 0 });
        return;
      }
      const index = walks.findIndex(({ id }) => id === idOf(path));
      const walk = walks[index];
      if (walk === undefined) return;
      switch (operationId) {
        case 'beginLivenessSession':
          walk.secret = String(data.secret);
          return;
        case 'nextLivenessStep': {
          const step = data.step as { number: number; frames: number } | null;
          walk.isCapturing = true;
          walk.hasAllSteps = step === null;
          if (step === null) walk.step = undefined;
          else if (step.number !== walk.step?.number) walk.step = { ...step, received: 0 };
          return;
        }
        case 'sendLivenessFrame':
          if (walk.step === undefined) return;
          walk.step.received = Number(data.received);
          if (walk.step.received >= walk.step.frames) walk.step = undefined;
          return;
        case 'handOverLivenessSession':
        case 'cancelLivenessSession':
        case 'finishLivenessSession':
        case 'uploadLivenessPhoto':
          walks.splice(index, 1);
      }
    },
  };
}
