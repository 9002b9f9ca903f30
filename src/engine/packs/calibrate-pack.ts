import { learnExpectedLikeness } from '../cohort/learn-expected-likeness.ts';
import { defaultFaceTemplates } from '../face-template.ts';
import { listPhotosOfPeople, type PhotoOfPerson } from '../list-photos-of-people.ts';
import { hasPackagedNetworks } from '../packaged-networks.ts';
import { thresholdAt } from '../recognition.ts';
import { PackError } from './errors.ts';
import { fuseVectors, learnFusion } from './learn-fusion.ts';
import {
  type EmbeddedPhoto,
  type EmbedPhotosOptions,
  embedPhotos,
  type MeasuredScores,
  productOf,
  scoreAllPairs,
  uncalibratedPack,
} from './measure-scores.ts';
import type { PackCalibration, PackManifest } from './pack-manifest.ts';
import { type FusionTable, getInstalledPack, saveCalibration } from './packs-folder.ts';
import { calibrationOf, separationOf } from './score-histogram.ts';

export type CalibratePackOptions = EmbedPhotosOptions & {
  readonly directory: string;
  /** A folder for each person, or files named by the person, an underscore and a number. */
  readonly images: string;
  /** Make each template of the face and of its mirrored copy: twice the time of the network. */
  readonly usesMirroredCopy?: boolean;
};

/** The share of pairs of one person that do not match at each rate of a table. */
export type MissedPairs = readonly { readonly falseMatchRate: number; readonly share: number }[];

export type CalibratedPack = {
  readonly id: string;
  readonly photos: number;
  readonly people: number;
  /** Photos in which no face could be used. */
  readonly refused: number;
  readonly calibration: PackCalibration;
  readonly missed: MissedPairs;
  /** Beside the default network; undefined where that is missing. */
  readonly fusion: (FusionTable & { readonly missed: MissedPairs }) | undefined;
  /** By the default network alone on the same photos, at its own scores for each rate. */
  readonly missedByDefault: MissedPairs | undefined;
};

/** Nobody has to be scored against more than that many others. */
const mostPhotos = 10_000;
/** Each pair is scored with eleven weights. */
const mostFusedPhotos = 4_000;
/** A network that misses more pairs of one person at a false match rate of 1e-2 is fed or trained wrongly. */
const mostMissed = 0.3;
/** Two photos so alike may show one person under two names. */
const duplicateSimilarity = 0.9;
const mostDrawnPeople = 1_000;

/**
 * Learns the calibration table of an installed recognition pack from photos of many people, all pairs of them, and
 * keeps it beside the pack; and another table for the pack and the default network together. A rate stands in a table
 * only when at least ten pairs of different people reached its score. The photos should show the people the service is
 * for.
 *
 * Rejects with `pack_not_found` and `pack_calibration_too_small`, and with `pack_calibration_implausible` for a table
 * that no working network gives. Then other ways to feed the network are tried on some of the photos, and the best is
 * named.
 */
export async function calibratePack(name: string, options: CalibratePackOptions): Promise<CalibratedPack> {
  const pack = await getInstalledPack(options.directory, name);
  const { manifest } = pack;
  if (manifest.role !== 'recognition') {
    throw new PackError('pack_not_found', { detail: `${pack.id} is not a recognition pack.` });
  }
  const found = await listPhotosOfPeople(options.images).catch((cause: unknown) => {
    throw new PackError('pack_calibration_too_small', { detail: 'The folder cannot be read.', cause });
  });
  const files = found.slice(0, mostPhotos);
  const { signal, usesMirroredCopy = false } = options;
  const recognition = uncalibratedPack(pack.directory, manifest, { usesMirroredCopy });
  const { templateModel: packModel } = recognition;
  const models = [packModel, ...(hasPackagedNetworks() ? [defaultFaceTemplates.templateModel] : [])];
  const { photos, refused } = await embedPhotos({ recognition }, files, options, models);
  const scores = await scoreAllPairs(photos, 0, signal);
  const calibration: PackCalibration = {
    ...withExpectedLikeness(calibrationOf(scores, photos.length), photos),
    ...(usesMirroredCopy ? { usesMirroredCopy } : {}),
  };
  const missed = missedAtEach(calibration, scores);
  const worst = missed.find(({ falseMatchRate }) => falseMatchRate === 1e-2)?.share ?? 0;
  if (worst > mostMissed) {
    const better = await suggestScaling(pack.directory, manifest, files, options);
    throw new PackError('pack_calibration_implausible', {
      detail: `${percent(worst)} of pairs of one person do not match at a false match rate of 1e-2. ${better}`,
    });
  }
  const beside = models.length === 1 ? undefined : await fuse(photos.slice(0, mostFusedPhotos), signal);
  const fusion = beside && { ...beside.fusion, packModel };
  await saveCalibration(pack, calibration, fusion);
  return {
    id: pack.id,
    photos: photos.length,
    people: new Set(photos.map(({ person }) => person)).size,
    refused,
    calibration,
    missed,
    fusion: beside && fusion && { ...fusion, missed: beside.missed },
    missedByDefault: beside?.missedByDefault,
  };
}

