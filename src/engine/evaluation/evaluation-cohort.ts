import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../platform/errors.ts';
import { type DeploymentCohort, penaltyOf, sampleOfPeople } from '../cohort/deployment-cohort.ts';
import { EngineError } from '../errors.ts';
import type { FaceEngine } from '../face-engine.ts';
import { listPhotosOfPeople } from '../list-photos-of-people.ts';
import type { LabelledPair } from './read-labelled-pairs.ts';

/** Whose faces say how ordinary the compared ones are. */
export type CohortKind = 'packaged' | 'self' | 'deployment' | 'photos';

export type AppliedCohort = {
  readonly kind: CohortKind;
  /** The cohort's people; 0 where the calibration alone decides. */
  readonly people: number;
  /** Added to the calibrated threshold, as the deployment does. */
  readonly thresholdRaise?: number;
  /** The part of a pair's score that is taken off. */
  penaltyOf(imageA: string, imageB: string): number;
};

/** The templates of the evaluated photos, by image, and the pairs that say which show one person. */
export type EvaluatedPhotos = {
  readonly templates: ReadonlyMap<string, Uint8Array>;
  readonly pairs: readonly LabelledPair[];
};

/** Makes the cohort once all photos of the evaluation have been analysed. */
export type OpenEvaluationCohort = (photos: EvaluatedPhotos) => Promise<AppliedCohort>;

/** No cohort: the threshold was learnt on press photos, and they alone decide. */
export const packagedCohort: OpenEvaluationCohort = async () => ({
  kind: 'packaged',
  people: 0,
  penaltyOf: () => 0,
});

/**
 * The other people among the evaluated photos, one photo of each; both people of the compared pair are left out. Who a
 * photo shows, the caller says: by the columns of the list, or by a folder for each person. A photo of which nobody says
 * it is in no cohort, since it may show one of the compared people.
 *
 * Rejects with `evaluation_people_unknown` when nothing is said of any photo.
 */
export function selfCohort(engine: FaceEngine, duplicateSimilarity: number): OpenEvaluationCohort {
  return async ({ templates, pairs }) => {
    const named = namePeople(pairs);
    if (named.size === 0) throw new EngineError('evaluation_people_unknown');
    const people = new Map<string, Uint8Array>();
    for (const image of [...templates.keys()].sort()) {
      const person = named.get(image);
      if (person !== undefined && !people.has(person)) people.set(person, templates.get(image) as Uint8Array);
    }
    const cohort = await openSample(engine, people, duplicateSimilarity);
    return applyCohort(engine, 'self', cohort, templates, (image) => named.get(image));
  };
}

/** The people of other photos, each with one template. */
export function photosCohort(
  engine: FaceEngine,
  people: ReadonlyMap<string, Uint8Array>,
  duplicateSimilarity: number,
): OpenEvaluationCohort {
  return async ({ templates }) => {
    const cohort = await openSample(engine, people, duplicateSimilarity);
    return applyCohort(engine, 'photos', cohort, templates, () => undefined);
  };
}

async function openSample(
  engine: FaceEngine,
  people: ReadonlyMap<string, Uint8Array>,
  duplicateSimilarity: number,
): Promise<DeploymentCohort | undefined> {
  const members = sampleOfPeople(people.keys()).map((person) => ({
    id: person,
    person,
    template: people.get(person) as Uint8Array,
  }));
  return await engine.openCohort(members, { duplicateSimilarity });
}

function applyCohort(
  engine: FaceEngine,
  kind: CohortKind,
  cohort: DeploymentCohort | undefined,
  templates: ReadonlyMap<string, Uint8Array>,
  personOf: (image: string) => string | undefined,
): AppliedCohort {
  const known = new Map<string, Float32Array>();
  const likenessesOf = (image: string) => {
    const template = templates.get(image);
    const likenesses =
      known.get(image) ?? (template && cohort?.likenessesOf(engine.searchVector(template).values));
    if (likenesses !== undefined) known.set(image, likenesses);
    return likenesses;
  };
  return {
    kind,
    people: cohort?.people ?? 0,
    penaltyOf(imageA, imageB) {
      const [first, second] = [likenessesOf(imageA), likenessesOf(imageB)];
      if (first === undefined || second === undefined) return 0;
      const leftOut = [personOf(imageA), personOf(imageB)].filter((person) => person !== undefined);
      const ordinariness = cohort?.judge(first, second, leftOut);
      return ordinariness === undefined ? 0 : penaltyOf(ordinariness);
    },
  };
}

/** The person of each photo of which it is known: from the columns of the list, or else from the photo's folder. */
export function namePeople(pairs: readonly LabelledPair[]): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  for (const { imageA, imageB, personA, personB } of pairs) {
    if (personA !== undefined) named.set(imageA, personA);
    if (personB !== undefined) named.set(imageB, personB);
  }
  if (named.size > 0) return named;
  for (const image of pairs.flatMap(({ imageA, imageB }) => [imageA, imageB])) {
    const folder = dirname(image);
    if (folder !== '.') named.set(image, folder);
  }
  return named;
}

/**
 * A template of each person of a folder of photos, of the first photo that gives one; of many people a sample. Photos
 * are laid out as for `confere models calibrate`.
 *
 * Rejects with `evaluation_photo_missing` when the folder cannot be read or shows nobody.
 */
export async function readCohortPhotos(
  engine: FaceEngine,
  folder: string,
  atOnce: number,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const photos = await listPhotosOfPeople(folder).catch((cause: unknown) => {
    throw new EngineError('evaluation_photo_missing', {
      detail: `The cohort ${folder} is not packaged, self or deployment, and no folder that can be read`,
      cause,
    });
  });
  const templates = new Map<string, Uint8Array>();
  const waiting = sampleOfPeople(photos.map(({ person }) => person)).values();
  const work = async () => {
    for (const person of waiting) {
      const own = photos.filter((photo) => photo.person === person);
      const template = await firstTemplate(engine, own);
      if (template !== undefined) templates.set(person, template);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (templates.size === 0) {
    throw new EngineError('evaluation_photo_missing', { detail: `No photo in ${folder} shows a face` });
  }
  return templates;
}

async function firstTemplate(
  engine: FaceEngine,
  photos: readonly { readonly path: string }[],
): Promise<Uint8Array | undefined> {
  for (const { path } of photos) {
    try {
      return (await engine.analyse(await readFile(path))).template;
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'invalid') throw error;
    }
  }
  return undefined;
}
