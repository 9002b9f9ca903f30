import type { ComparisonAdjustment, FaceAnalysis, FaceEngine } from '../engine/index.ts';
import type { UsableSession } from '../liveness/index.ts';
import { attemptIdKind, createId } from '../platform/ids.ts';
import type { ReviewKind } from '../platform/reviews.ts';
import type { JudgedBy } from './authentication-store.ts';
import type { CohortMoment } from './cohort/index.ts';
import type { FaceDeps } from './face-deps.ts';
import { findReplayedReference } from './find-replayed-reference.ts';
import type { BegunRequest } from './receive-request.ts';
import { faceTemplateOf } from './refresh-face-templates.ts';
import type { AttemptOutcome, LookAgainDeps, NewAttempt, ReferenceFace } from './types.ts';

/** The face of the photo that came. */
export type ReceivedFace = { readonly analysis: FaceAnalysis; readonly photo: Uint8Array };

/** The verdict on a face, not stored yet, and the cohort's state that it rests on. */
export async function decideAttempt(
  deps: LookAgainDeps & Pick<FaceDeps, 'clock' | 'cohort'>,
  request: Pick<BegunRequest, 'peopleId' | 'device' | 'sourceIp' | 'clientId' | 'begunAt'>,
  registered: readonly ReferenceFace[],
  analysis: FaceAnalysis,
  options: {
    readonly receivedImageId: string;
    readonly session: UsableSession | undefined;
    readonly moment: CohortMoment | undefined;
  },
): Promise<{ readonly attempt: NewAttempt; readonly judgedBy: JudgedBy | undefined }> {
  const { receivedImageId, session, moment } = options;
  const compareWith = (template: Uint8Array, templateModel: string, adjustment?: ComparisonAdjustment) =>
    deps.engine.compare(template, requireFaceTemplate(analysis, templateModel), templateModel, adjustment);
  const compared = registered
    .map((face) => ({ face, ...compareWith(face.template, face.templateModel) }))
    .sort((a, b) => b.similarity - a.similarity || b.score - a.score);
  const nearest = compared[0]!;
  const together = combineReferences(deps.engine, nearest.face, registered);
  // A photo that matches neither the nearest nor all of them together cannot pass, whatever it is a copy of.
  const mayPass =
    nearest.similarity >= 0.5 || compareWith(together.template, nearest.face.templateModel).similarity >= 0.5;
  const replayed = mayPass ? await findReplayedReference(deps, registered, analysis) : undefined;
  const best = compared.find(({ face }) => face === replayed) ?? nearest;
  const { personId, imageId: registeredImageId, templateModel } = best.face;
  // A copy stands for itself alone.
  const reference = replayed === undefined ? together : { template: best.face.template, combined: 1 };
  const judgement = await deps.cohort?.judge({
    personId,
    registered: reference.template,
    received: requireFaceTemplate(analysis, templateModel),
    templateModel,
    moment,
  });
  const judgedBy = judgement && { state: judgement.state, templateModel };
  const { score, similarity } = compareWith(reference.template, templateModel, judgement?.adjustment);
  const isFaceMatch = similarity >= 0.5;
  const { falseMatchRate, scoreThreshold, models } = deps.engine.describe(templateModel);
  const liveness = session?.liveness ?? analysis.liveness;
  const isAlive = replayed === undefined && liveness.isAlive;
  const createdAt = deps.clock.now();
  const attempt: NewAttempt = {
    id: createId(attemptIdKind, createdAt.getTime()),
    personId,
    createdAt,
    peopleId: request.peopleId,
    sourceIp: request.sourceIp,
    executionOriginId: request.clientId,
    device: request.device,
    registeredImageId,
    receivedImageId,
    faceMatch: { similarity, isFaceMatch },
    liveness: { probability: replayed === undefined ? liveness.probability : 0, isAlive },
    isMatch: isFaceMatch && isAlive,
    decision: {
      outcome: outcomeOf({ isReplayed: replayed !== undefined, isFaceMatch, isAlive }),
      score,
      likeness: compareWith(reference.template, templateModel).score,
      ...(judgement?.figures && { cohort: judgement.figures }),
      restsOn: judgement?.restsOn ?? 'press photos',
      scoreThreshold: scoreThreshold + (judgement?.adjustment.thresholdRaise ?? 0),
      falseMatchRate,
      templateModel,
      livenessEngine: liveness.engine,
      livenessThreshold: liveness.threshold,
      models,
      quality: analysis.quality,
      references: registered.length,
      combinedReferences: reference.combined,
      durationMs: Math.round(performance.now() - request.begunAt),
      ...(session && {
        livenessSessionId: session.id,
        livenessChallenge: session.liveness === undefined ? 'not_performed' : 'passed',
      }),
    },
  };
  return { attempt, judgedBy };
}

function outcomeOf(verdict: {
  readonly isReplayed: boolean;
  readonly isFaceMatch: boolean;
  readonly isAlive: boolean;
}): AttemptOutcome {
  if (verdict.isReplayed) return 'reference_replayed';
  if (!verdict.isFaceMatch) return 'face_mismatch';
  return verdict.isAlive ? 'match' : 'spoof_suspected';
}

function requireFaceTemplate(analysis: FaceAnalysis, templateModel: string): Uint8Array {
  const template = faceTemplateOf(analysis, templateModel);
  if (template === undefined) throw new TypeError(`There is no template of ${templateModel}`);
  return template;
}

/**
 * The reference photos that match the most similar one, as one template of its model, and their number: fewer strangers
 * match it than the best of several, and fewer photos of the person are missed. Photos of another model, and those that
 * do not match the most similar one, are left out: they may show somebody else.
 *
 * See docs/decisions/0019.
 */
export function combineReferences(
  engine: FaceEngine,
  best: ReferenceFace,
  references: readonly ReferenceFace[],
): { readonly template: Uint8Array; readonly combined: number } {
  const { template, templateModel } = best;
  const alike = references.filter(
    (face) =>
      face !== best &&
      face.templateModel === templateModel &&
      engine.compare(face.template, template, templateModel).similarity >= 0.5,
  );
  if (alike.length === 0) return { template, combined: 1 };
  const templates = [template, ...alike.map((face) => face.template)];
  const mean = engine.combine(templates, templateModel);
  return mean === undefined ? { template, combined: 1 } : { template: mean, combined: templates.length };
}

/** Why people should look at an attempt; usually nothing. `isUploaded`: its photo was sent ahead, or as a file. */
export function listReviewKinds(
  attempt: Pick<NewAttempt, 'decision' | 'faceMatch'>,
  isUploaded: boolean,
  band = 0,
): readonly ReviewKind[] {
  const { outcome } = attempt.decision;
  const kinds: ReviewKind[] = [];
  if (outcome === 'spoof_suspected' || outcome === 'reference_replayed') kinds.push('liveness_failure');
  if (band > 0 && Math.abs(attempt.faceMatch.similarity - 0.5) <= band) kinds.push('similarity_band');
  if (isUploaded) kinds.push('capture_upload');
  return kinds;
}