/** The table of the default network and the pack, from photos with the vectors of the pack and of the default. */
async function fuse(
  photos: readonly EmbeddedPhoto[],
  signal: AbortSignal | undefined,
): Promise<{
  readonly fusion: Omit<FusionTable, 'packModel'>;
  readonly missed: MissedPairs;
  readonly missedByDefault: MissedPairs;
}> {
  const turned = photos.map(({ person, vectors }) => ({ person, vectors: vectors.toReversed() }));
  const byDefault = await scoreAllPairs(turned, 0, signal);
  const byPack = await scoreAllPairs(turned, 1, signal);
  const { weights, shares, leftOut } = await learnFusion(turned, [byDefault, byPack], signal);
  const fused = turned.map((photo) => fuseVectors(photo, shares));
  const scores = await scoreAllPairs(fused, 0, signal);
  const calibration = withExpectedLikeness(calibrationOf(scores, photos.length), fused);
  return {
    fusion: { defaultModel: defaultFaceTemplates.templateModel, weights, shares, calibration, leftOut },
    missed: missedAtEach(calibration, scores),
    missedByDefault: missedAtEach(calibrationOf(byDefault, photos.length), byDefault),
  };
}

function missedAtEach({ falseMatchRates }: PackCalibration, { genuine }: MeasuredScores): MissedPairs {
  return falseMatchRates.map(({ falseMatchRate, score }) => ({
    falseMatchRate,
    share: genuine.shareUnder(score),
  }));
}

/** The table with the likeness of people who were not chosen for it, where the photos show enough people. */
function withExpectedLikeness(
  calibration: PackCalibration,
  photos: readonly EmbeddedPhoto[],
): PackCalibration {
  const faces = [...new Map(photos.toReversed().map(({ person, vectors }) => [person, vectors[0]])).values()]
    .slice(0, mostDrawnPeople)
    .map((face) => face as Float32Array);
  const likenesses = faces.map((face) => Float32Array.from(faces, (other) => productOf(face, other)));
  const strictest = Math.min(...calibration.falseMatchRates.map(({ falseMatchRate }) => falseMatchRate));
  const logOdds = Math.log(duplicateSimilarity / (1 - duplicateSimilarity));
  const mostLikeness = thresholdAt(calibration, strictest) + logOdds / calibration.logOddsPerScore;
  const expectedLikeness = learnExpectedLikeness(likenesses, mostLikeness, createDraws());
  return expectedLikeness === undefined ? calibration : { ...calibration, expectedLikeness };
}

/** A fixed sequence (Numerical Recipes' generator), so that the same photos give the same table. */
function createDraws(): () => number {
  let state = 15;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

type Input = PackManifest['input'];
type Recognition = PackManifest & { readonly role: 'recognition' };

const same = (value: number): [number, number, number] => [value, value, value];

const scalings: readonly Pick<Input, 'mean' | 'std'>[] = [
  { mean: same(127.5), std: same(127.5) },
  { mean: same(127.5), std: same(128) },
  { mean: same(0), std: same(1) },
  { mean: same(0), std: same(255) },
  { mean: [123.675, 116.28, 103.53], std: [58.395, 57.12, 57.375] },
];

/** Enough for more than a thousand pairs. */
const mostPeople = 30;
const photosOfEach = 2;

/** Each scaling with both orders of the colours. */
const candidates = (['rgb', 'bgr'] as const).flatMap((colourOrder) =>
  scalings.map((scaling) => ({ ...scaling, colourOrder })),
);

/**
 * A sentence that names the common scaling with which the network tells some of the photos apart best, and the share of
 * pairs of one person that do not match at a false match rate of 1e-2. The face of a photo is found once.
 */
async function suggestScaling(
  directory: string,
  manifest: Recognition,
  files: readonly PhotoOfPerson[],
  options: EmbedPhotosOptions,
): Promise<string> {
  const some = choosePhotos(files);
  const packs = candidates.map((candidate) =>
    uncalibratedPack(directory, { ...manifest, input: { ...manifest.input, ...candidate } }),
  );
  const [recognition, ...otherRecognition] = packs;
  const { onProgress: _, ...quietly } = options;
  const { photos } = await embedPhotos(
    { recognition, otherRecognition },
    some,
    quietly,
    packs.map(({ templateModel }) => templateModel),
  );
  const tried: { readonly words: string; readonly missed: number; readonly separation: number }[] = [];
  for (const [which, { colourOrder, mean, std }] of candidates.entries()) {
    const scores = await scoreAllPairs(photos, which, options.signal);
    const score = scores.impostor.scoreReachedBy(0.01 * scores.impostor.total);
    const words = `colourOrder ${colourOrder}, mean ${mean.join(' ')}, std ${std.join(' ')}`;
    tried.push({ words, missed: scores.genuine.shareUnder(score), separation: separationOf(scores) });
  }
  const [best] = tried.sort((a, b) => b.separation - a.separation);
  return `Of the common scalings ${best?.words} does best on ${some.length} photos: ${percent(best?.missed ?? 1)}.`;
}

/** Two photos of each of some people who have two. */
function choosePhotos(files: readonly PhotoOfPerson[]): PhotoOfPerson[] {
  const byPerson = Map.groupBy(files, ({ person }) => person);
  return [...byPerson.values()]
    .filter((own) => own.length >= photosOfEach)
    .slice(0, mostPeople)
    .flatMap((own) => own.slice(0, photosOfEach));
}
