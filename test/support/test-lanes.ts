import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, matchesGlob, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `fast` is `npm test`, `commands` is `npm run test:cli`, `slow` is `npm run test:slow`. */
export type TestLane = 'fast' | 'commands' | 'slow';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The commands of `confere`, each in a process of its own, the demo, and the client as npm packs it. */
const commands = [
  ...['test/cli/**', 'test/demo/**', 'test/*/commands/**'],
  'test/packages/client/packed-client.test.ts',
];

/**
 * What takes more than about four seconds: load, kills, time limits, whole months, simulated attacks, object stores,
 * several processes, the networks on many photos, every kind of event (docs/decisions/0120). A test that opens a browser is
 * slow without being named.
 */
const slow = [
  'test/access/create-token-verifier.test.ts',
  'test/access/routes/external-issuer.test.ts',
  'test/accounts/insider-with-sql.test.ts',
  'test/accounts/sign-in.test.ts',
  'test/architecture/migrations.test.ts',
  'test/architecture/small-domain.test.ts',
  'test/audit/every-event.test.ts',
  'test/backup/backup.test.ts',
  'test/capture/routes/trial.test.ts',
  'test/companies/routes/company-months.test.ts',
  'test/companies/routes/reads-during-import.test.ts',
  'test/deploy/monitoring.test.ts',
  'test/engine/create-onnx-face-engine.test.ts',
  'test/engine/find-face.test.ts',
  'test/engine/liveness/open-assessor.test.ts',
  'test/engine/mutated-photos.test.ts',
  'test/engine/packaged-networks.test.ts',
  'test/engine/packs/engine-with-packs.test.ts',
  'test/engine/packs/install-pack.test.ts',
  'test/engine/packs/pull-pack.test.ts',
  'test/engine/packs/refuse-wrong-scaling.test.ts',
  'test/engine/photo-pool.test.ts',
  'test/engine/quality/measure-quality.test.ts',
  'test/engine/remote/face-services.test.ts',
  'test/engine/search-effort.test.ts',
  'test/events/two-replicas.test.ts',
  'test/events/webhooks/delivering.test.ts',
  'test/events/webhooks/partitioned-deliveries.test.ts',
  'test/faces/duplicates/peer/open-duplicates-peer.test.ts',
  'test/faces/routes/costly-photos.test.ts',
  'test/images/costly-photos.test.ts',
  'test/images/image-bucket.test.ts',
  'test/images/move-images.test.ts',
  'test/images/photo-converter.test.ts',
  'test/images/photos-in-s3.test.ts',
  'test/images/watch-image-store.test.ts',
  'test/imports/killed-import.test.ts',
  'test/imports/start-import.test.ts',
  'test/imports/stopped-elsewhere.test.ts',
  'test/liveness/jobs.test.ts',
  'test/liveness/killed-process.test.ts',
  'test/liveness/light-sessions.test.ts',
  'test/liveness/liveness-sessions.test.ts',
  'test/liveness/partitioned-frames.test.ts',
  'test/liveness/record-test-session.test.ts',
  'test/liveness/routes/light.test.ts',
  'test/liveness/routes/locks.test.ts',
  'test/packages/capture/packed-capture.test.ts',
  'test/packages/client/readme.test.ts',
  'test/packages/docs-site.test.ts',
  'test/packages/examples/first-tasks.test.ts',
  'test/packages/examples/receive-webhooks.test.ts',
  'test/packages/examples/verify-signed-answer.test.ts',
  'test/packages/installable-package.test.ts',
  'test/packages/webhook-path.test.ts',
  'test/people/lists/bad-files.test.ts',
  'test/people/providers/ready-descriptions.test.ts',
  'test/people/routes/http-provider.test.ts',
  'test/people/routes/rescreening.test.ts',
  'test/people/routes/story.test.ts',
  'test/people/screening/screening-index.test.ts',
  'test/platform/audit/drop-old-events.test.ts',
  'test/platform/audit/verify-audit.test.ts',
  'test/platform/db/create-reads.test.ts',
  'test/platform/db/follow-replica.test.ts',
  'test/platform/db/limit-statements.test.ts',
  'test/platform/db/open-database.test.ts',
  'test/platform/db/partitions.test.ts',
  'test/platform/db/plan-migrations.test.ts',
  'test/platform/db/pooler.test.ts',
  'test/platform/db/survive-kill.test.ts',
  'test/platform/jobs/create-jobs.test.ts',
  'test/platform/jobs/running-jobs.test.ts',
  'test/platform/log.test.ts',
  'test/platform/outbound/create-outbound-client.test.ts',
  'test/platform/processes.test.ts',
  'test/platform/rate-limits/create-rate-limiter.test.ts',
  'test/platform/telemetry/traces.test.ts',
  'test/privacy/routes/erase-under-way.test.ts',
  'test/process/build-prepared-database.test.ts',
  'test/profiles/partitioned-executions.test.ts',
  'test/profiles/profiles-deps.test.ts',
  'test/profiles/rescreening/rescreen-profiles.test.ts',
  'test/profiles/routes/killed-process.test.ts',
  'test/profiles/routes/two-processes.test.ts',
  'test/profiles/rules/rules-engine.test.ts',
  'test/registry/download/download-registry.test.ts',
  'test/registry/import-limits.test.ts',
  'test/registry/import/import-registry.test.ts',
  'test/registry/import/interrupted-import.test.ts',
  'test/registry/import/lookups-during-import.test.ts',
  'test/registry/import/odd-archives.test.ts',
  'test/registry/import/preflight.test.ts',
  'test/registry/postal-codes/check-address.test.ts',
  'test/sandbox/scenarios.test.ts',
  'test/service/behind-pgbouncer.test.ts',
  'test/service/duplicates.test.ts',
  'test/service/read-replica.test.ts',
  'test/service/roles.test.ts',
  'test/support/run-tests.test.ts',
  'test/web/configured-limits.test.ts',
  'test/web/documented-statuses.test.ts',
  'test/web/generated-clients.test.ts',
  'test/web/hostile-clients.test.ts',
  'test/web/limits.test.ts',
  'test/web/malformed-requests.test.ts',
  'test/web/openapi-lint.test.ts',
  'test/web/other-peoples-objects.test.ts',
  'test/web/overload.test.ts',
  'test/web/people-on-replicas.test.ts',
  'test/web/refused-tokens.test.ts',
  'test/web/replicas.test.ts',
  'test/web/transport.test.ts',
];

