import type { InventedEnd } from '../liveness/index.ts';
import { samplePhoto } from './sample-photo.ts';
import { findFaceScenario } from './scenarios.ts';

const frame = Buffer.from(samplePhoto, 'base64');

/** The end of a person's liveness sessions, by the catalogue; undefined when a camera decides. */
export function inventEnd(cpf: string): InventedEnd | undefined {
  const reasons = findFaceScenario(cpf)?.liveness;
  return reasons && { reasons, frame };
}
