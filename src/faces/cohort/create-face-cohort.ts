import { setImmediate } from 'node:timers/promises';
import {
  type ComparisonAdjustment,
  type DeploymentCohort,
  type FaceEngine,
  fewestPeople,
  findTemplate,
  mostPeople,
  partModelsOf,
  penaltyOf,
} from '../../engine/index.ts';
import type { Db } from '../../platform/db/types.ts';
import type { RecordCipher } from '../../platform/encryption/index.ts';
import type { JobOutcome } from '../../platform/jobs/index.ts';
import { findFacesById } from '../faces-store.ts';
import type { CohortFigures } from '../types.ts';
import {
  type CohortMoment,
  type CohortState,
  cohortStateOf,
  countCohortMembers,
  drawCohort,
  listCohortMembers,
  readCohortState,
} from './cohort-store.ts';

/** The part of the deployment's people in one comparison, and the basis of the promised rate. */
export type CohortJudgement = {
  readonly adjustment: ComparisonAdjustment;
  /** Undefined where the calibration alone decides. */
  readonly figures: CohortFigures | undefined;
  readonly restsOn: string;
  readonly state: CohortState;
};

export type ComparedFaces = {
  /** Whose registered face is compared. */
  readonly personId: string;
  readonly registered: Uint8Array;
  readonly received: Uint8Array;
  readonly templateModel: string;
  /** A moment that was read before, for a caller who looks once more whether it has passed. Default: this moment. */
  readonly moment?: CohortMoment | undefined;
};

/** The faces of the deployment's people, as every process compares with them. */
export type FaceCohort = {
  /** The judgement of two templates by the members of this moment. */
  judge(faces: ComparedFaces): Promise<CohortJudgement>;
  /** The judgement of pairs of faces that nobody here need have. The people of this moment judge all of them. */
  judgePairs(
    templates: readonly Uint8Array[],
    pairs: readonly (readonly [number, number])[],
  ): Promise<JudgedPairs>;
  /** The members with their templates, to compare them with each other. */
  openMembers(): Promise<OpenMembers>;
  /** The basis of the promised false match rate now, in words. */
  describe(): Promise<string>;
  /** Brings the members to the sample that they should be. */
  draw(): Promise<JobOutcome>;
};

/** The parts of each pair's score that are taken off. */
export type JudgedPairs = {
  readonly people: number;
  readonly thresholdRaise: number;
  readonly penalties: readonly number[];
};

export type OpenMembers = {
  readonly members: readonly { readonly person: string; readonly template: Uint8Array }[];
  /** Undefined for a model without a table of what press photos have in common. */
  readonly judged: DeploymentCohort | undefined;
  readonly thresholdRaise: number;
};

export type FaceCohortOptions = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly engine: FaceEngine;
  /** Similarity from which two faces may be one person's. */
  readonly duplicateSimilarity: number;
};

type Opened = {
  readonly version: number;
  readonly cohort: DeploymentCohort | undefined;
  readonly members: OpenMembers['members'];
};

/** The members as one model compares with them. */
type ModelCohort = {
  opened?: Opened;
  templates: ReadonlyMap<string, Uint8Array>;
  opening?: Promise<Opened> | undefined;
};

/**
 * Compares with the members that the database names at the moment of the comparison, so that processes agree and who
 * is erased is out at once. Templates and likenesses of members that stay are kept in memory.
 *
 * See docs/decisions/0116.
 */
