import { accessModule } from '../access/module.ts';
import { engineModule } from '../engine/module.ts';
import { personOfImagePoint } from '../images/index.ts';
import { imagesModule } from '../images/module.ts';
import { livenessModule } from '../liveness/module.ts';
import type { ModuleContext, OpenModule } from '../module.ts';
import { peopleModule } from '../people/module.ts';
import { eventTypesPoint } from '../platform/events/index.ts';
import { contribute } from '../platform/extension-points.ts';
import { createHoldCheck, erasurePoint, exportPoint, retentionPoint } from '../platform/personal-data.ts';
import { createReviewRequest, lookAlikesPoint } from '../platform/reviews.ts';
import { subjectFactsPoint } from '../platform/subjects.ts';
import { faceStatePoint } from '../profiles/index.ts';
import { createFaceCohort, measureFalseMatches } from './cohort/index.ts';
import { createFaceLock } from './create-face-lock.ts';
import { attemptMade, facePossibleDuplicate, faceRegistered, faceRemoved } from './declarations.ts';
import { changesKeptMs, deleteFaceChanges } from './duplicates/index.ts';
import { findPersonOfImage } from './evidence-store.ts';
import { findFaceState } from './face-state-store.ts';
import { findNewestPhotos } from './faces-store.ts';
import { findLookAlikes } from './find-look-alikes.ts';
import { finishDuplicateSearches } from './finish-duplicate-searches.ts';
import { checkStoredPhotos, purgeExpiredCaptures, purgeIdempotencyKeys, sweepImages } from './jobs.ts';
import { openDuplicateSearch } from './open-duplicate-search.ts';
import { dropOldAttempts, erasePart, exportParts, retentionDays, retentionRules } from './personal-parts.ts';
import { reembedInBackground } from './reembed-faces.ts';
import { authenticateRoute } from './routes/authenticate.ts';
import { captureRoute } from './routes/capture.ts';
import { createFaceAuthenticationRoute } from './routes/create-face-authentication.ts';
import { attemptLandmarksRoute, attemptRoute, faceAuthenticationRoute } from './routes/get-attempt.ts';
import { attemptStatisticsRoute } from './routes/get-attempt-statistics.ts';
import { listFaceAuthenticationsRoute } from './routes/list-face-authentications.ts';
import { putFaceRoute } from './routes/put-face.ts';
import { deleteFaceRoute, getFaceRoute, listRegistrationsRoute } from './routes/registered-faces.ts';
import type { facesSettings } from './settings.ts';
import { sumAttempts } from './sum-attempts.ts';

