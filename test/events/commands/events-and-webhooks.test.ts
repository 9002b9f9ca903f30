import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import {
  createTestDatabase,
  describeDatabases,
  environmentOf,
  type TestDatabaseKind,
} from '../../support/database.ts';
import { send } from '../../support/http.ts';
import {
  type Environment,
  runConfere,
  type ServedProcess,
  spawnConfere,
  spawnServe,
} from '../../support/service-process.ts';
import { requestToken } from '../../support/tokens.ts';
import { openReceiver, waitFor } from '../open-events.ts';

const create = ['clients', 'create', '--product', 'customer', '--json', '--scope'];
const scopes = 'events:read webhooks:read webhooks:write people:read';

/** A sandbox in a process of its own, so that no network is loaded, with a client for events. */
function shareServed(kind: TestDatabaseKind) {
  const endings: (() => unknown)[] = [];
  const scope = { after: (ending: () => unknown) => void endings.push(ending) };
  let served: ServedProcess | undefined;
  let env: Environment & { readonly DATA_DIR: string };
  let client: { readonly clientId: string; readonly clientSecret: string };
  before(async () => {
    const place = await createTestDatabase(scope as never, kind);
    env = { ...environmentOf(place), SANDBOX: 'on', WEBHOOK_ALLOW: '127.0.0.1', LOG_LEVEL: 'warn' };
    served = await spawnServe(scope, env);
    const made = await runConfere(scope, [...create, scopes], env);
    assert.equal(made.status, 0, made.stderr);
    client = JSON.parse(made.stdout);
  });
  after(async () => {
    for (const ending of endings.reverse()) await ending();
  });
  return {
    served: () => served!,
    env: () => env,
    client: () => client,
  };
}

