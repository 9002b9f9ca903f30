import type { LivenessDeps } from './liveness-deps.ts';

/** The operator's demands on photos and their worth, one line each for the log. */
export function describePolicy({
  requiredForAuthentication,
  requiredForRegistration,
}: Pick<LivenessDeps['settings'], 'requiredForAuthentication' | 'requiredForRegistration'>): string {
  const authentication = `authentication: ${worth[requiredForAuthentication]}`;
  const registration = `registration: ${worth[requiredForRegistration]}`;
  return `liveness for ${authentication}; for ${registration}; see docs/guides/what-liveness-proves.md`;
}

const worth = {
  passive: 'passive (one photo; good prints and screens pass, fewer with MODELS_AUTO_PULL=minifasnet)',
  challenge: 'challenge (movements on request; a face drawn by a program that follows them passes)',
} as const;
