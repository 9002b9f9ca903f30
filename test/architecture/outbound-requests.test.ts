import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { listSourceFiles } from './list-source-files.ts';

/** The command line asks the server it belongs to, on this machine. Nobody else chooses that address. */
const askTheirOwnServer = new Set([
  'src/sandbox/commands/sandbox.ts',
  'src/cli/run-operator-task.ts',
  'src/demo/exchange.ts',
]);
/** Asks the operator's PostgreSQL to end a statement, which takes a connection of its own. */
const askTheDatabase = 'src/platform/db/limit-statements.ts';
const home = 'src/platform/outbound/';

/** The ways out of a process that a text takes. */
function listWaysOut(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '');
  const found: string[] = [];
  if (/(?<![.\w$])(globalThis\s*\.\s*)?fetch\s*\(/.test(code)) found.push('fetch');
  if (/\bnew\s+(WebSocket|EventSource)\b/.test(code)) found.push('socket of the web');
  if (/\bcreateRemoteJWKSet\b/.test(code)) found.push('jose');
  for (const [, names, module] of code.matchAll(
    /import\s+(?!type\b)([^;]*?)\s+from\s+['"](?:node:)?(https?|http2|net|tls|dgram|undici)['"]/g,
  )) {
    const values = (names ?? '').replaceAll(/\btype\s+\w+(\s+as\s+\w+)?/g, '');
    if (module === 'undici' || /\*|^\w/.test(values)) found.push(`${module}`);
    if (/\b(request|get|Agent|ClientRequest|connect|createConnection)\b/.test(values)) {
      found.push(`${module}`);
    }
  }
  return found;
}

it('only platform/outbound makes requests to other servers', async () => {
  const others: string[] = [];
  let ways = 0;
  for (const { name, path } of await listSourceFiles('src')) {
    const found = listWaysOut(await readFile(path, 'utf8'));
    if (name.startsWith(home)) ways += found.length;
    else if (found.length > 0 && !askTheirOwnServer.has(name) && name !== askTheDatabase)
      others.push(`${name}: ${found.join(', ')}`);
  }
  assert.deepEqual(others, []);
  assert.ok(ways > 0, 'the client itself is found');
});

it('those who ask their own server do', async () => {
  for (const name of askTheirOwnServer) {
    const { path } = (await listSourceFiles('src')).find((file) => file.name === name)!;
    assert.deepEqual(listWaysOut(await readFile(path, 'utf8')), ['fetch']);
  }
});

it('ways out are found in every form', () => {
  for (const text of [
    'await fetch(url)',
    'globalThis.fetch(url)',
    "import { request } from 'node:http';",
    "import { Agent as Kept, type IncomingMessage } from 'node:https';",
    "import {\n  type LookupFunction,\n  connect,\n} from 'node:net';",
    "import * as tls from 'node:tls';",
    "import http from 'http';",
    "import { Pool } from 'undici';",
    "import { createRemoteJWKSet } from 'jose';",
    'new WebSocket(url)',
  ]) {
    assert.notDeepEqual(listWaysOut(text), [], text);
  }
  for (const text of [
    '// await fetch(url)',
    'photos.fetch(url)',
    'refetch(url)',
    "import { createServer } from 'node:http';",
    "import type { Agent } from 'node:http';",
    "import { type Socket, isIP } from 'node:net';",
  ]) {
    assert.deepEqual(listWaysOut(text), [], text);
  }
});
