import type { LivenessPolicy } from '../access/index.ts';

/** The operator's demands on photos and their worth, one line each for the log. */
export function describePolicy(policy: LivenessPolicy): string {
  const authentication = `authentication: ${worth[policy.authentication]}`;
  const registration = `registration: ${worth[policy.registration]}`;
  return `liveness for ${authentication}; for ${registration}; a client may demand more; see docs/guides/what-liveness-proves.md`;
}

const worth = {
  passive: 'passive (one photo; good prints and screens pass, fewer with MODELS_AUTO_PULL=minifasnet)',
  challenge: 'challenge (movements on request; a face drawn by a program that follows them passes)',
} as const;
