import type { ModuleContext, OpenModule } from '../module.ts';
import { loadNamedKey } from '../platform/encryption/index.ts';
import { eventTypesPoint } from '../platform/events/index.ts';
import { contribute, type ExtensionPoint } from '../platform/extension-points.ts';
import { erasurePoint, exportPoint, retentionPoint } from '../platform/personal-data.ts';
import { createReviewRequest, goneReviewsPoint, secondPersonPoint } from '../platform/reviews.ts';
import { createSubjectDescriber } from '../platform/subjects.ts';
import {
  createProfiles,
  dataAgePoint,
  faceStatePoint,
  partnerPeoplePoint,
  registrySummaryPoint,
  sourcesPoint,
} from './create-profiles.ts';
import { profileEventTypes } from './declarations.ts';
import { executionEndedPoint } from './executions/record-progress.ts';
import { registerProfileJobs } from './jobs.ts';
import { erasePart, exportParts, retentionRule } from './personal-parts.ts';
import {
  createCompanyIds,
  createNameIndex,
  type ExecutionLimits,
  nameIndexKey,
  usualExecutionLimits,
} from './profiles-deps.ts';
import { profileRoutes } from './routes/profile-routes.ts';
import { createRulesEngine } from './rules/rules-engine.ts';
import type { profilesSettings } from './settings.ts';
import type { Source } from './types.ts';

export async function openProfiles(context: ModuleContext<typeof profilesSettings>) {
  const { db, cipher, clock, jobs, log, requests, baseUrl } = context;
  const { executions } = context.settings;
  const replaced = (context.replacements.sources ?? []) as readonly Source[];
  const changeSources = (context.replacements.changeSources ?? ((sources) => sources)) as (
    sources: readonly Source[],
  ) => readonly Source[];
  const executionLimits = context.replacements.executionLimits as Partial<ExecutionLimits> | undefined;
  const { runTimeoutSeconds } = { ...usualExecutionLimits, ...executionLimits };
  const profiles = createProfiles({
    settings: executions,
    executionLimits,
    db,
    cipher,
    nameIndex: createNameIndex(await loadNamedKey(db, cipher, nameIndexKey)),
    clock,
    jobs,
    log,
    requests,
    rules: context.adopt(createRulesEngine({ timeoutMs: executions.rulesTimeoutMs }), (it) =>
      it[Symbol.asyncDispose](),
    ),
    onEnded: () => context.contributions(executionEndedPoint),
    people: theOnly(context, partnerPeoplePoint),
    companyIds: createCompanyIds(await loadNamedKey(db, cipher, 'company-ids')),
    faces: theOnly(context, faceStatePoint),
    registry: theOnly(context, registrySummaryPoint),
    isDataOld: (day, now) => context.contributions(dataAgePoint).some((isOld) => isOld(day, now)),
    requestReview: createReviewRequest(context),
    noteGoneReviews: async (tx, gone) => {
      for (const note of context.contributions(goneReviewsPoint)) await note(tx, gone);
    },
    awaitsSecondPerson: async (tx, subject) => {
      for (const awaits of context.contributions(secondPersonPoint)) {
        if (await awaits(tx, subject)) return true;
      }
      return false;
    },
    sources: changeSources([...context.contributions(sourcesPoint), ...replaced]),
  });
  const { maxWaitSeconds } = executions;
  const describeSubjects = createSubjectDescriber(context);
  const routeDeps = { profiles, describeSubjects, maxWaitSeconds, baseUrl };
  return {
    parts: { profiles },
    routes: [{ on: ['customer'], add: (app) => profileRoutes(app, routeDeps) }],
    registerJobs: (queue) => registerProfileJobs(queue, profiles, { ...executions, runTimeoutSeconds }),
    contributions: [
      contribute(eventTypesPoint, ...profileEventTypes),
      contribute(erasurePoint, erasePart(profiles)),
      contribute(exportPoint, ...exportParts(profiles)),
      contribute(retentionPoint, retentionRule({ db, cipher, days: executions.executionsDays })),
    ],
  } satisfies OpenModule<unknown>;
}

function theOnly<Item>(context: ModuleContext, point: ExtensionPoint<Item>): Item {
  const [item, ...others] = context.contributions(point);
  if (item === undefined || others.length > 0) throw new TypeError(`${point.name} needs one contribution`);
  return item;
}
