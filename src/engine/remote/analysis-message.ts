import { createHash } from 'node:crypto';
import type { AnalysisOutcome, WorkerAnalysis } from '../analyse-photo.ts';
import type { EngineDescription } from '../face-engine.ts';
import type { PhotoLimits } from '../photo-limits.ts';

/** Largest answer of a face service: an analysis with its points and several templates takes under 100,000 bytes. */
export const largestAnswerBytes = 1_000_000;

/** An outcome as JSON: all bytes as base64, those of the points as float32, little-endian. */
export function encodeOutcome(outcome: AnalysisOutcome): string {
  if (outcome.kind !== 'analysed') return JSON.stringify(outcome);
  const { templates, fingerprint, points, surroundings, midline, ...rest } = outcome.analysis;
  return JSON.stringify({
    kind: outcome.kind,
    analysis: {
      ...rest,
      templates: templates.map((one) => ({ ...one, template: toBase64(one.template) })),
      fingerprint: toBase64(fingerprint),
      ...(points === undefined
        ? {}
        : { points: toBase64(new Uint8Array(points.buffer, points.byteOffset, points.byteLength)) }),
      ...(surroundings === undefined ? {} : { surroundings: toBase64(surroundings) }),
      ...(midline === undefined ? {} : { midline: toBase64(midline) }),
    },
  });
}

/** The outcome that a face service of the same networks sent. Throws `SyntaxError` or `TypeError` for other texts. */
export function decodeOutcome(text: string): AnalysisOutcome {
  const message = JSON.parse(text) as
    | Exclude<AnalysisOutcome, { kind: 'analysed' }>
    | { readonly kind: 'analysed'; readonly analysis: EncodedAnalysis };
  if (message.kind === 'refused' || message.kind === 'network-gone') return message;
  if (message.kind !== 'analysed') throw new TypeError('The answer of the face service has no outcome');
  const { templates, fingerprint, points, surroundings, midline, ...rest } = message.analysis;
  const analysis: WorkerAnalysis = {
    ...rest,
    templates: templates.map((one) => ({ ...one, template: fromBase64(one.template) })),
    fingerprint: fromBase64(fingerprint),
    ...(points === undefined ? {} : { points: new Float32Array(fromBase64(points).buffer) }),
    ...(surroundings === undefined ? {} : { surroundings: fromBase64(surroundings) }),
    ...(midline === undefined ? {} : { midline: fromBase64(midline) }),
  };
  return { kind: 'analysed', analysis };
}

type EncodedAnalysis = Omit<
  WorkerAnalysis,
  'templates' | 'fingerprint' | 'points' | 'surroundings' | 'midline'
> & {
  readonly templates: readonly { readonly template: string; readonly templateModel: string }[];
  readonly fingerprint: string;
  readonly points?: string;
  readonly surroundings?: string;
  readonly midline?: string;
};

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** Bytes with memory of their own, so that they can be read as float32. */
function fromBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'));
}

/**
 * One text for networks and photo limits: equal in two processes that give the same outcome for a photo. Thresholds are
 * not part of it, since only the process that asked decides by them.
 */
export function digestNetworks(description: EngineDescription, limits: PhotoLimits): string {
  const { templateModel, livenessEngine, models } = description;
  const networks = models.map(({ role, name, version }) => `${role} ${name} ${version}`).sort();
  const ordered = Object.entries(limits)
    .map(([name, value]) => `${name} ${value}`)
    .sort();
  return createHash('sha256')
    .update(JSON.stringify([templateModel, livenessEngine, networks, ordered]))
    .digest('base64url');
}
