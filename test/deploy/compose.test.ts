import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { loadAppConfig } from '../../src/app.ts';

const folder = fileURLToPath(new URL('../../deploy/compose', import.meta.url));

type Service = {
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
};

const file = parse(readFileSync(join(folder, 'compose.yaml'), 'utf8'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};
const services = Object.entries(file.services);

it('names services, secrets, volumes and files that are there', () => {
  const made = readFileSync(join(folder, 'make-keys.sh'), 'utf8');
  for (const { file: path } of Object.values(file.secrets)) {
    assert.ok(made.includes(path.replace('./keys/', '')), path);
  }
  for (const [name, { secrets = [], volumes = [], depends_on: needed = [] }] of services) {
    for (const secret of secrets) assert.ok(secret in file.secrets, `${name} ${secret}`);
    for (const other of Array.isArray(needed) ? needed : Object.keys(needed)) {
      assert.ok(other in file.services, `${name} ${other}`);
    }
    for (const volume of volumes) {
      const [source = ''] = volume.split(':');
      const isThere = source.startsWith('.') ? existsSync(join(folder, source)) : source in file.volumes;
      assert.ok(isThere, `${name} ${volume}`);
    }
  }
});

it('gives every part of Confere settings that it takes', () => {
  const own = services.filter(([, { command }]) => command?.[0] === 'serve');
  assert.deepEqual(
    own.map(([name, { command }]) => [name, command?.[2]]),
    [
      ['web', 'web'],
      ['jobs', 'jobs'],
      ['faces', 'faces'],
    ],
  );
  for (const [, { environment = {} }] of own) {
    const env = Object.fromEntries(
      Object.entries(environment).map(([name, value]) => {
        if (name === 'MASTER_KEY') return [name, `${'A'.repeat(43)}=`];
        return [name, value.startsWith('file:') ? 'x'.repeat(40) : value.replace(/\$\{[^}]*\}/g, 'password')];
      }),
    );
    loadAppConfig(env);
  }
});

it('keeps the database and the master key from the face services', () => {
  const { faces } = file.services;
  assert.deepEqual(faces?.secrets, ['faces-secret']);
  assert.deepEqual(Object.keys(faces?.environment ?? {}).sort(), [
    'FACES_SECRET',
    'LISTEN',
    'METRICS_LISTEN',
  ]);
});

it('gives the duplicate search a process of its own, at the address that the others ask', () => {
  const more = parse(readFileSync(join(folder, 'compose.duplicates.yaml'), 'utf8'), { merge: true }) as {
    readonly services: Readonly<
      Record<string, Service & { readonly extends?: { readonly service: string } }>
    >;
    readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  };
  const made = readFileSync(join(folder, 'make-keys.sh'), 'utf8');
  for (const { file: path } of Object.values(more.secrets)) {
    assert.ok(made.includes(`make_key ${path.replace('./keys/', '')} `), path);
  }
  const configs = Object.entries(more.services).map(([name, service]) => {
    const base = file.services[service.extends?.service ?? name];
    for (const secret of service.secrets ?? []) assert.ok(secret in more.secrets, `${name} ${secret}`);
    const environment = { ...base?.environment, ...service.environment };
    const env = Object.fromEntries(
      Object.entries(environment).map(([variable, value]) => {
        if (variable === 'MASTER_KEY') return [variable, `${'A'.repeat(43)}=`];
        return [
          variable,
          value.startsWith('file:') ? 'x'.repeat(40) : value.replace(/\$\{[^}]*\}/g, 'password'),
        ];
      }),
    );
    return { name, command: service.command ?? base?.command, config: loadAppConfig(env) };
  });
  const [one, ...others] = configs.filter(({ command }) => command?.[2] === 'duplicates');
  assert.deepEqual(others, []);
  const askers = configs.filter((service) => service !== one);
  assert.deepEqual(askers.map(({ name }) => name).sort(), ['jobs', 'web']);
  for (const { config } of askers) {
    assert.equal(config.duplicates.url, `http://${one!.name}:${one!.config.server.listen.port}`);
  }
});

it('limits the memory and processes of every part', () => {
  for (const [name, service] of services) {
    const { mem_limit: memory, pids_limit: processes } = service as {
      mem_limit?: string;
      pids_limit?: number;
    };
    assert.ok(memory !== undefined && processes !== undefined, name);
  }
});

it('the health check of the image asks the address of LISTEN, whichever it is', async (t) => {
  const file = fileURLToPath(new URL('../../deploy/check-health.mjs', import.meta.url));
  const check = async (listen: string) => {
    const child = execFile(process.execPath, [file], { env: { LISTEN: listen, TLS_CERT: '' } });
    const [status] = await once(child, 'exit');
    return status;
  };
  for (const [host, written] of [
    ['0.0.0.0', '0.0.0.0'],
    ['127.0.0.2', '127.0.0.2'],
    ['::1', '[::1]'],
    ['::', '[::]'],
  ]) {
    const server = createServer((_, response) => response.end()).listen(0, host);
    await once(server, 'listening');
    t.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    assert.equal(await check(`${written}:${port}`), 0, written);
    server.close();
    server.closeAllConnections();
    assert.equal(await check(`${written}:${port}`), 1, written);
  }
});
