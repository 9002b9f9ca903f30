import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { adminCredentialsPath, openDataFolder } from '../../src/platform/data-folder/index.ts';
import { listen } from '../../src/process/listen.ts';
import { runConfere } from '../support/service-process.ts';

it('a command says that the server stopped when it ends before it has answered', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'confere-task-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  await using folder = await openDataFolder(dataDir, { purpose: 'serve' });
  const server = createServer((request, response) => {
    if (request.url === '/oauth2/token') response.end(JSON.stringify({ access_token: 'a-token' }));
    else request.socket.destroy();
  });
  t.after(() => server.close());
  const { port } = await listen(server, { host: '127.0.0.1', port: 0 });
  await mkdir(dirname(adminCredentialsPath(dataDir)));
  await writeFile(adminCredentialsPath(dataDir), JSON.stringify({ clientId: 'cli', clientSecret: 'secret' }));
  await folder.announce({ url: `http://127.0.0.1:${port}`, taskKey: 'key' });
  const { status, stderr } = await runConfere(t, ['keys', 'list'], { DATA_DIR: dataDir });
  assert.equal(status, 1);
  assert.match(stderr, /^The server stopped before the command ended \(operator_task_cut_off\)/);
});
