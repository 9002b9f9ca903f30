import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { areAllAsExpected, checkObservations } from '../../src/demo/checks.ts';
import type { AttemptData, DemoObservations } from '../../src/demo/observations.ts';
import { longestStepMs, openChromium, withoutChromium } from '../support/chromium.ts';
import { engineOptions } from '../support/run-bounded.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

type DemoDocument = {
  isAsExpected: boolean;
  totalMs: number;
  liveness: { engine: string; worth: string };
  page: { file: string };
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
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [...engineOptions, main, 'demo', ...args], {
    cwd: temporary,
    env: { PATH, NODE_COMPILE_CACHE, TMPDIR: temporary },
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
    run = await startDemo(temporary, ['--json', '--out', 'pairs.html']).ended;
    left = await readdir(temporary);
    document = run.status === null || run.stdout === '' ? ({} as DemoDocument) : JSON.parse(run.stdout);
  });
  after(() => rm(temporary, { recursive: true, force: true }));

  it('ends with status 0 and one JSON document when every answer is as it has to be', () => {
    assert.equal(run.status, 0, run.stderr);
    assert.equal(document.isAsExpected, true);
    assert.ok(document.checks.length >= 55, `${document.checks.length} checks`);
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

  it('performs one session that passes and authenticates, and one with a photo that fails and does not', () => {
    const { sessions } = document.observations;
    assert.deepEqual(
      sessions.map(({ state, frames, use, verdict }) => [
        state,
        frames,
        use.status,
        use.isMatch,
        use.code,
        verdict?.isAlive,
      ]),
      [
        ['passed', 18, 200, true, undefined, true],
        ['failed', 18, 400, undefined, 'liveness_session_unusable', false],
      ],
    );
    assert.equal(sessions[0]!.attempt?.liveness.probability, sessions[0]!.verdict?.probability);
    assert.ok(sessions[1]!.reasons!.length > 0);
    for (const { steps } of sessions) assert.equal(steps.length, 7, steps.join());
  });

  it('writes one HTML file that holds every photo, loads nothing and names no CPF', async () => {
    const html = await readFile(join(temporary, 'pairs.html'), 'utf8');
    assert.match(html, /^<!doctype html>/);
    assert.match(html, /Content-Security-Policy" content="default-src 'none'/);
    assert.doesNotMatch(html, /<script|<link|(src|href)="(?!data:)|url\(/);
    assert.equal(html.match(/<img src="data:image\/jpeg;base64,/g)?.length, 2 * 4 + 2 * 7);
    assert.equal(html.match(/<img /g)?.length, html.match(/<img [^>]*alt="[^"]+"/g)?.length);
    assert.ok(!html.includes(document.observations.signedAnswer.facts.peopleId));
  });

  it('writes a page that is accessible, dark and light, and fits 360 pixels', {
    skip: withoutChromium,
  }, async () => {
    const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    const browser = await openChromium();
    try {
      const page = await browser.newPage({ viewport: { width: 360, height: 740 }, bypassCSP: true });
      page.setDefaultTimeout(longestStepMs);
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await page.goto(pathToFileURL(join(temporary, 'pairs.html')).href);
      await page.locator('summary').click();
      await page.addScriptTag({ content: axe });
      const backgrounds = new Set<unknown>();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        backgrounds.add(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
        const found = await page.evaluate(
          `axe.run({ resultTypes: ['violations'] })
            .then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes[0].html))`,
        );
        assert.deepEqual(found, [], colorScheme);
        assert.ok(await page.evaluate('document.documentElement.scrollWidth <= 360'));
      }
      assert.equal(backgrounds.size, 2);
      assert.deepEqual(
        requests.filter((url) => !/^(data|file):/.test(url)),
        [],
      );
    } finally {
      await browser.close();
    }
  });

  it('leaves nothing behind but the page', () => {
    assert.deepEqual(left, ['pairs.html']);
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
      [
        'a head that did not pass',
        (seen) => ({ ...seen, sessions: seen.sessions.map((one) => ({ ...one, state: 'failed' })) }),
      ],
      [
        'a photo that passed',
        (seen) => ({ ...seen, sessions: seen.sessions.map((one) => ({ ...one, state: 'passed' })) }),
      ],
      [
        'a failed session that authenticates',
        (seen) => ({
          ...seen,
          sessions: seen.sessions.map((one) => ({ ...one, use: seen.sessions[0]!.use })),
        }),
      ],
      ['a session left out', (seen) => ({ ...seen, sessions: seen.sessions.slice(0, 1) })],
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
    assert.deepEqual(await readdir(temporary), ['confere-demo.html']);
  });

  it('ends with status 1, without a document and without leaving a folder, when it cannot start', async (t) => {
    const temporary = await makeTemporaryFolder(t);
    const run = await startDemo(temporary, ['--json', '--liveness-threshold', '2']).ended;
    assert.equal(run.status, 1);
    assert.equal(run.stdout, '');
    assert.match(run.stderr, /FACE_LIVENESS_THRESHOLD/);
    assert.deepEqual(await readdir(temporary), []);
  });

  it('refuses at once to write a page where it cannot', async (t) => {
    const temporary = await makeTemporaryFolder(t);
    const run = await startDemo(temporary, ['--out', join('absent', 'pairs.html')]).ended;
    assert.equal(run.status, 1);
    assert.match(run.stderr, /demo_picture_unwritable/);
  });

  it('with --keep goes on, prints a link that signs in to the console, and ends with its folder removed', async (t) => {
    const temporary = await makeTemporaryFolder(t);
    const { child, ended } = startDemo(temporary, ['--keep']);
    const printed = new Promise<string>((resolve) => {
      let seen = '';
      child.stdout!.on('data', (chunk) => {
        seen += chunk;
        if (seen.includes('API reference:')) resolve(seen);
      });
    });
    const stdout = await Promise.race([printed, ended.then(({ stderr }) => stderr)]);
    const [, address] = /Console: (\S+)/.exec(stdout) ?? [];
    assert.ok(address, stdout);
    const { origin } = new URL(address);
    const [, invitation] = /\/console\/#\/invitation\/(\S+)/.exec(stdout) ?? [];
    assert.ok(stdout.includes(`${address}/#/invitation/${invitation}`), stdout);
    const [, trial] = /\/try#c=(\S+)/.exec(stdout) ?? [];
    assert.ok(trial, stdout);
    assert.equal((await fetch(address)).headers.get('content-type'), 'text/html; charset=utf-8');
    const account = await fetch(`${origin}/v1/invitations/open`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: invitation }),
    });
    assert.equal(account.status, 200, await account.text());
    const begun = await fetch(`${origin}/try/begin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: trial, locale: 'en' }),
    });
    assert.equal(begun.status, 201, await begun.text());
    child.kill('SIGINT');
    const run = await ended;
    assert.equal(run.status, 0, run.stderr);
    assert.match(run.stderr, /stopped and its folder removed/);
    await assert.rejects(fetch(`${origin}/readyz`));
    assert.deepEqual(await readdir(temporary), ['confere-demo.html']);
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
