import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { generateCpf } from '../../src/platform/documents.ts';
import { createTestDatabase, environmentOf } from '../support/database.ts';
import { type Answer, send } from '../support/http.ts';
import { runConfere, spawnServe } from '../support/service-process.ts';
import { fetchToken } from '../support/tokens.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const fixture = fileURLToPath(new URL('small-domain/', import.meta.url));

/** A copy of the project with the folder of one more domain and its line in `app.ts`; gives its `main.ts`. */
async function copyProjectWithDomain(t: TestContext): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'confere-copy-'));
  t.after(() => rm(copy, { recursive: true, force: true }));
  for (const part of ['src', 'migrations', 'package.json', 'packages/networks', 'deploy', 'docs/reference']) {
    await cp(join(root, part), join(copy, part), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));

  const domain = join(copy, 'src/notes');
  await cp(fixture, domain, { recursive: true });
  await rm(join(domain, 'migration.sql'));
  for (const name of (await readdir(domain, { recursive: true })).filter((each) => each.endsWith('.ts'))) {
    const text = await readFile(join(domain, name), 'utf8');
    // The folder stands two levels higher in the copy, beside the other domains.
    await writeFile(join(domain, name), text.replaceAll(/'\.\.\/\.\.\/((?:\.\.\/)+)src\//g, "'$1"));
  }
  await cp(join(fixture, 'migration.sql'), join(copy, 'migrations/9999-notes.sql'));

  const app = join(copy, 'src/app.ts');
  const text = await readFile(app, 'utf8');
  const changed = text.replace(
    '  privacyModule,\n',
    "  (await import('./notes/module.ts')).notesModule,\n  privacyModule,\n",
  );
  assert.equal(changed.split('\n').length, text.split('\n').length + 1, 'one line more');
  await writeFile(app, changed);
  return join(copy, 'src/main.ts');
}

/** The pages of errors and of audit events, as the copy's own script writes them. */
async function renderPages(main: string): Promise<string> {
  const reference = join(dirname(main), '../docs/reference');
  await promisify(execFile)(process.execPath, [join(reference, 'render.ts')]);
  const pages = ['errors.md', 'audit-events.md'].map((name) => readFile(join(reference, name), 'utf8'));
  return (await Promise.all(pages)).join('\n');
}

/** Asks again until the answer is as wanted. */
async function askUntil(ask: () => Promise<Answer>, isWanted: (answer: Answer) => boolean): Promise<Answer> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    await wait(50);
  }
  return await ask();
}

it('a folder and a line add a domain with a route, a command, a setting, a job, a sealed table, an erasure, an audit action, an id prefix, errors and an event type', async (t) => {
  const main = await copyProjectWithDomain(t);
  const place = await createTestDatabase(t, 'embedded');
  const env = { ...environmentOf(place), NOTE_MAX_LENGTH: '12', LOG_LEVEL: 'info' };
  const { url, admin } = await spawnServe(t, env, { main });
  assert.ok(admin);
  const token = await fetchToken(url, admin);
  const cpf = generateCpf();
  const ask = (method: string, path: string, json?: unknown) =>
    send(`${url}/v1/people/${cpf}${path}`, { method, token, json });
  const run = async (...args: readonly string[]) => {
    const { status, stdout, stderr } = await runConfere(t, args, env, main);
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout);
  };
  const countSealed = async () => {
    const keys = (await run('keys', 'list', '--json')) as readonly { readonly records: number }[];
    return keys.reduce((sum, { records }) => sum + records, 0);
  };
  const sealedBefore = await countSealed();

  // The route, with a setting that decides; the limit without it is 100.
  const refused = await ask('PUT', '/note', { text: 'thirteen char' });
  assert.deepEqual([refused.status, refused.body.code], [400, 'note_too_long']);
  const written = await ask('PUT', '/note', { text: 'twelve chars' });
  assert.equal(written.status, 200, written.text);
  const { id } = written.body;
  assert.match(id, /^not_[0-9a-f]{32}$/);

  // The job, which the route left to the queue.
  const read = await askUntil(
    () => ask('GET', '/note'),
    ({ body }) => body.isCounted,
  );
  assert.deepEqual(
    { ...read.body, requestId: '' },
    { requestId: '', id, text: 'twelve chars', isCounted: true },
  );

  // The audit action, newest first.
  const { body: log } = await send(`${url}/v1/audit?action=note.write`, { token });
  assert.deepEqual(
    log.items.map(({ outcome, target }: Record<string, unknown>) => [outcome, target]),
    [
      ['done', id],
      ['note_too_long', undefined],
    ],
  );

  // The event type, in the list of them and in the feed.
  const { body: types } = await send(`${url}/v1/event-types`, { token });
  assert.ok(types.items.some(({ name }: { readonly name: string }) => name === 'note.written'));
  const feed = await askUntil(
    () => send(`${url}/v1/events?type=note.written`, { token }),
    ({ body }) => body.items.length > 0,
  );
  assert.equal(feed.body.items[0].data.noteId, id);

  // The pages made from the code: the errors of the catalogue, the actions of the log.
  const pages = await renderPages(main);
  assert.match(pages, /^\| `note_too_long` \| 400 \| The note is too long \|/m);
  assert.match(pages, /^\| `note.write` \| a note was written \| note \|$/m);
  assert.match(pages, /^\| `operator.notes\/count` \| the notes were counted \|$/m);

  // The command, in the server that holds the database.
  assert.deepEqual(await run('notes', 'count'), { notes: 1, maxLength: 12 });

  // The sealed table: whoever works on all keys finds the note and the person made for it.
  assert.equal((await countSealed()) - sealedBefore, 2);

  // The erasure of a person takes the note.
  const erased = await ask('DELETE', '');
  assert.equal(erased.status, 200, erased.text);
  assert.equal(erased.body.erased.notes, 1);
  const gone = await ask('GET', '/note');
  assert.deepEqual([gone.status, gone.body.code], [404, 'note_not_found']);
});
