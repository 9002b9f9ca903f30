import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { type DrawnPose, drawHead, drawPrint } from '../../support/draw-head.ts';
import { cutFacePhotos } from '../../support/face-photos.ts';
import { runConfere } from '../../support/service-process.ts';

let folder: string;
let env: { readonly DATA_DIR: string; readonly FACE_WORKERS: string };
const turn: readonly DrawnPose[] = [0, 20, 36, 32, 0].map((yaw) => ({ yaw, pitch: 0 }));
const back: readonly DrawnPose[] = [0, -5, -20, -36, -32, -8].map((yaw) => ({ yaw, pitch: 0 }));

/** Frames whose names count: the tenth comes after the ninth. */
async function keep(
  sequence: string,
  frames: readonly Uint8Array[],
  format: 'jpeg' | 'png' | 'webp' = 'jpeg',
): Promise<void> {
  await mkdir(join(folder, sequence), { recursive: true });
  for (const [index, frame] of frames.entries()) {
    const place = join(folder, sequence, `frame-${index + 8}.${format}`);
    await writeFile(place, await sharp(frame).toFormat(format).toBuffer());
  }
  await writeFile(join(folder, sequence, 'notes.txt'), 'no frame');
}

const list = async (...rows: readonly string[]) =>
  await writeFile(join(folder, 'labels.csv'), ['sequence,label,species,instrument', ...rows].join('\r\n'));
const evaluate = (...more: readonly string[]) => ['liveness', 'evaluate', folder, ...more];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'confere-liveness-'));
  env = { DATA_DIR: join(folder, 'data'), FACE_WORKERS: '1' };
  await mkdir(env.DATA_DIR);
  const { sameWoman, otherWomen } = await cutFacePhotos(720);
  const draw = (drawn: typeof drawHead, photo: Uint8Array, poses: readonly DrawnPose[]) =>
    Promise.all(poses.map((pose, index) => drawn(photo, pose, index)));
  await keep('turning', await draw(drawHead, sameWoman[1], turn), 'webp');
  const lost = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#777' } })
    .png()
    .toBuffer();
  await keep('losing', [...(await draw(drawHead, sameWoman[1], back)), lost, Buffer.from(lost)], 'png');
  await keep('still', await draw(drawHead, sameWoman[1], Array(5).fill({ yaw: 0, pitch: 0 })));
  await keep(
    'held',
    await draw(drawPrint, sameWoman[1], [...turn, ...turn.map(({ yaw }) => ({ yaw: -yaw, pitch: 9 }))]),
  );
  const others = await draw(drawHead, otherWomen[0]!, turn);
  const own = await draw(drawHead, sameWoman[1], turn);
  await keep(
    'swapped',
    own.map((frame, index) => (index === 3 ? others[index]! : frame)),
  );
  await keep('wall', Array(5).fill(lost));
  await keep('short', Array(4).fill(lost));
});

after(() => rm(folder, { recursive: true }));

describe('confere liveness evaluate', () => {
  it('says how often recorded people are refused and attacks pass, for programs, people and auditors', async (t) => {
    await list(
      'turning,live,,webcam',
      'losing,LIVE,somebody,webcam',
      'still,live,',
      'held,attack,"print, held",laser',
      'wall,attack,<wall>,<brick>',
      'swapped,attack,"print, held",ink',
    );
    const page = join(folder, 'page.html');
    const result = await runConfere(t, evaluate('--steps', 'shown', '--page', page, '--json'), env);
    assert.equal(result.status, 0, result.stderr);
    const report = JSON.parse(result.stdout);
    const outcomes = Object.fromEntries(
      report.judged.map(({ name, outcome }: { name: string; outcome: string }) => [name, outcome]),
    );
    assert.deepEqual(
      outcomes,
      {
        turning: 'passed',
        losing: 'passed',
        still: 'refused',
        held: outcomes.held,
        wall: 'refused',
        swapped: 'failed',
      },
      result.stdout,
    );
    assert.notEqual(outcomes.held, 'passed');
    const { bonaFide, species } = report;
    assert.equal(bonaFide.sequences, 3);
    assert.equal(bonaFide.refused, 1);
    assert.ok(Math.abs(bonaFide.bpcer - 1 / 3) < 1e-9);
    assert.ok(bonaFide.interval[0] > 0.05 && bonaFide.interval[1] < 0.8);
    assert.deepEqual(
      species.map(({ name, sequences, passed, apcer }: Record<string, unknown>) => ({
        name,
        sequences,
        passed,
        apcer,
      })),
      [
        { name: 'print, held', sequences: 2, passed: 0, apcer: 0 },
        { name: '<wall>', sequences: 1, passed: 0, apcer: 0 },
      ],
    );
    assert.equal(species[0].interval[0], 0);
    assert.deepEqual(
      report.instruments.map(({ interval: _interval, ...one }: { interval: unknown }) => one),
      [
        { label: 'live', species: '', instrument: 'webcam', sequences: 2, wrong: 0, rate: 0 },
        { label: 'attack', species: 'print, held', instrument: 'laser', sequences: 1, wrong: 0, rate: 0 },
        { label: 'attack', species: '<wall>', instrument: '<brick>', sequences: 1, wrong: 0, rate: 0 },
        { label: 'attack', species: 'print, held', instrument: 'ink', sequences: 1, wrong: 0, rate: 0 },
      ],
    );
    const html = await readFile(page, 'utf8');
    assert.ok(html.includes('print, held') && html.includes('&#60;wall&#62;') && !html.includes('<wall>'));
    assert.ok(html.includes('live: webcam') && !html.includes('<brick>'));

    const text = await runConfere(t, evaluate(), env);
    assert.equal(text.status, 0, text.stderr);
    assert.match(text.stdout, /live \(BPCER\) +3 +1 +33\.3 % +6\.1 % to 79\.2 %/);
    assert.match(text.stdout, /print, held: laser +1 +0 +0\.0 %/);
    assert.match(text.stdout, /iBeta level 1 .*: 897 tries are missing, among them 4 species/);
  });

  it('refuses a list that says too little, before anything is judged', async (t) => {
    await cp(join(folder, 'turning'), join(folder, 'twice'), { recursive: true });
    await list(
      'twice,live,',
      'twice,live,',
      'missing,live,',
      'short,attack,print',
      'wall,attack,',
      '../x,live,',
      'still,alive,',
    );
    const result = await runConfere(t, evaluate('--json'), env);
    assert.equal(result.status, 1);
    assert.equal(result.stdout, '');
    for (const problem of [
      'sequence "twice" comes twice',
      'there is no folder "missing"',
      '"short" has 4 stills (.jpg, .jpeg, .png, .webp), not 5 to 200',
      'an attack needs its species',
      'line 7',
      'label is "alive"',
    ]) {
      assert.ok(result.stderr.includes(problem), `${problem}: ${result.stderr}`);
    }
    await rm(join(folder, 'labels.csv'));
    const without = await runConfere(t, evaluate(), env);
    assert.match(without.stderr, /labels\.csv/);
    assert.equal(without.status, 1);
  });
});
