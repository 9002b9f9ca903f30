import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { systemClock } from '../../src/platform/clock.ts';
import { openDatabase } from '../../src/platform/db/index.ts';
import { createLogger } from '../../src/platform/log.ts';
import { importRegistry, rollbackRegistry } from '../../src/registry/index.ts';
import { pruneRegistry } from '../../src/registry/rollback-registry.ts';
import { type TestCompany, writeRegistry } from './registry-files.ts';
import type { TestService } from './service.ts';

type ServiceOfRegistry = Pick<TestService, 'url' | 'dataDir' | 'databaseUrl' | 'admin' | 'fetchToken'>;

type RegistryTask = 'registry/import' | 'registry/rollback' | 'registry/prune';

/** Puts a month with these companies into service. */
export async function importCompanies(
  service: ServiceOfRegistry,
  month: string,
  companies: readonly TestCompany[],
): Promise<void> {
  const directory = await writeRegistry({ companies, month });
  try {
    await runRegistryTask(service, 'registry/import', { directory });
  } finally {
    await rm(directory, { recursive: true });
  }
}

/**
 * Does to the registry of a running service what commands do: on PostgreSQL beside it, and with the embedded database
 * through the server that holds it.
 */
export async function runRegistryTask(
  service: ServiceOfRegistry,
  task: RegistryTask,
  options: { readonly directory?: string; readonly month?: string } = {},
): Promise<void> {
  const { directory = '', month } = options;
  if (service.databaseUrl !== undefined) {
    await using database = await openDatabase({
      databaseUrl: service.databaseUrl,
      dataDir: service.dataDir,
      logger: createLogger({ level: 'silent' }),
    });
    const deps = { database, clock: systemClock };
    if (task === 'registry/import') {
      await importRegistry(deps, { directory, dataMonth: month, ignoreChecks: true });
    } else if (task === 'registry/rollback') await rollbackRegistry(deps);
    else await pruneRegistry(database);
    return;
  }
  const { taskKey } = JSON.parse(await readFile(join(service.dataDir, 'server.json'), 'utf8'));
  const input = task === 'registry/import' ? { directory, force: true, ...(month && { month }) } : {};
  const token = await service.fetchToken(service.admin, { scope: 'admin' });
  const send = () =>
    fetch(`${service.url}/v1/operator-tasks`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-data-folder-key': taskKey,
      },
      body: JSON.stringify({ task, input }),
    });
  let response = await send();
  // On a busy machine the server may ask to come back.
  for (let tries = 0; response.status === 503 && tries < 600; tries += 1) {
    await setTimeout(1_000);
    response = await send();
  }
  const last = (await response.text()).trim().split('\n').at(-1) ?? '';
  assert.ok('result' in JSON.parse(last), last);
}
