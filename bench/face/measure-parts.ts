import { type AnalysisParts, analysePhoto } from '../../src/engine/analyse-photo.ts';
import { openDeploymentCohort } from '../../src/engine/cohort/deployment-cohort.ts';
import expectedLikeness from '../../src/engine/cohort/expected-likeness.json' with { type: 'json' };
import { decodePhoto } from '../../src/engine/decode-photo.ts';
import { FaceDetector } from '../../src/engine/detect-faces.ts';
import { FingerprintDrawer } from '../../src/engine/draw-fingerprint.ts';
import {
  combineFaceTemplates,
  defaultFaceTemplates,
  encodeFaceTemplate,
} from '../../src/engine/face-template.ts';
import { findFace } from '../../src/engine/find-face.ts';
import { openQuickDetector } from '../../src/engine/glance-at-photo.ts';
import { faceInPhoto, openAssessor } from '../../src/engine/liveness/open-assessor.ts';
import { eyeCentres, LandmarkLocator } from '../../src/engine/locate-landmarks.ts';
import { disableRuntimeTelemetry, openNetwork } from '../../src/engine/onnx-network.ts';
import { openEmbedders } from '../../src/engine/open-embedders.ts';
import { getPackagedNetwork } from '../../src/engine/packaged-networks.ts';
import { usualPhotoLimits } from '../../src/engine/photo-limits.ts';
import { QualityMeter } from '../../src/engine/quality/measure-quality.ts';
import { Pyramid } from '../../src/engine/raster.ts';
import { createSeededRandom } from '../seeded-random.ts';
import { openYardstick } from './yardstick.ts';

export type PartFigures = {
  /** Processor time of the yardstick's networks; all other times are to be read beside it. */
  readonly yardstickMs: number;
  /** Processor time of the whole analysis of one photo. */
  readonly analysisMs: number;
  /** Of its parts, in order. */
  readonly parts: readonly { readonly name: string; readonly cpuMs: number }[];
};

/**
 * Processor time of the parts of one photo's analysis, all threads of this process, medians. The parts and the
 * yardstick take turns, so that a busy machine slows them alike.
 */
export async function measureParts(options: {
  readonly photo: Uint8Array;
  readonly rounds?: number;
}): Promise<PartFigures> {
  disableRuntimeTelemetry();
  const { photo } = options;
  const yardstick = await openYardstick();
  const { templateModel } = defaultFaceTemplates;
  const parts: AnalysisParts = {
    finder: {
      detector: new FaceDetector(await openNetwork(getPackagedNetwork('detector').file)),
      quickDetector: openQuickDetector(await openNetwork(getPackagedNetwork('quick-detector').file)),
      locator: new LandmarkLocator(await openNetwork(getPackagedNetwork('landmarks').file)),
    },
    embedders: await openEmbedders({}, templateModel),
    meter: new QualityMeter(),
    fingerprints: new FingerprintDrawer(),
    assessor: await openAssessor(undefined),
  };
  const faces = randomTemplates(512 + 5);
  const [members, references] = [faces.slice(0, 512), faces.slice(512)];
  const cohort = await openDeploymentCohort(
    members.map((template, index) => ({ id: `${index}`, person: `${index}`, values: valuesOf(template) })),
    { expected: expectedLikeness.rows, duplicateLikeness: 0.5 },
  );
  const limits = { ...usualPhotoLimits, maxPixels: 40_000_000 };
  const times = new Map<string, number[]>();
  const time = async <T>(name: string, work: () => T | Promise<T>): Promise<T> => {
    const before = process.cpuUsage();
    const result = await work();
    const { user, system } = process.cpuUsage(before);
    times.set(name, [...(times.get(name) ?? []), (user + system) / 1000]);
    return result;
  };
  for (let round = -5; round < (options.rounds ?? 40); round++) {
    if (round === 0) times.clear();
    await time('yardstick', () => yardstick.run());
    await time('analysis', () => analysePhoto(photo, parts, limits, [templateModel], { isReceived: true }));
    const { raster } = await time('decoding', () =>
      decodePhoto(photo, limits.maxPixels, { isReceived: true }),
    );
    const { width, height } = raster;
    const pyramid = await time('copy for drawing', () => new Pyramid(raster));
    const search = await time('detector and landmarks', () =>
      findFace(pyramid, parts.finder, { ...limits, timeoutMs: limits.searchTimeoutMs, looks: 1 }),
    );
    if (search.kind !== 'found') throw new TypeError('The photo shows no face');
    const { face, landmarks } = search.found;
    const frame = { scale: 1, left: 0, top: 0, width, height };
    await time('quality', () => parts.meter.measure(pyramid, landmarks, frame, face.score));
    await time('fingerprint', () => parts.fingerprints.draw(pyramid, landmarks));
    const embedder = await parts.embedders.get(templateModel);
    await time('recognition', () => embedder.embed(pyramid, landmarks));
    const assessed = faceInPhoto(pyramid, face, eyeCentres(landmarks));
    await time('liveness', () => parts.assessor.assess(assessed));
    await time('five reference photos as one', () => combineFaceTemplates(references, defaultFaceTemplates));
    await time('correction by 512 people', () => {
      const [first, second] = references.map((face) => cohort.likenessesOf(valuesOf(face)));
      cohort.judge(first as Float32Array, second as Float32Array, ['0']);
    });
  }
  const of = (name: string) => median(times.get(name) ?? []);
  return {
    yardstickMs: of('yardstick'),
    analysisMs: of('analysis'),
    parts: [...times.keys()]
      .filter((name) => name !== 'yardstick' && name !== 'analysis')
      .map((name) => ({ name, cpuMs: of(name) })),
  };
}

/** Templates of nobody. */
function randomTemplates(count: number): Uint8Array[] {
  const random = createSeededRandom(15);
  const { embeddedValues } = defaultFaceTemplates;
  return Array.from({ length: count }, () =>
    encodeFaceTemplate(
      Float32Array.from({ length: embeddedValues }, () => random() - 0.5),
      embeddedValues,
    ),
  );
}

function valuesOf(template: Uint8Array): Float32Array {
  return new Float32Array(template.buffer, template.byteOffset, defaultFaceTemplates.embeddedValues);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