describeDatabases('confere webhooks and confere events', (kind) => {
  const shared = shareServed(kind);

  /** Runs a command to its end beside the running service; the JSON document that it printed. */
  // biome-ignore lint/suspicious/noExplicitAny: documents of several commands
  async function run(t: { after(end: () => unknown): unknown }, ...args: string[]): Promise<any> {
    const { status, stdout, stderr } = await runConfere(t, [...args, '--json'], shared.env());
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout);
  }

  it('webhooks: an endpoint is created, tested, listed, rotated, disabled, enabled, replayed and removed', async (t) => {
    const receiver = await openReceiver(t);
    const { clientId } = shared.client();
    const made = await run(t, 'webhooks', 'create', '--client', clientId, '--url', receiver.url);
    assert.match(made.id, /^whe_[0-9a-f]{32}$/);
    assert.match(made.secret, /^whsec_/);

    await run(t, 'webhooks', 'test', made.id);
    await receiver.until(1);
    const [{ headers, body, event }] = receiver.received as [(typeof receiver.received)[0]];
    assert.equal(event.type, 'webhook_endpoint.tested');
    new Webhook(made.secret).verify(body, headers as Record<string, string>);

    const listed = await run(t, 'webhooks', 'list');
    const own = listed.find(({ id }: { id: string }) => id === made.id);
    assert.deepEqual([own.clientId, own.url, own.isEnabled], [clientId, receiver.url, true]);
    assert.equal(own.secret, undefined, 'the secret is shown once');

    const { secret } = await run(t, 'webhooks', 'rotate', made.id);
    assert.notEqual(secret, made.secret);
    await run(t, 'webhooks', 'test', made.id);
    await receiver.until(2);
    const second = receiver.received[1]!;
    for (const either of [secret, made.secret]) {
      new Webhook(either).verify(second.body, second.headers as Record<string, string>);
    }

    let deliveries = await run(t, 'webhooks', 'deliveries', made.id);
    await waitFor(async () => {
      deliveries = await run(t, 'webhooks', 'deliveries', made.id, '--state', 'delivered');
      return deliveries.length === 2;
    });
    assert.equal(deliveries[0].attempts[0].status, 204);

    const replayed = await run(t, 'webhooks', 'replay', made.id, '--delivery', deliveries[0].id);
    assert.equal(replayed.events, 1);
    await receiver.until(3);
    assert.equal(receiver.received[2]!.event.id, deliveries[0].eventId);

    const window = ['webhooks', 'replay', made.id, '--from', '2020-01-01T00:00:00Z', '--include-delivered'];
    const preview = await run(t, ...window);
    assert.equal(preview.isPreview, true);
    assert.ok(preview.events >= 2);
    assert.equal(receiver.received.length, 3, 'a preview sends nothing');
    const confirmed = await run(t, ...window, '--to', preview.to, '--confirm', String(preview.events));
    assert.equal(confirmed.isPreview, false);
    await receiver.until(3 + preview.events);

    assert.equal((await run(t, 'webhooks', 'disable', made.id)).isEnabled, false);
    const refused = await runConfere(t, ['webhooks', 'test', made.id], shared.env());
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /webhook_endpoint_disabled/);
    assert.equal((await run(t, 'webhooks', 'enable', made.id)).isEnabled, true);

    await run(t, 'webhooks', 'remove', made.id);
    const gone = await runConfere(t, ['webhooks', 'deliveries', made.id], shared.env());
    assert.equal(gone.status, 1);
    assert.match(gone.stderr, /webhook_endpoint_not_found/);
  });

  it('webhooks create: refuses a private address that is not allowed, and a client that is not there', async (t) => {
    for (const [client, url, code] of [
      [shared.client().clientId, 'https://10.0.0.1/hook', /webhook_/],
      ['cli_00000000000000000000000000000000', 'https://hooks.example/', /client/],
    ] as const) {
      const { status, stdout, stderr } = await runConfere(
        t,
        ['webhooks', 'create', '--client', client, '--url', url, '--json'],
        shared.env(),
      );
      assert.equal(status, 1);
      assert.equal(stdout, '');
      assert.match(stderr, code);
      assert.doesNotMatch(stderr, /^ +at /m, 'no stack');
    }
  });

  it('events tail: prints new events, of the types asked for, from the own storage and through the API', async (t) => {
    const receiver = await openReceiver(t);
    const { clientId, clientSecret } = shared.client();
    const { id } = await run(t, 'webhooks', 'create', '--client', clientId, '--url', receiver.url);
    const secretFile = join(shared.env().DATA_DIR, 'client-secret');
    await writeFile(secretFile, `${clientSecret}\n`);
    const server = ['--server', shared.served().url, '--client-id', clientId];
    const type = ['--type', 'webhook_endpoint.tested', '--limit', '1'];
    const tails = [
      spawnConfere(t, ['events', 'tail', ...type], shared.env()),
      spawnConfere(
        t,
        ['events', 'tail', ...type, ...server, '--client-secret-file', secretFile],
        shared.env(),
      ),
    ];
    const ended = Promise.all(tails.map((tail) => tail.ended));
    // A tail begins at the newest event when it has started: one event may be before that, so they go on.
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    await waitFor(async () => {
      await run(t, 'webhooks', 'test', id);
      return isOver;
    });
    for (const { status, stdout, stderr } of await ended) {
      assert.equal(status, 0, stderr);
      const lines = stdout.trim().split('\n');
      assert.equal(lines.length, 1);
      const event = JSON.parse(lines[0]!);
      assert.deepEqual([event.type, event.data], ['webhook_endpoint.tested', { webhookEndpointId: id }]);
    }
    await run(t, 'webhooks', 'remove', id);
  });

  it('events tail --server: says why the feed cannot be read', async (t) => {
    const secretFile = join(shared.env().DATA_DIR, 'wrong-secret');
    await writeFile(secretFile, 'wrong\n');
    const { clientId } = shared.client();
    const server = ['events', 'tail', '--server', shared.served().url, '--client-id', clientId];
    const refused = await runConfere(t, [...server, '--client-secret-file', secretFile], shared.env());
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /event_feed_unreadable.*401/s);
    const unnamed = await runConfere(t, server, shared.env());
    assert.match(unnamed.stderr, /--client-secret-file/);
  });

  it('events listen: forwards new events, signed as webhooks are', async (t) => {
    const receiver = await openReceiver(t);
    const own = await openReceiver(t);
    const { clientId } = shared.client();
    const { id } = await run(t, 'webhooks', 'create', '--client', clientId, '--url', own.url);
    const listening = spawnConfere(
      t,
      ['events', 'listen', '--forward-to', receiver.url, '--type', 'webhook_endpoint.tested', '--limit', '1'],
      shared.env(),
    );
    await waitFor(async () => {
      await run(t, 'webhooks', 'test', id);
      return receiver.received.length > 0;
    });
    const { status, stdout, stderr } = await listening.ended;
    assert.equal(status, 0, stderr);
    const [, secret] = /secret +(whsec_\S+)/.exec(stderr)!;
    const [{ headers, body, event }] = receiver.received as [(typeof receiver.received)[0]];
    new Webhook(secret!).verify(body, headers as Record<string, string>);
    assert.equal(event.type, 'webhook_endpoint.tested');
    assert.match(stdout, /^webhook_endpoint\.tested {2}evt_[0-9a-f]+ {2}204\n$/);
    await run(t, 'webhooks', 'remove', id);
  });

  it('events tail: Ctrl-C ends it in order, with nothing on the standard error', async (t) => {
    const receiver = await openReceiver(t);
    const { clientId, clientSecret } = shared.client();
    const { id } = await run(t, 'webhooks', 'create', '--client', clientId, '--url', receiver.url);
    const secretFile = join(shared.env().DATA_DIR, 'secret-of-the-client');
    await writeFile(secretFile, `${clientSecret}\n`);
    const server = ['--server', shared.served().url, '--client-id', clientId];
    for (const source of [[], [...server, '--client-secret-file', secretFile]]) {
      const tail = spawnConfere(t, ['events', 'tail', ...source], shared.env());
      await waitFor(async () => {
        await run(t, 'webhooks', 'test', id);
        return tail.stdout() !== '';
      });
      tail.child.kill('SIGINT');
      const { status, stderr } = await tail.ended;
      assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
    }
    await run(t, 'webhooks', 'remove', id);
  });

  it('tokens of the client open the feed that tail reads', async () => {
    const token = await requestToken(shared.served().url, shared.client());
    assert.equal(token.status, 200);
    const feed = await send(`${shared.served().url}/v1/events`, { token: token.body.access_token });
    assert.equal(feed.status, 200);
  });
});

describe('confere webhooks before the first start', () => {
  it('list is empty', async (t) => {
    const env = { ...environmentOf(await createTestDatabase(t, 'embedded')), SANDBOX: 'on' };
    const { status, stdout, stderr } = await runConfere(t, ['webhooks', 'list', '--json'], env);
    assert.equal(status, 0, stderr);
    assert.deepEqual(JSON.parse(stdout), []);
  });
});

describe('confere events on an embedded database without a server', () => {
  it('tail and listen refuse: they would keep the server from its start', async (t) => {
    const env = { ...environmentOf(await createTestDatabase(t, 'embedded')), SANDBOX: 'on' };
    for (const args of [['tail'], ['listen', '--forward-to', 'http://127.0.0.1:9/']]) {
      const { status, stderr } = await runConfere(t, ['events', ...args, '--limit', '0'], env);
      assert.equal(status, 1);
      assert.match(stderr, /server_not_running/);
    }
  });
});