/** Opens registration, captures, authentication, attempts, and the search for duplicates. */
export async function openFaces(context: ModuleContext<typeof facesSettings>) {
  const { db, cipher, clock, audit, database, mobileBaseUrl, requests, settings } = context;
  const { engine } = context.use(engineModule);
  const { store, photos, converter, imageLinks, limits } = context.use(imagesModule);
  const { cpfIndex } = context.use(peopleModule);
  const { liveness } = context.use(livenessModule);
  const { signResponse } = context.use(accessModule);
  const { countPerson } = context.limits;
  const search =
    settings.faces.duplicateSearch === 'off'
      ? undefined
      : context.adopt(openDuplicateSearch({ ...context, engine, onError: context.onBackgroundError }), (it) =>
          it.duplicates.close(),
        );
  const duplicates = search?.duplicates;
  const duplicateSimilarity = settings.faces.duplicateMinSimilarity;
  const cohort = createFaceCohort({ db, cipher, engine, duplicateSimilarity });
  const mayRaise = settings.faces.thresholdRaise === 'on';
  const measure = (signal: AbortSignal) =>
    measureFalseMatches({ db, cipher, engine, cohort, clock, duplicateSimilarity, mayRaise }, { signal });
  const faces = {
    db,
    cipher,
    cpfIndex,
    engine,
    store,
    photos,
    converter,
    clock,
    limits,
    maxReferences: settings.faces.maxReferences,
    maxYawDegrees: settings.faces.maxYawDegrees,
    faceLock: createFaceLock(context),
    audit,
    duplicates,
    cohort,
    liveness,
    reviewBand: settings.faces.reviewBand,
    requestReview: createReviewRequest(context),
    refuseHeld: createHoldCheck(context),
  };
  const isLegalBasisRequired = settings.faces.isLegalBasisRequired === 'true';
  const deps = {
    faces,
    imageLinks,
    signResponse,
    mobileBaseUrl,
    countPerson,
    requests,
    isLegalBasisRequired,
  };
  return {
    parts: {
      faces,
      duplicates,
      cohort,
      measureFalseMatches: measure,
      duplicatesState: () => search?.peer?.state(),
    },
    routes: [
      {
        on: ['mobile', 'customer'],
        add(app, listenerUrl) {
          createFaceAuthenticationRoute(app, deps, listenerUrl);
          faceAuthenticationRoute(app, deps);
        },
      },
      {
        on: ['mobile'],
        add(app) {
          authenticateRoute(app, deps);
          attemptRoute(app, deps);
          captureRoute(app, deps);
        },
      },
      {
        on: ['customer'],
        add(app) {
          listFaceAuthenticationsRoute(app, deps);
          attemptStatisticsRoute(app, deps);
          attemptLandmarksRoute(app, deps);
          putFaceRoute(app, deps);
          getFaceRoute(app, deps);
          listRegistrationsRoute(app, deps);
          deleteFaceRoute(app, deps);
        },
      },
    ],
    registerJobs(jobs) {
      jobs.schedule('purge-expired-captures', '*/10 * * * *', () => purgeExpiredCaptures(faces));
      jobs.schedule('purge-idempotency-keys', '17 * * * *', () => purgeIdempotencyKeys(faces));
      jobs.schedule('sweep-images', '43 3 * * *', () => sweepImages(faces));
      jobs.schedule('check-photos', '13 4 * * *', () => checkStoredPhotos(faces), { timeoutSeconds: 3_300 });
      jobs.schedule(
        'reembed-faces',
        '7 * * * *',
        (job) => reembedInBackground({ database, db, cipher, engine, store }, job),
        { timeoutSeconds: 3_300 },
      );
      jobs.schedule('measure-false-matches', '11 2 * * *', async ({ signal }) => {
        const { rate, warnings, thresholdRaise } = await measure(signal);
        if (warnings.length > 0) {
          context.log.warn(
            { warnings, rate, thresholdRaise },
            'registered people match each other too often',
          );
        }
        return { outcome: 'done' };
      });
      jobs.schedule('sum-attempts', '* * * * *', (job) => sumAttempts(faces, job), {
        hasOneWaiting: true,
        hasOneRunning: true,
      });
      jobs.schedule('draw-face-cohort', '37 * * * *', () => cohort.draw());
      jobs.schedule(
        'drop-old-attempts',
        '53 3 * * *',
        ({ signal }) => dropOldAttempts({ database, clock }, settings.faces.attemptsKeptMonths, signal),
        { timeoutSeconds: 3_600 },
      );
      if (duplicates !== undefined) {
        jobs.schedule(
          'finish-duplicate-searches',
          '* * * * *',
          (job) => finishDuplicateSearches({ ...faces, duplicates }, job),
          { hasOneWaiting: true, hasOneRunning: true },
        );
      }
      jobs.schedule('forget-face-changes', '23 3 * * *', async () => {
        await deleteFaceChanges(db, new Date(clock.now().getTime() - changesKeptMs));
        return { outcome: 'done' };
      });
    },
    contributions: [
      contribute(personOfImagePoint, (imageId) => findPersonOfImage(db, imageId)),
      contribute(faceStatePoint, findFaceState),
      contribute(lookAlikesPoint, (personIds) => findLookAlikes(faces, personIds)),
      contribute(subjectFactsPoint, (ids) => findNewestPhotos(db, ids)),
      contribute(eventTypesPoint, attemptMade, faceRegistered, faceRemoved, facePossibleDuplicate),
      contribute(erasurePoint, erasePart),
      contribute(exportPoint, ...exportParts({ db, cipher, cpfIndex, store })),
      contribute(
        retentionPoint,
        ...retentionRules({
          receivedImagesDays: settings.faces.receivedImagesDays,
          attemptsDays: retentionDays(settings.faces.attemptsDays, settings.faces.attemptsKeptMonths),
        }),
      ),
    ],
    start() {
      duplicates?.start();
      cohort.draw().catch(context.onBackgroundError);
    },
  } satisfies OpenModule<unknown>;
}