/** The files of the slow lane that take longest, in that order. */
export const longest: readonly string[] = [
  'test/capture/real-clip.test.ts',
  'test/console/every-screen.test.ts',
  'test/capture/capture-page.test.ts',
  'test/people/routes/rescreening.test.ts',
  'test/console/cases.test.ts',
  'test/console/people-and-attempts.test.ts',
  'test/console/clients-and-accounts.test.ts',
  'test/liveness/killed-process.test.ts',
  'test/support/run-tests.test.ts',
  'test/documentation/read-in-chromium.test.ts',
  'test/capture/trial-page.test.ts',
  'test/process/build-prepared-database.test.ts',
  'test/service/duplicates.test.ts',
  'test/sandbox/scenarios.test.ts',
  'test/capture/landscape.test.ts',
  'test/packages/installable-package.test.ts',
  'test/packages/examples/verify-signed-answer.test.ts',
  'test/capture/real-service.test.ts',
  'test/liveness/liveness-sessions.test.ts',
  'test/faces/routes/costly-photos.test.ts',
  'test/imports/killed-import.test.ts',
  'test/registry/import/odd-archives.test.ts',
];

/**
 * The same files, so ordered that nothing long is left alone at the end of a run: the longest of the slow lane first,
 * then from the end of the alphabet, where the folders are whose files take longest. Neighbours stay neighbours.
 */
export function longestFirst(files: readonly string[]): readonly string[] {
  const first = longest.filter((path) => files.includes(path));
  return [...first, ...files.filter((path) => !first.includes(path)).toReversed()];
}

/** The patterns of each lane that has some; `fast` is what is left. */
export const lanePatterns: Readonly<Partial<Record<TestLane, readonly string[]>>> = { commands, slow };

/** The lane of a test file, by its path from the root of the repository. Each file is in one. */
export function laneOf(path: string): TestLane {
  if (commands.some((pattern) => matchesGlob(path, pattern))) return 'commands';
  return slow.some((pattern) => matchesGlob(path, pattern)) || opensBrowser(path) ? 'slow' : 'fast';
}

function opensBrowser(path: string): boolean {
  return /from '[./]+\/support\/chromium\.ts'/.test(readFileSync(join(root, path), 'utf8'));
}

/** All test files by their paths from the root of the repository, sorted. */
export async function listTestFiles(): Promise<readonly string[]> {
  const files: string[] = [];
  for (const folder of ['test', 'packages', 'console']) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(
      () => [],
    );
    for (const entry of entries) {
      const path = relative(root, join(entry.parentPath, entry.name));
      const isInstalled = path.split('/').includes('node_modules');
      if (!isInstalled && entry.isFile() && entry.name.endsWith('.test.ts')) files.push(path);
    }
  }
  return files.sort();
}

/** The files of the fast lane that have more to test when they are given a PostgreSQL. The other lanes test on it anyway. */
export async function listDatabaseTests(): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of await listTestFiles()) {
    if (laneOf(path) !== 'fast') continue;
    const text = await readFile(join(root, path), 'utf8');
    if (/\b(describeDatabases|testDatabaseKinds|withoutReplicas|CONFERE_TEST_DATABASE_URL)\b/.test(text)) {
      found.push(path);
    }
  }
  return found;
}
