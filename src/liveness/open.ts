import type { LivenessPolicy } from '../access/index.ts';
import { accessModule } from '../access/module.ts';
import { engineModule } from '../engine/module.ts';
import { personOfImagePoint } from '../images/index.ts';
import { imagesModule } from '../images/module.ts';
import type { ModuleContext, OpenModule } from '../module.ts';
import { findPersonIdByIndex } from '../people/index.ts';
import { peopleModule } from '../people/module.ts';
import type { Cpf } from '../platform/documents.ts';
import { loadNamedKey } from '../platform/encryption/index.ts';
import { eventTypesPoint } from '../platform/events/index.ts';
import { contribute } from '../platform/extension-points.ts';
import { createHoldCheck, erasurePoint, exportPoint, retentionPoint } from '../platform/personal-data.ts';
import { inventedEndPoint, livenessSessionEnded } from './declarations.ts';
import { findCpfOfImage } from './frames-store.ts';
import { purgeUnusedSessions, settleSessions } from './jobs.ts';
import { readStatisticsGauges, statisticsGauges } from './measure-sessions.ts';
import { erasePart, exportParts, retentionRule } from './personal-parts.ts';
import { recordTestSession } from './record-test-session.ts';
import { findFailingClients } from './refuse-locked.ts';
import { beginRoute } from './routes/begin.ts';
import { captureStepRoutes } from './routes/capture-steps.ts';
import { createSessionRoute } from './routes/create-session.ts';
import { livenessStatisticsRoute } from './routes/get-liveness-statistics.ts';
import { deleteSessionRoute, getSessionRoute } from './routes/get-session.ts';
import { sendFrameRoute, uploadPhotoRoute } from './routes/send-frame.ts';
import { countReasons, countStates } from './sessions-store.ts';
import type { livenessSettings } from './settings.ts';
import { createTrialSessions } from './trial-sessions.ts';
import type { LivenessDeps } from './types.ts';
import { createLivenessSessions } from './use-session.ts';

/** The addresses of the capture page; the session is named in each. */
const capturePath = /^\/v1\/liveness-sessions\/([^/]+)\/[a-z-]+$/;

/** Opens liveness sessions: the addresses of back ends, those of the capture page, and the judgement. */
export async function openLiveness(context: ModuleContext<typeof livenessSettings>) {
  const { db, cipher, clock, auditKey, limiter, mobileBaseUrl, onBackgroundError, metrics } = context;
  const { rulesOfClients } = context.use(accessModule);
  const { engine } = context.use(engineModule);
  const { store, converter, imageLinks, limits: photoLimits } = context.use(imagesModule);
  const { cpfIndex } = context.use(peopleModule);
  const settings = context.settings.liveness;
  const liveness: LivenessDeps = {
    ...{
      db,
      cipher,
      clock,
      auditKey,
      engine,
      store,
      converter,
      photoLimits,
      cpfIndex,
      limiter,
      rulesOfClients,
    },
    frameKey: await loadNamedKey(db, cipher, 'liveness-frames'),
    secretKey: await loadNamedKey(db, cipher, 'liveness-secrets'),
    settings,
    mobileBaseUrl,
    onBackgroundError,
    refuseHeld: createHoldCheck(context),
  };
  const findInventedEnd = (cpf: Cpf) =>
    context
      .contributions(inventedEndPoint)
      .map((find) => find(cpf))
      .find((end) => end !== undefined);
  const { countPerson } = context.limits;
  const deps = { liveness, imageLinks, countPerson, findInventedEnd };
  metrics.addGauges({
    about: {
      confere_liveness_failing_clients: {
        help: 'Clients of which many sessions failed within half an hour and none passed; they make 30 a minute.',
        labels: [],
      },
      confere_liveness_sessions: { help: 'Liveness sessions that are kept, by state.', labels: ['state'] },
      confere_liveness_failures: {
        help: 'Liveness sessions that are kept and failed, by reason; one may have several.',
        labels: ['reason'],
      },
      ...statisticsGauges,
    },
    read: async () => [
      {
        name: 'confere_liveness_failing_clients' as const,
        labels: {} as Record<string, string>,
        value: (await findFailingClients(liveness)).length,
      },
      ...(await countStates(db)).map(({ state, count }) => ({
        name: 'confere_liveness_sessions' as const,
        labels: { state } as Record<string, string>,
        value: count,
      })),
      ...(await countReasons(db)).map(({ reason, count }) => ({
        name: 'confere_liveness_failures' as const,
        labels: { reason } as Record<string, string>,
        value: count,
      })),
      ...(await readStatisticsGauges(liveness)),
    ],
  });
  const sessions = createLivenessSessions(liveness);
  return {
    parts: {
      liveness: sessions,
      /** The operator as the capture page names it, and the other way for people who cannot go on there. */
      operator: {
        name: liveness.settings.operatorName,
        alternative: liveness.settings.alternativeText ?? null,
      },
      trialSessions: createTrialSessions(liveness),
      testSessions: { record: recordTestSession.bind(undefined, liveness) },
    },
    originsOfPath(path) {
      const [, id] = capturePath.exec(path) ?? [];
      return id === undefined ? undefined : sessions.listOrigins(id);
    },
    routes: [
      {
        on: ['mobile', 'customer'],
        add(app, listenerUrl) {
          createSessionRoute(app, deps, listenerUrl);
          getSessionRoute(app, deps);
          deleteSessionRoute(app, deps);
        },
      },
      { on: ['customer'], add: (app) => livenessStatisticsRoute(app, deps) },
      {
        on: ['mobile'],
        add(app) {
          beginRoute(app, deps);
          sendFrameRoute(app, deps);
          captureStepRoutes(app, deps);
          uploadPhotoRoute(app, deps);
        },
      },
    ],
    registerJobs(jobs) {
      jobs.schedule('settle-liveness-sessions', '* * * * *', (job) => settleSessions(liveness, job));
      jobs.schedule('purge-liveness-sessions', '29 * * * *', () => purgeUnusedSessions(liveness));
    },
    contributions: [
      contribute(personOfImagePoint, async (imageId) => {
        const index = await findCpfOfImage(db, imageId);
        return index && (await findPersonIdByIndex(db, index));
      }),
      contribute(eventTypesPoint, livenessSessionEnded),
      contribute(erasurePoint, erasePart),
      contribute(exportPoint, ...exportParts({ db, cipher, cpfIndex, store })),
      contribute(retentionPoint, retentionRule(settings.sessionsDays)),
    ],
    start: () => context.log.info(describePolicy(rulesOfClients.operator)),
  } satisfies OpenModule<unknown>;
}

/** The operator's demands on photos and their worth, one line each for the log. */
function describePolicy(policy: LivenessPolicy): string {
  const authentication = `authentication: ${worth[policy.authentication]}`;
  const registration = `registration: ${worth[policy.registration]}`;
  return `liveness for ${authentication}; for ${registration}; a client may demand more; see docs/guides/what-liveness-proves.md`;
}

const worth = {
  passive: 'passive (one photo; good prints and screens pass, fewer with MODELS_AUTO_PULL=minifasnet)',
  challenge: 'challenge (movements on request; a face drawn by a program that follows them passes)',
} as const;
