import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import sharp from 'sharp';
import { beginLiveness, performSteps } from '../../support/capture-page.ts';
import { runConfere, spawnConfere, spawnServe } from '../../support/service-process.ts';

it('confere liveness record prints a link, and writes what was captured through it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'confere-record-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const env = { DATA_DIR: folder };
  const recordings = join(folder, 'recordings');
  const args = ['liveness', 'record', recordings, '--label', 'attack', '--json'];
  const alone = await runConfere(t, [...args, '--species', 'noise'], env);
  assert.equal(alone.status, 1);
  assert.match(alone.stderr, /server_not_running/);
  const service = await spawnServe(t, env);
  const without = await runConfere(t, args, env);
  assert.equal(without.status, 1);
  assert.match(without.stderr, /^error: an attack needs its --species/);
  const many = await runConfere(t, [...args, '--species', 'noise', '--tries', '151'], env);
  assert.match(many.stderr, /^error: --tries takes a whole number from 1 to 150/);
  const wrong = await runConfere(t, [...args, '--species', 'a,b'], env);
  assert.equal(wrong.status, 1);

  const unlit = await runConfere(t, [...args, '--species', 'noise', '--challenge', 'turns_and_light'], env);
  assert.equal(unlit.status, 1);
  assert.match(unlit.stderr, /liveness_light_off|LIVENESS_LIGHT/);

  const stopped = spawnConfere(t, [...args, '--species', 'noise'], env);
  await readLink(stopped);
  stopped.child.kill('SIGINT');
  assert.match((await stopped.ended).stderr, /command_interrupted/);

  const named = [...args, '--species', 'noise', '--instrument', 'none'];
  const command = spawnConfere(t, named, env);
  await capture(await readLink(command));
  const { status, stdout, stderr } = await command.ended;
  assert.equal(status, 0, stderr);
  assert.deepEqual(JSON.parse(stdout), {
    sessions: [{ name: 'noise-none-001', state: 'failed', reasons: ['face_lost'], frames: 18 }],
  });
  assert.equal((await readdir(join(recordings, 'noise-none-001'))).length, 18);

  const inLines = spawnConfere(
    t,
    named.filter((one) => one !== '--json'),
    env,
  );
  await capture(await readLink(inLines));
  const lines = await inLines.ended;
  assert.equal(lines.stderr, '');
  assert.match(
    lines.stdout,
    /^1 of 1: open before \S+\n {2}http\S+\n {2}failed \(face_lost\): 18 frames in noise-none-002\n$/,
  );

  async function capture(link: string): Promise<void> {
    assert.ok(link.startsWith(service.url), link);
    const fragment = new URLSearchParams(new URL(link).hash.slice(1));
    const id = fragment.get('s')!;
    const session = { id, code: fragment.get('c')!, url: `${service.url}/v1/liveness-sessions/${id}` };
    const finished = await performSteps(session, await beginLiveness(session), async () =>
      sharp(randomBytes(64 * 64 * 3), { raw: { width: 64, height: 64, channels: 3 } })
        .jpeg()
        .toBuffer(),
    );
    assert.equal(finished.status, 200, finished.text);
  }
});

async function readLink({ child, stdout, stderr, ended }: ReturnType<typeof spawnConfere>): Promise<string> {
  return await new Promise<string>((resolve, reject) => {
    const look = () => {
      const found = /(http\S+#s=\S+)\n/.exec(stdout() + stderr());
      if (found !== null) resolve(found[1]!);
    };
    child.stdout!.on('data', look);
    child.stderr!.on('data', look);
    void ended.then(({ stderr }) => reject(new Error(stderr)));
  });
}
