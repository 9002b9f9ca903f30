import { openSync } from 'node:fs';
import { join } from 'node:path';
import { loadAppConfig } from '../../src/app.ts';
import type { FaceEngine } from '../../src/engine/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { migrate, openDatabase } from '../../src/platform/db/index.ts';
import { createLogger } from '../../src/platform/log.ts';
import { type RunningService, startService } from '../../src/process/start-service.ts';
import { importRegistry } from '../../src/registry/index.ts';
import { answerCalls } from '../service/calls.ts';

/* The service in a process of its own, without face networks, and with a month of the registry imported before. */

let service: RunningService | undefined;

const handlers = {
  async start(options: { variables: Readonly<Record<string, string>>; directory: string }) {
    const config = loadAppConfig(options.variables);
    const log = createLogger({
      level: 'info',
      descriptor: openSync(join(options.directory, '../log'), 'a'),
      inGroups: true,
    });
    const { dataDir } = config.storage;
    const databaseUrl = config.secrets.databaseUrl?.reveal();
    {
      await using database = await openDatabase({ dataDir, databaseUrl, logger: log });
      await migrate(database, join(import.meta.dirname, '../../migrations'));
      await importRegistry({ database, clock: systemClock }, { directory: options.directory });
    }
    service = await startService(config, { log, engine: idleEngine });
    return { url: service.url, firstAdmin: service.firstAdmin };
  },

  async stop() {
    await service?.stop();
  },
};

export type ProfileHandlers = typeof handlers;

/** Nobody sends photos here. */
const idleEngine = {
  isReady: () => true,
  ready: async () => {},
  close: async () => {},
  describe: () => ({ models: [], templateModel: 'none' }),
} as unknown as FaceEngine;

answerCalls(handlers);
