import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Type from 'typebox';
import { createClient, loadSigningKeys } from '../../src/access/index.ts';
import { createCatalogue } from '../../src/events/types.ts';
import { createDispatcher } from '../../src/events/webhooks/create-dispatcher.ts';
import { listEndpoints } from '../../src/events/webhooks/endpoints-store.ts';
import { createEndpoint } from '../../src/events/webhooks/save-endpoint.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { migrate, openDatabase } from '../../src/platform/db/index.ts';
import { createRecordCipher, parseMasterKey } from '../../src/platform/encryption/index.ts';
import { defineEventType, eventId, recordEvent } from '../../src/platform/events/index.ts';
import { createId, personIdKind } from '../../src/platform/ids.ts';
import { createLogger } from '../../src/platform/log.ts';
import { createOutboundClient } from '../../src/platform/outbound/index.ts';

/*
 * A process that writes events as fast as it can, prints each when its transaction is committed, and delivers them.
 * With --events it writes so many and no more; with 0 it only delivers.
 */

const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string', default: '' },
    'database-url': { type: 'string' },
    'master-key': { type: 'string', default: '' },
    url: { type: 'string', default: '' },
    events: { type: 'string', default: '1000000' },
  },
});

const doorOpened = defineEventType({
  name: 'door.opened',
  version: 1,
  scope: 'people:read',
  meaning: 'A door was opened.',
  data: Type.Object({ personId: eventId(personIdKind) }),
});

const database = await openDatabase({
  dataDir: values['data-dir'],
  databaseUrl: values['database-url'],
  logger: createLogger({ level: 'silent' }),
});
await migrate(database, join(import.meta.dirname, '../../migrations'));
const { db } = database;
const clock = systemClock;
const cipher = createRecordCipher({ current: parseMasterKey(values['master-key']), previous: [] });
const keys = await loadSigningKeys({ db, cipher, clock });
const catalogue = createCatalogue(() => [doorOpened]);
const outbound = createOutboundClient({ allow: ['127.0.0.1'], keepAlive: true });
const deps = { db, cipher, clock, catalogue, outbound };
if ((await listEndpoints(db, cipher, undefined)).length === 0) {
  const { clientId } = await createClient(
    { db, cipher, clock },
    { product: 'customer', scopes: ['people:read'] },
  );
  await createEndpoint(deps, { clientId, url: values.url, types: undefined, description: undefined });
}
const dispatcher = createDispatcher({
  ...deps,
  keys,
  timeoutMs: 2_000,
  concurrency: 20,
  leaseMarginMs: 1_000,
  onError: (error) => console.error(error),
});
dispatcher.start();
process.stdout.write('ready\n');

const writersAtOnce = 8;
const wanted = Number(values.events);
let begun = 0;
await Promise.all(
  Array.from({ length: writersAtOnce }, async () => {
    while (begun < wanted) {
      begun += 1;
      const personId = createId(personIdKind);
      await db.transaction().execute((tx) => recordEvent(tx, doorOpened, { personId }, { at: clock.now() }));
      process.stdout.write(`${personId}\n`);
    }
  }),
);
