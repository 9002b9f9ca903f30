import { accessModule } from '../access/module.ts';
import { accountsModule } from '../accounts/module.ts';
import { imagesModule } from '../images/module.ts';
import type { ModuleContext, OpenModule } from '../module.ts';
import { listPersonIds } from '../people/index.ts';
import { peopleModule } from '../people/module.ts';
import type { Tx } from '../platform/db/index.ts';
import { eventTypesPoint } from '../platform/events/index.ts';
import { contribute } from '../platform/extension-points.ts';
import { erasurePoint, exportPoint, refuseHeldPoint, retentionPoint } from '../platform/personal-data.ts';
import { createSubjectDescriber } from '../platform/subjects.ts';
import { applyRetention, previewRetention } from './apply-retention.ts';
import { personErased } from './declarations.ts';
import { deleteExpiredRequests } from './erasure-requests-store.ts';
import { lockHeld, requireNoHold } from './holds.ts';
import { erasePart, exportPart } from './personal-parts.ts';
import { erasePersonRoute, exportPersonRoute } from './routes/export-and-erase-person.ts';
import { holdRoutes } from './routes/holds.ts';
import type { privacySettings } from './settings.ts';

export async function openPrivacy(context: ModuleContext<typeof privacySettings>) {
  const { database, db, cipher, clock, auditKey } = context;
  const { store } = context.use(imagesModule);
  const { cpfIndex } = context.use(peopleModule);
  const { signingKeys, issuer } = context.use(accessModule);
  const parts = () => context.contributions(erasurePoint);
  const areTwoPeople =
    context.settings.privacy.erasureNeedsSecondPerson === 'true'
      ? context.use(accountsModule).directory.areTwoPeople
      : undefined;
  const erasure = { db, cpfIndex, store, clock, keys: signingKeys, issuer, auditKey, areTwoPeople, parts };
  const personExport = { db, cipher, cpfIndex, clock, parts: () => context.contributions(exportPoint) };
  const retention = {
    database,
    clock,
    lockHeld: (tx: Tx) => lockHeld(tx, clock.now()),
    rules: () => context.contributions(retentionPoint),
  };
  return {
    parts: { previewRetention: (days?: number) => previewRetention(retention, days) },
    routes: [
      {
        on: ['customer'],
        add(app) {
          erasePersonRoute(app, erasure);
          exportPersonRoute(app, personExport);
          holdRoutes(app, {
            holds: { db, cipher, cpfIndex, clock },
            describeSubjects: createSubjectDescriber(context),
          });
        },
      },
    ],
    contributions: [
      contribute(eventTypesPoint, personErased),
      contribute(erasurePoint, erasePart),
      contribute(exportPoint, exportPart({ db, cipher })),
      contribute(refuseHeldPoint, async (tx, personId) =>
        requireNoHold(tx, await listPersonIds({ db: tx, cpfIndex }, { id: personId }), clock),
      ),
    ],
    registerJobs(jobs) {
      jobs.schedule(
        'apply-retention',
        '13 2 * * *',
        async ({ signal }) => {
          await deleteExpiredRequests(db, clock.now());
          return await applyRetention({ ...retention, store }, signal);
        },
        { timeoutSeconds: 3_600 },
      );
    },
  } satisfies OpenModule<unknown>;
}
