import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findFreePort } from '../support/find-free-port.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** A registry with a few packages of this checkout, so that nothing is fetched from elsewhere. */
async function serveRegistry(t: TestContext, folder: string, names: readonly string[]): Promise<string> {
  const packages = await Promise.all(
    names.map(async (name) => {
      const source = join(root, 'node_modules', name);
      const file = join(folder, `${name.replace('/', '-')}.tgz`);
      await run('tar', ['-czf', file, '-C', source, '--transform', 's,^\\.,package,', '.']);
      return { name, manifest: JSON.parse(await readFile(join(source, 'package.json'), 'utf8')), file };
    }),
  );
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    const found = packages.find(({ name }) => path === `/${name}` || path === `/files/${name}.tgz`);
    if (found === undefined) return response.writeHead(404).end();
    const { name, manifest, file } = found;
    if (path.startsWith('/files/')) return response.end(await readFile(file));
    const dist = { tarball: `http://${request.headers.host}/files/${name}.tgz` };
    const { version } = manifest;
    return response.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        name,
        'dist-tags': { latest: version },
        versions: { [version]: { ...manifest, dist } },
      }),
    );
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** A shell that takes one text after the other, as a person types them. */
function openShell(cwd: string, env: Readonly<Record<string, string>>) {
  const child: ChildProcess = spawn('bash', [], { cwd, env, detached: true });
  let output = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (output += text));
  // What the shell started writes to its streams, too: they end when all of it has.
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let count = 0;
  const waitFor = async (words: RegExp): Promise<string> => {
    const end = Date.now() + 600_000;
    while (!words.test(output)) {
      if (Date.now() > end || child.exitCode !== null) assert.fail(`no ${words} in: ${output}`);
      await pause(50);
    }
    return output;
  };
  return {
    waitFor,
    /** Types a text that does not end by itself. */
    start(text: string) {
      child.stdin!.write(`${text}\n`);
    },
    /** What the text prints; fails when its last command does. */
    async run(text: string): Promise<string> {
      const before = output.length;
      count += 1;
      child.stdin!.write(`${text}\nprintf '\\n[%s %s]\\n' ${count} $?\n`);
      const printed = (await waitFor(new RegExp(`\\[${count} \\d+\\]`))).slice(before);
      assert.match(printed, new RegExp(`\\[${count} 0\\]`));
      return printed;
    },
    /** Ends the shell and what it started, a group of their own. */
    async stop(): Promise<void> {
      process.kill(-child.pid!, 'SIGINT');
      child.stdin!.end();
      const killed = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), 10_000);
      await closed;
      clearTimeout(killed);
    },
  };
}

/** The blocks of code of each step of a guide's section. */
async function readSteps(guide: string, heading: string): Promise<readonly (readonly string[])[]> {
  const page = await readFile(join(root, 'docs/guides', guide), 'utf8');
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  return section
    .split(/^\d+\. /m)
    .slice(1)
    .map((step) =>
      [...step.matchAll(/^ {3}```\w+\n([\s\S]*?)^ {3}```/gm)].map(([, code]) =>
        code!.replaceAll(/^ {3}/gm, ''),
      ),
    );
}

/** Where npx finds the command: as an installed package has it. */
async function linkPackage(place: string): Promise<void> {
  const modules = join(place, 'node_modules');
  await symlink(root, join(modules, 'confere'));
  await mkdir(join(modules, '.bin'), { recursive: true });
  await symlink('../confere/bin/confere.js', join(modules, '.bin/confere'));
}

describe('the path from nothing to a verified webhook', () => {
  it('works as the guide is written', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'confere-path-'));
    const shells: ReturnType<typeof openShell>[] = [];
    t.after(async () => {
      await Promise.all(shells.map((shell) => shell.stop()));
      await rm(folder, { recursive: true, force: true });
    });
    const openShellHere = () => {
      const shell = openShell(place, env);
      shells.push(shell);
      return shell;
    };
    const place = join(folder, 'empty');
    await mkdir(place);
    const registry = await serveRegistry(t, folder, ['standardwebhooks', '@stablelib/base64', 'fast-sha256']);
    const env = {
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      HOME: folder,
      npm_config_registry: registry,
      npm_config_update_notifier: 'false',
    };
    const [servicePort, receiverPort] = [String(await findFreePort()), String(await findFreePort())];
    const asHere = (text: string) => text.replaceAll('8090', servicePort).replaceAll('3000', receiverPort);
    const steps = await readSteps('try-the-sandbox.md', 'From nothing to a verified webhook');
    assert.deepEqual(
      steps.map((blocks) => blocks.length),
      [2, 1, 1, 1, 1],
    );
    const [[install, receiver], [sandbox], [endpoint], [receive], [send]] = steps.map((blocks) =>
      blocks.map(asHere),
    ) as [[string, string], [string], [string], [string], [string]];

    const first = openShellHere();
    await first.run(install);
    await writeFile(join(place, 'receive.mjs'), receiver);
    await linkPackage(place);
    assert.equal(sandbox.trim(), 'npx confere sandbox');
    first.start(`${sandbox.trim()} --listen 127.0.0.1:${servicePort}`);
    const printed = await first.waitFor(/grant_type=client_credentials/);
    assert.doesNotMatch(printed, /"level"/);
    const [, id, secret] = /^back end\s+(\S+)\s+(\S+)$/m.exec(printed) ?? [];

    const second = openShellHere();
    const created = await second.run(endpoint.replace('ID=cli_... SECRET=...', `ID=${id} SECRET=${secret}`));
    const endpointMade = JSON.parse(created.split('\n')[0]!);

    const third = openShellHere();
    third.start(receive.replace('whsec_...', endpointMade.secret));
    await pause(1_000);
    await second.run(send.replace('whe_...', endpointMade.id));
    // Events of the sample people may come first.
    await third.waitFor(/^verified webhook_endpoint\.tested/m);
  });
});
