import { accountsModule } from '../accounts/module.ts';
import { personOfImagePoint } from '../images/index.ts';
import { imagesModule } from '../images/module.ts';
import type { ModuleContext, OpenModule } from '../module.ts';
import { eventTypesPoint } from '../platform/events/index.ts';
import { contribute } from '../platform/extension-points.ts';
import { erasurePoint, exportPoint, retentionPoint } from '../platform/personal-data.ts';
import {
  type FindLookAlikes,
  goneReviewsPoint,
  lookAlikesPoint,
  type RequestReview,
  reviewPoint,
  secondPersonPoint,
} from '../platform/reviews.ts';
import { createSubjectDescriber } from '../platform/subjects.ts';
import { findTemplateOfExecution, isProfile, settleByDecision } from '../profiles/index.ts';
import { profilesModule } from '../profiles/module.ts';
import { findPersonOfAttachment } from './attachments-store.ts';
import { countCases, wakeCases } from './cases-store.ts';
import { caseEventTypes } from './declarations.ts';
import { awaitsSecondPerson } from './four-eyes.ts';
import { noteGoneReasons, takeReview } from './open-case.ts';
import { erasePart, exportPart, retentionRule } from './personal-parts.ts';
import { releaseCases } from './release-cases.ts';
import { attachPhotoRoute } from './routes/attach-photo.ts';
import { caseDuplicatesRoute } from './routes/case-duplicates.ts';
import { caseSettingsRoutes } from './routes/case-settings.ts';
import { decideCaseRoutes } from './routes/decide-cases.ts';
import { caseStatisticsRoute } from './routes/get-case-statistics.ts';
import { readCaseRoutes } from './routes/read-cases.ts';
import { workOnCaseRoutes } from './routes/work-on-cases.ts';
import type { casesSettings } from './settings.ts';
import type { CasesDeps } from './types.ts';

const statusOf = {
  approve: 'APPROVED',
  reprove: 'REPROVED',
  request_documents: 'WAITING_DOCUMENTS',
} as const;

export async function openCases(context: ModuleContext<typeof casesSettings>) {
  const { db, cipher, clock, auditKey, metrics } = context;
  const { profiles } = context.use(profilesModule);
  const { directory } = context.use(accountsModule);
  const { imageLinks, store, converter, limits } = context.use(imagesModule);
  const settings = context.settings.cases;
  const cases: CasesDeps = {
    db,
    cipher,
    clock,
    auditKey,
    settings,
    accounts: directory,
    settleProfile: (tx, { outcome, ...decision }) =>
      settleByDecision(tx, profiles, { ...decision, status: statusOf[outcome] }),
    templateOf: findTemplateOfExecution,
    isSubject: (id) => isProfile(db, profiles, id),
  };
  const deps = { cases, imageLinks, describeSubjects: createSubjectDescriber(context) };
  const attachments = { ...cases, store, converter, maxPixels: limits.maxPixels };
  metrics.addGauges({
    about: { confere_cases: { help: 'Cases that are not decided, by state.', labels: ['state'] } },
    read: async () =>
      (await countCases(db)).map(({ state, count }) => ({
        name: 'confere_cases' as const,
        labels: { state },
        value: count,
      })),
  });
  const findLookAlikes: FindLookAlikes = async (personIds) =>
    (await Promise.all(context.contributions(lookAlikesPoint).map((find) => find(personIds)))).flat();
  const review: RequestReview = (tx, occasion) => takeReview(tx, cases, occasion);
  return {
    parts: { cases },
    routes: [
      {
        on: ['customer'],
        add(app) {
          readCaseRoutes(app, deps);
          caseDuplicatesRoute(app, deps, findLookAlikes);
          attachPhotoRoute(app, { attachments });
          workOnCaseRoutes(app, deps);
          decideCaseRoutes(app, deps);
          caseSettingsRoutes(app, deps);
          caseStatisticsRoute(app, deps);
        },
      },
    ],
    registerJobs(jobs) {
      jobs.schedule('wake-cases', '* * * * *', async () => {
        await wakeCases(db, clock.now());
        await releaseCases(cases);
        return { outcome: 'done' };
      });
    },
    contributions: [
      contribute(reviewPoint, review),
      contribute(goneReviewsPoint, (tx, gone) => noteGoneReasons(tx, cases, gone)),
      contribute(secondPersonPoint, awaitsSecondPerson),
      contribute(eventTypesPoint, ...caseEventTypes),
      contribute(personOfImagePoint, (imageId) => findPersonOfAttachment(db, imageId)),
      contribute(erasurePoint, erasePart),
      contribute(exportPoint, exportPart({ db, cipher, store })),
      contribute(retentionPoint, retentionRule(settings.casesDays)),
    ],
  } satisfies OpenModule<unknown>;
}
