import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { carryOutImport } from '../../src/imports/carry-out-import.ts';
import { importIdKind } from '../../src/imports/declarations.ts';
import { openImportFolder } from '../../src/imports/import-folder.ts';
import { findImport, insertImport } from '../../src/imports/imports-store.ts';
import { stopImport } from '../../src/imports/start-import.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createId } from '../../src/platform/ids.ts';
import { describeDatabases, openTestDatabase } from '../support/database.ts';

describeDatabases('stopping the download of a list', (kind) => {
  it('takes away the part that it brought, and no other file', async (t) => {
    const database = await openTestDatabase(t, kind);
    const place = await mkdtemp(join(tmpdir(), 'confere-stop-download-'));
    t.after(() => rm(place, { recursive: true, force: true }));
    // Sends the beginning of a list, and then nothing more.
    const server = createServer((_request, response) => {
      response.writeHead(200, { etag: '"1"', 'accept-ranges': 'bytes', 'content-length': 1_000_000 });
      response.write('<list>'.repeat(20_000));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/un.xml`;
    const deps = {
      database,
      clock: systemClock,
      folder: openImportFolder(place),
      fetchAllow: ['127.0.0.1'],
      listAddresses: { un: { url, fileName: 'un.xml', maxBytes: 2_000_000 } },
    };
    const here = join(place, 'downloads/un');
    await mkdir(here, { recursive: true });
    await writeFile(join(here, 'un.xml'), 'of the month before');
    await writeFile(join(here, 'notes.txt'), 'of a person');

    const id = createId(importIdKind);
    await database.db.transaction().execute((tx) =>
      insertImport(tx, {
        id,
        source: 'un',
        action: 'download',
        options: {},
        startedBy: 'acc',
        createdAt: new Date(),
      }),
    );
    const signal = new AbortController().signal;
    const ended = carryOutImport(deps as never, { data: { id }, signal, holdIn: async () => true } as never);
    const partBytes = async () => (await stat(join(here, 'un.xml.part')).catch(() => undefined))?.size ?? 0;
    while ((await partBytes()) < 100_000) await delay(5);
    await stopImport(deps, { id, by: 'acc' });
    assert.deepEqual(await ended, { outcome: 'skipped', reason: 'import_stopped' });
    const stopped = await findImport(database.db, id);
    assert.deepEqual([stopped?.state, stopped?.result, stopped?.failure], ['stopped', undefined, undefined]);
    assert.deepEqual((await readdir(here)).sort(), ['notes.txt', 'un.xml']);
    assert.equal(await readFile(join(here, 'un.xml'), 'utf8'), 'of the month before');
  });
});