export function createFaceCohort(options: FaceCohortOptions): FaceCohort {
  const { db, cipher, engine, duplicateSimilarity } = options;
  const { templateModel } = engine.describe();
  const cohorts = new Map<string, ModelCohort>();
  /** The model in use and, where it is of two networks, those of each: until all faces have both, one may decide. */
  const cohortModels = [...new Set([templateModel, ...partModelsOf(templateModel)])];
  /** True for a model with a table of what press photos have in common. */
  let isMeasured: boolean | undefined;

  async function open(model: string, cohortOfModel: ModelCohort): Promise<Opened> {
    const { templates, opened } = cohortOfModel;
    const { version, members } = await listCohortMembers(db, model);
    const missing = members.filter(({ faceId }) => !templates.has(faceId)).map(({ faceId }) => faceId);
    const found = await findFacesById(db, cipher, missing);
    const made = new Map(found.map((face) => [face.id, findTemplate([face], model)]));
    const known = members.flatMap(({ faceId, personId }) => {
      const template = templates.get(faceId) ?? made.get(faceId);
      return template === undefined ? [] : [{ id: faceId, person: personId, template }];
    });
    const cohort = await engine.openCohort(known, {
      duplicateSimilarity,
      templateModel: model,
      previous: opened?.cohort,
    });
    cohortOfModel.templates = new Map(known.map(({ id, template }) => [id, template]));
    cohortOfModel.opened = { version, cohort, members: known };
    return cohortOfModel.opened;
  }

  /** The members of a version or of a later one. */
  async function openVersion(model: string, version: number): Promise<Opened> {
    const cohortOfModel: ModelCohort = cohorts.get(model) ?? { templates: new Map() };
    cohorts.set(model, cohortOfModel);
    for (;;) {
      const { opened } = cohortOfModel;
      if (opened !== undefined && opened.version >= version) return opened;
      cohortOfModel.opening ??= open(model, cohortOfModel).finally(() => {
        cohortOfModel.opening = undefined;
      });
      await cohortOfModel.opening;
    }
  }

  return {
    async judge({ personId, registered, received, templateModel: comparedModel, moment }) {
      const wanted =
        moment === undefined
          ? await readCohortState(db, comparedModel)
          : cohortStateOf(moment, comparedModel);
      const { thresholdRaise } = wanted;
      const { restsOn } = engine.describe(comparedModel);
      const adjustment = { thresholdRaise };
      const byCalibration = { adjustment, figures: undefined, restsOn, state: wanted };
      if (!cohortModels.includes(comparedModel)) return byCalibration;
      const { version, cohort } = await openVersion(comparedModel, wanted.version);
      const state = { version, thresholdRaise };
      if (cohort === undefined || cohort.people < fewestPeople) return { ...byCalibration, state };
      const [first, second] = [registered, received].map((template) =>
        cohort.likenessesOf(engine.searchVector(template, comparedModel).values),
      ) as [Float32Array, Float32Array];
      const ordinariness = cohort.judge(first, second, [personId]);
      if (ordinariness === undefined) return { ...byCalibration, state };
      return {
        adjustment: { thresholdRaise, penalty: penaltyOf(ordinariness) },
        figures: {
          version,
          people: ordinariness.people,
          registeredOrdinariness: ordinariness.first,
          receivedOrdinariness: ordinariness.second,
        },
        restsOn: describePeople(ordinariness.people, restsOn),
        state,
      };
    },
    async judgePairs(pairTemplates, pairs) {
      const { version, thresholdRaise } = await readCohortState(db, templateModel);
      const { cohort } = await openVersion(templateModel, version);
      if (cohort === undefined || cohort.people < fewestPeople) {
        return { people: 0, thresholdRaise, penalties: pairs.map(() => 0) };
      }
      const likenesses = pairTemplates.map((template) =>
        cohort.likenessesOf(engine.searchVector(template, templateModel).values),
      );
      const penalties: number[] = [];
      for (const [a, b] of pairs) {
        const [first, second] = [likenesses[a], likenesses[b]];
        if (first === undefined || second === undefined) throw new RangeError('A pair names no template');
        const ordinariness = cohort.judge(first, second, []);
        penalties.push(ordinariness === undefined ? 0 : penaltyOf(ordinariness));
        if (penalties.length % 50 === 0) await setImmediate();
      }
      return { people: cohort.people, thresholdRaise, penalties };
    },
    async openMembers() {
      const { version, thresholdRaise } = await readCohortState(db, templateModel);
      const { members, cohort } = await openVersion(templateModel, version);
      return { members, judged: cohort, thresholdRaise };
    },
    async describe() {
      isMeasured ??= (await engine.openCohort([], { duplicateSimilarity, templateModel })) !== undefined;
      const people = isMeasured ? await countCohortMembers(db, templateModel) : 0;
      return describePeople(people, engine.describe().restsOn);
    },
    async draw() {
      await db.transaction().execute((tx) => drawCohort(tx, cohortModels, mostPeople));
      return { outcome: 'done' };
    },
  };
}

const wholeNumber = new Intl.NumberFormat('en-US');

/** `calibrationPhotos` says on which photos the threshold rests where the deployment has too few people. */
function describePeople(people: number, calibrationPhotos: string): string {
  return people < fewestPeople
    ? calibrationPhotos
    : `${wholeNumber.format(people)} people of this deployment`;
}
