import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { findFreePort } from '../../support/find-free-port.ts';
import { nameClientSources } from '../name-client-sources.ts';

const examplesFolder = new URL('../../../examples/', import.meta.url);
const secret = `whsec_${randomBytes(32).toString('base64')}`;
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const keys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig', alg: 'EdDSA' }];

/** Each with what shows that the machine has the language. */
const receivers = [
  { name: 'JavaScript', probe: ['node', '--version'], command: ['node', 'javascript/receive-webhooks.mjs'] },
  { name: 'TypeScript', probe: ['node', '--version'], command: ['node', 'typescript/receive-webhooks.ts'] },
  {
    name: 'Python',
    probe: ['python3', '--version'],
    command: ['python3', 'python/receive_webhooks.py'],
  },
  { name: 'Java', probe: ['java', '--version'], command: ['java', 'java/ReceiveWebhooks.java'] },
  { name: 'Go', probe: ['go', 'version'], command: ['go', 'run', 'go/receive-webhooks/main.go'] },
] as const;

/** The headers of a delivery, signed in both ways of Standard Webhooks. */
function signDelivery(body: string, sentAt = new Date(), id = 'evt_1'): Record<string, string> {
  const seconds = Math.floor(sentAt.getTime() / 1000);
  const byKey = sign(null, Buffer.from(`${id}.${seconds}.${body}`), privateKey).toString('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')} ${new Webhook(secret).sign(id, sentAt, body)} v1a,${byKey}`,
  };
}

/** Sends the beginning of a delivery and closes the connection. */
async function cutOff(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.resume().end('POST / HTTP/1.1\r\nHost: receiver\r\nContent-Length: 9\r\n\r\nhalf');
  await once(socket, 'close');
}

describe('the receivers of webhooks', () => {
  let folder: string;
  let published: Server;
  const started: ChildProcess[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'confere-receivers-'));
    published = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }));
    });
    await new Promise<void>((resolve) => published.listen(0, '127.0.0.1', resolve));
  });
  after(async () => {
    // A receiver may be the child of its tool: each has a group of its own.
    for (const child of started) {
      // One that has ended has none.
      if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL');
    }
    published.close();
    await rm(folder, { recursive: true });
  });

  for (const { name, probe, command } of receivers) {
    const [tool, ...options] = probe;
    const skip = spawnSync(tool, options).status === 0 ? false : `${name} is not installed`;
    it(`in ${name} takes what is signed and refuses everything else`, { skip }, async () => {
      const port = await findFreePort();
      const [program, ...args] = await Promise.all(
        command.map(async (arg) => {
          if (!arg.endsWith('.ts')) return arg;
          const file = join(folder, 'receiver.ts');
          await writeFile(file, nameClientSources(await readFile(new URL(arg, examplesFolder), 'utf8')));
          return file;
        }),
      );
      const child = spawn(program!, [...args, String(port)], {
        cwd: fileURLToPath(examplesFolder),
        detached: true,
        env: {
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          WEBHOOK_SECRET: secret,
          CONFERE_URL: `http://127.0.0.1:${(published.address() as AddressInfo).port}`,
          CLIENT_ID: 'cli_1',
          CLIENT_SECRET: 'unused',
        },
      });
      started.push(child);
      let printed = '';
      let complained = '';
      child.stdout.on('data', (text) => (printed += text));
      child.stderr.on('data', (text) => (complained += text));

      async function deliver(body: string, headers: Record<string, string>): Promise<number> {
        for (;;) {
          try {
            const address = `http://127.0.0.1:${port}/`;
            return (await fetch(address, { method: 'POST', body, headers })).status;
          } catch (error) {
            if (child.exitCode !== null) assert.fail(`${error} ${complained}`);
            await pause(100);
          }
        }
      }

      const body = '{"id":"evt_1","type":"face.registered","data":{"personId":"per_1"}}';
      assert.equal(await deliver(body, signDelivery(body)), 204);
      while (!printed.includes('\n')) await pause(20);
      assert.equal(printed, 'verified face.registered\n');

      const anHourAgo = new Date(Date.now() - 3_600_000);
      assert.equal(await deliver(`${body} `, signDelivery(body)), 400);
      assert.equal(await deliver(body, signDelivery(body, anHourAgo)), 400);
      assert.equal(await deliver(body, { ...signDelivery(body), 'webhook-id': 'evt_2' }), 400);
      assert.equal(await deliver(body, { ...signDelivery(body), 'webhook-signature': 'v1,AAAA' }), 400);
      assert.equal(await deliver(body, {}), 400);
      await cutOff(port);
      assert.equal(await deliver(body, {}), 400);
      assert.equal(printed, 'verified face.registered\n');
    });
  }
});
