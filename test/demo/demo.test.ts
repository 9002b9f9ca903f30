import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { areAllAsExpected, checkObservations } from '../../src/demo/checks.ts';
import { letter, measureLetters } from '../../src/demo/lettering.ts';
import type { AttemptData, DemoObservations } from '../../src/demo/observations.ts';

const main = fileURLToPath(new URL('../../src/confere.ts', import.meta.url));

type DemoDocument = {
  isAsExpected: boolean;
  totalMs: number;
  liveness: { engine: string; isReliable: boolean; worth: string };
  picture: { file: string; widthPx: number; heightPx: number };
  exchanges: { request: string; status: number; answer: object }[];
  observations: DemoObservations;
  checks: { what: string; expected: string; got: string; isAsExpected: boolean }[];
};

type Ended = { status: number | null; stdout: string; stderr: string };

/** The demonstration as a process whose temporary folder is its own, so that what it leaves there is seen. */
function startDemo(
  temporary: string,
  args: readonly string[],
): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [main, 'demo', ...args], {
    cwd: temporary,
    env: { PATH: process.env.PATH, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const ended = Promise.all([closed, text(child.stdout!), text(child.stderr!)]).then(
    ([status, stdout, stderr]) => ({ status, stdout, stderr }),
  );
  return { child, ended };
}

async function makeTemporaryFolder(t: { after(undo: () => Promise<void>): void }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-demo-test-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe('confere demo', () => {
  let temporary: string;
  let run: Ended;
  let document: DemoDocument;
  let left: string[];

  before(async () => {
    temporary = await mkdtemp(join(tmpdir(), 'confere-demo-test-'));
    run = await startDemo(temporary, ['--json', '--out', 'pairs.png']).ended;
    left = await readdir(temporary);
    document = run.status === null || run.stdout === '' ? ({} as DemoDocument) : JSON.parse(run.stdout);
  });
  after(() => rm(temporary, { recursive: true, force: true }));

  it('ends with status 0 and one JSON document when every answer is as it has to be', () => {
    assert.equal(run.status, 0, run.stderr);
    assert.equal(document.isAsExpected, true);
    assert.ok(document.checks.length >= 40, `${document.checks.length} checks`);
    assert.deepEqual(
      document.checks.filter((check) => !check.isAsExpected),
      [],
    );
  });

  it('tells the registered woman from three others by similarity, all of them alive', () => {
    const { comparisons } = document.observations;
    assert.deepEqual(
      comparisons.map(({ isSameWoman, status, isMatch, attempt }) => [
        isSameWoman,
        status,
        isMatch,
        attempt?.faceMatch.isFaceMatch,
        attempt?.liveness.isAlive,
        attempt?.isMatch,
      ]),
      [
        [true, 200, true, true, true, true],
        [false, 200, false, false, true, false],
        [false, 200, false, false, true, false],
        [false, 200, false, false, true, false],
      ],
    );
    const [same, ...others] = comparisons.map(({ attempt }) => attempt!.faceMatch.similarity);
    assert.ok(same! >= 0.5, `${same}`);
    for (const other of others) assert.ok(other < 0.5, `${other}`);
  });

  it('sees an unknown CPF, a missing token and a foreign token refused', () => {
    assert.deepEqual(
      document.observations.refusals.map(({ status, code }) => [status, code]),
      [
        [404, 'face_not_registered'],
        [400, 'access_token_missing'],
        [401, 'token_wrong_product'],
      ],
    );
  });

  it('gets back the very images that were sent, and a signature that holds', () => {
    const { images, signedAnswer } = document.observations;
    assert.deepEqual(
      images.map(({ which, status, sha256, sentSha256 }) => [which, status, sha256 === sentSha256]),
      [
        ['registered', 200, true],
        ['received', 200, true],
      ],
    );
    assert.notEqual(images[0]!.sha256, images[1]!.sha256);
    assert.equal(signedAnswer.refusedBecause, undefined);
    assert.equal(signedAnswer.claims.digest, signedAnswer.facts.digest);
    assert.equal(signedAnswer.isAlteredRefused, true);
  });

  it('writes one picture, whose lettering needs no font', async () => {
    const { widthPx, heightPx } = document.picture;
    const picture = sharp(await readFile(join(temporary, 'pairs.png')));
    const { format, width, height } = await picture.metadata();
    assert.deepEqual([format, width, height], ['png', widthPx, heightPx]);
    const heading = await picture.extract({ left: 20, top: 25, width: 600, height: 35 }).greyscale().stats();
    assert.ok(heading.channels[0]!.min < 60, 'the heading is drawn');
    const drawn = letter('No match: 0.5?', { x: 0, y: 20, heightPx: 14, colour: '#000' });
    assert.match(drawn, /<path/);
    assert.doesNotMatch(drawn, /<text|font/);
    assert.ok(measureLetters('similarity 0.958', 14) < 250);
  });

  it('leaves nothing behind but the picture', () => {
    assert.deepEqual(left, ['pairs.png']);
  });

  it('shows neither secrets nor tokens, and masks CPFs outside of answers', () => {
    const shown = `${run.stdout}${run.stderr}`;
    const cpf = document.observations.signedAnswer.facts.peopleId;
    assert.doesNotMatch(shown, /"(access_token|clientSecret)"/);
    for (const { request } of document.exchanges) assert.ok(!request.includes(cpf), request);
    const lines = run.stderr.split('\n').filter((line) => line.includes(cpf));
    assert.equal(lines.length, 1);
    assert.match(lines[0]!, /^ +peopleId +"\d{11}"$/);
  });

  it('logs nothing and warns of nothing', () => {
    assert.doesNotMatch(run.stderr, /"level"|Warning/);
  });

  it('says what the liveness of the default networks is worth', () => {
    assert.equal(document.liveness.isReliable, false);
    assert.match(run.stderr, /It is no proof/);
  });

  describe('its checks', () => {
    type Altered = [what: string, alter: (seen: DemoObservations) => DemoObservations];
    const withAttempt = (seen: DemoObservations, index: number, change: Partial<AttemptData>) => ({
      ...seen,
      comparisons: seen.comparisons.map((one, at) =>
        at === index ? { ...one, attempt: { ...one.attempt!, ...change } } : one,
      ),
    });
    const withClaims = (seen: DemoObservations, change: object) => ({
      ...seen,
      signedAnswer: { ...seen.signedAnswer, claims: { ...seen.signedAnswer.claims, ...change } },
    });
    const alterations: Altered[] = [
      [
        'a missed match',
        (seen) => ({ ...seen, comparisons: seen.comparisons.map((one) => ({ ...one, isMatch: false })) }),
      ],
      [
        'a false match',
        (seen) => ({ ...seen, comparisons: seen.comparisons.map((one) => ({ ...one, isMatch: true })) }),
      ],
      [
        'a stranger too similar',
        (seen) => withAttempt(seen, 1, { faceMatch: { similarity: 0.5, isFaceMatch: false } }),
      ],
      [
        'a stranger refused for want of liveness',
        (seen) => withAttempt(seen, 2, { liveness: { probability: 0, isAlive: false } }),
      ],
      ['an attempt of another id', (seen) => withAttempt(seen, 0, { id: 'att_0' })],
      ['a comparison left out', (seen) => ({ ...seen, comparisons: seen.comparisons.slice(0, 3) })],
      [
        'an unknown CPF accepted',
        (seen) => ({ ...seen, refusals: seen.refusals.map((one) => ({ ...one, status: 200 })) }),
      ],
      [
        'another image than the one sent',
        (seen) => ({ ...seen, images: seen.images.map((one) => ({ ...one, sha256: '0'.repeat(64) })) }),
      ],
      [
        'an image that is none',
        (seen) => ({ ...seen, images: seen.images.map((one) => ({ ...one, decoded: undefined })) }),
      ],
      ['no images', (seen) => ({ ...seen, images: [] })],
      [
        'a signature that does not hold',
        (seen) => ({ ...seen, signedAnswer: { ...seen.signedAnswer, refusedBecause: 'no key' } }),
      ],
      [
        'a key that is not published',
        (seen) => ({ ...seen, signedAnswer: { ...seen.signedAnswer, publishedKids: [] } }),
      ],
      ['another audience', (seen) => withClaims(seen, { aud: 'cli_0' })],
      ['another person', (seen) => withClaims(seen, { peopleId: '00000000191' })],
      ['another digest', (seen) => withClaims(seen, { digest: 'x' })],
      ['a longer life', (seen) => withClaims(seen, { exp: Number(seen.signedAnswer.claims.exp) + 1 })],
      ['a claim too many', (seen) => withClaims(seen, { name: 'x' })],
    ];

    it('are content with what was seen, and never with nothing', () => {
      assert.equal(areAllAsExpected(checkObservations(document.observations)), true);
      assert.equal(areAllAsExpected([]), false);
    });

    for (const [what, alter] of alterations) {
      it(`find ${what}`, () => {
        assert.equal(areAllAsExpected(checkObservations(alter(document.observations))), false);
      });
    }
  });
});

describe('confere demo, when something is wrong', () => {
  it('ends with status 1 and says what differs when every photo is taken for a fake', async (t) => {
    const temporary = await makeTemporaryFolder(t);
    const run = await startDemo(temporary, ['--json', '--liveness-threshold', '1']).ended;
    assert.equal(run.status, 1, run.stderr);
    const document = JSON.parse(run.stdout) as DemoDocument;
    assert.equal(document.isAsExpected, false);
    assert.ok(
      document.checks.some(
        ({ what, isAsExpected }) => what === 'same woman, other day: status, isMatch' && !isAsExpected,
      ),
    );
    assert.match(
      run.stderr,
      /DIFFERS +same woman, other day: status, isMatch +expected 200 true +got 200 false/,
    );
    assert.deepEqual(await readdir(temporary), ['confere-demo.png']);
  });

  it('ends with status 1, without a document and without leaving a folder, when it cannot start', async (t) => {
    const temporary = await makeTemporaryFolder(t);
    const run = await startDemo(temporary, ['--json', '--liveness-threshold', '2']).ended;
    assert.equal(run.status, 1);
    assert.equal(run.stdout, '');
    assert.match(run.stderr, /FACE_LIVENESS_THRESHOLD/);
    assert.deepEqual(await readdir(temporary), []);
  });

  it('refuses at once to write a picture where it cannot', async (t) => {
    const temporary = await makeTemporaryFolder(t);
    const run = await startDemo(temporary, ['--out', join('absent', 'pairs.png')]).ended;
    assert.equal(run.status, 1);
    assert.match(run.stderr, /demo_picture_unwritable/);
  });

  it('stops its service and removes its folder when interrupted', async (t) => {
    const temporary = await makeTemporaryFolder(t);
    const { child, ended } = startDemo(temporary, []);
    const started = new Promise<void>((resolve) => {
      let seen = '';
      child.stdout!.on('data', (chunk) => {
        seen += chunk;
        if (seen.includes('Starting a service')) resolve();
      });
    });
    await Promise.race([started, ended]);
    child.kill('SIGINT');
    const run = await ended;
    assert.equal(run.status, 130, run.stderr);
    assert.match(run.stderr, /Interrupted/);
    assert.deepEqual(await readdir(temporary), []);
  });
});
