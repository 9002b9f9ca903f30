import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { cutFacePhotos, readSamplePhoto } from '../../support/face-photos.ts';
import { runConfere } from '../../support/service-process.ts';

let folder: string;
let env: { readonly DATA_DIR: string; readonly FACE_WORKERS: string };
const heic = '\0\0\0\x18ftypheic\0\0\0\0mif1heic';
const inFolder = (name: string) => join(folder, name);
const evaluate = (...more: readonly string[]) => ['faces', 'evaluate', '--images', folder, ...more];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'confere-evaluate-'));
  env = { DATA_DIR: folder, FACE_WORKERS: '1' };
  const { sameWoman, otherWomen } = await cutFacePhotos();
  const photos = { 'ana, first.jpg': sameWoman[0], 'ana-2.jpg': sameWoman[1] };
  for (const [name, photo] of Object.entries(photos)) await writeFile(inFolder(name), photo);
  for (const [index, photo] of otherWomen.entries()) await writeFile(inFolder(`other-${index}.jpg`), photo);
  await writeFile(inFolder('three.jpg'), await readSamplePhoto(1));
  const wall = sharp({ create: { width: 300, height: 300, channels: 3, background: '#b09070' } });
  await writeFile(inFolder('wall.jpg'), await wall.jpeg().toBuffer());
  await writeFile(inFolder('damaged.jpg'), sameWoman[0].subarray(0, 9000));
});

after(() => rm(folder, { recursive: true }));

describe('confere faces evaluate', () => {
  it('says how well labelled pairs are told apart, in a report, a picture and for people', async (t) => {
    const rows = [
      'same_person,image_b,image_a,fold',
      'true,ana-2.jpg,"ana, first.jpg",1',
      'false,other-0.jpg,"ana, first.jpg",1',
      'true,"ana, first.jpg",ana-2.jpg,2',
      'false,other-1.jpg,other-2.jpg,2',
      'true,wall.jpg,ana-2.jpg,2',
      'false,damaged.jpg,other-3.jpg,1',
    ];
    await writeFile(inFolder('pairs.csv'), rows.join('\r\n'));
    const files = ['--report', inFolder('report.json'), '--plot', inFolder('plot.svg')];
    const result = await runConfere(t, evaluate('--pairs', inFolder('pairs.csv'), ...files, '--json'), env);
    assert.equal(result.status, 0, result.stderr);
    const report = JSON.parse(result.stdout);
    assert.deepEqual(JSON.parse(await readFile(inFolder('report.json'), 'utf8')), report);
    assert.equal(report.pairs, 6);
    assert.equal(report.failures, 2);
    assert.equal(report.failedPairs, 2);
    assert.deepEqual(report.failedImages, [
      { image: 'damaged.jpg', code: 'image_undecodable' },
      { image: 'wall.jpg', code: 'face_not_found' },
    ]);
    // One of three pairs of the same person has a photo without a face, which no threshold mends.
    for (const name of ['1e-2', '1e-3', '1e-4', '1e-5']) {
      assert.ok(Math.abs(report.fnmrAtFmr[name] - 1 / 3) < 1e-9, name);
      assert.ok(Number.isFinite(report.thresholdAtFmr[name]), name);
      const [low, high] = report.fnmrIntervalAtFmr[name];
      assert.ok(low < 1 / 3 && high > 1 / 3, name);
    }
    // Both of fold 1 and all but the wall of fold 2.
    assert.ok(Math.abs(report.accuracy - (1 + 2 / 3) / 2) < 1e-9);
    assert.ok(report.accuracyStd > 0.2 && report.accuracyStd < 0.3);
    assert.match(report.accuracyMethod, /^the 2 folds of the list/);
    assert.ok(report.eer >= 0 && report.eer < 0.5);
    assert.ok(report.msPerImage > 0);
    const picture = await sharp(await readFile(inFolder('plot.svg'))).metadata();
    assert.equal(picture.format, 'svg');
    assert.ok((picture.width ?? 0) > 800);
  });

  it('says that a photo has no accepted format, and how many pairs have no group', async (t) => {
    await writeFile(inFolder('iphone.heic'), heic);
    const rows = ['image_a,image_b,same_person,group_a,group_b', 'ana-2.jpg,iphone.heic,false,north,'];
    await writeFile(inFolder('heic.csv'), rows.join('\n'));
    const result = await runConfere(t, evaluate('--pairs', inFolder('heic.csv')), env);
    assert.match(result.stdout, /iphone\.heic: image_unsupported/);
    assert.match(result.stdout, /^no group +1 pairs/m);
  });

  it('takes the most prominent of several faces, or refuses as the service would', async (t) => {
    await writeFile(
      inFolder('several.csv'),
      'image_a,image_b,same_person\nthree.jpg,ana-2.jpg,false\nana-2.jpg,other-0.jpg,0\n',
    );
    const pairs = ['--pairs', inFolder('several.csv')];
    const lenient = await runConfere(t, evaluate(...pairs), env);
    assert.equal(lenient.status, 0, lenient.stderr);
    assert.match(lenient.stdout, /^failures +0 photos/m);
    assert.match(lenient.stdout, /folds dealt by a hash of the image names/);
    const strict = await runConfere(t, evaluate(...pairs, '--as-server'), env);
    assert.match(strict.stdout, /three\.jpg: multiple_faces/);
  });

  it('takes off what the other people of the photos have in common, when there are ten of them', async (t) => {
    const rows = ['image_a,image_b,same_person', 'ana-2.jpg,other-0.jpg,false'];
    await writeFile(inFolder('few.csv'), rows.join('\n'));
    const few = await runConfere(
      t,
      evaluate('--pairs', inFolder('few.csv'), '--cohort', 'self', '--json'),
      env,
    );
    assert.match(few.stderr, /evaluation_people_unknown/);
    const named = ['image_a,image_b,same_person,person_a,person_b', 'ana-2.jpg,other-0.jpg,false,ana,rui'];
    await writeFile(inFolder('named.csv'), named.join('\n'));
    const known = ['--pairs', inFolder('named.csv'), '--cohort', 'self', '--json'];
    const result = await runConfere(t, evaluate(...known), env);
    assert.equal(result.status, 0, result.stderr);
    const { cohort } = JSON.parse(result.stdout);
    assert.deepEqual(cohort, { kind: 'self', people: 2, restsOn: 'press photos' });
    const folder = ['--cohort', inFolder('.')];
    const others = await runConfere(t, evaluate('--pairs', inFolder('few.csv'), ...folder), env);
    assert.match(others.stdout, /^rests on +press photos/m);
    const absent = await runConfere(t, evaluate('--pairs', inFolder('few.csv'), '--cohort', '/nowhere'), env);
    assert.match(absent.stderr, /evaluation_photo_missing[\s\S]*cohort \/nowhere is not packaged/);
  });

  it('writes pairs, groups and a page of the worst pairs beside the report', async (t) => {
    await writeFile(
      inFolder('all.csv'),
      'image_a,image_b,same_person\nana-2.jpg,"ana, first.jpg",true\nana-2.jpg,other-0.jpg,false\n',
    );
    await writeFile(inFolder('groups.csv'), 'person,group\nana-2.jpg,<north>\nother-0.jpg,<north>\n');
    const files = ['--pairs-out', inFolder('out.csv'), '--errors', inFolder('errors')];
    const groups = ['--groups', inFolder('groups.csv'), '--groups-page', inFolder('groups.html')];
    const result = await runConfere(
      t,
      evaluate('--pairs', inFolder('all.csv'), ...files, ...groups, '--json'),
      env,
    );
    assert.equal(result.status, 0, result.stderr);
    const report = JSON.parse(result.stdout);
    assert.equal(report.groups.rates[0].falseMatches.share, 0);
    assert.equal(report.groups.ungroupedPairs, 1);
    const [header, first] = (await readFile(inFolder('out.csv'), 'utf8')).split('\n');
    assert.equal(header, 'image_a,image_b,same_person,fold,score,similarity,taken_off');
    assert.match(first!, /^ana-2\.jpg,"ana, first\.jpg",true,\d,0\.\d+,0\.9\d+,0\.000000$/);
    assert.match(await readFile(inFolder('groups.html'), 'utf8'), /&lt;north&gt;/);
    const page = await readFile(join(inFolder('errors'), 'index.html'), 'utf8');
    assert.equal(page.match(/<image href="data:image\/jpeg;base64,/g)?.length, 4);
    assert.ok(page.includes('<circle') && page.includes('px apart'));
  });

  it('names photos that are missing, and analyses none', async (t) => {
    await writeFile(inFolder('missing.csv'), 'image_a,image_b,same_person\nnobody.jpg,.,true\n');
    const result = await runConfere(t, evaluate('--pairs', inFolder('missing.csv')), env);
    assert.equal(result.status, 1);
    assert.match(result.stderr, /evaluation_photo_missing/);
    assert.match(result.stderr, /2 of 2 are not in .*: nobody\.jpg, \.$/m);
    assert.equal(result.stdout, '');

    const report = inFolder('nowhere/report.json');
    const lost = await runConfere(t, evaluate('--pairs', inFolder('missing.csv'), '--report', report), env);
    assert.match(lost.stderr, /file_unwritable[\s\S]*nowhere/, 'before the photos are looked for');
  });

  it('says what is wrong with a list, or that it cannot be read', async (t) => {
    await writeFile(inFolder('bad.csv'), 'a,b,c\n1,2,3\n');
    const bad = await runConfere(t, evaluate('--pairs', inFolder('bad.csv')), env);
    assert.equal(bad.status, 1);
    assert.match(bad.stderr, /evaluation_pairs_invalid[\s\S]*image_a,image_b,same_person/);
    const absent = await runConfere(t, evaluate('--pairs', inFolder('absent.csv')), env);
    assert.equal(absent.status, 1);
    assert.match(absent.stderr, /file_unreadable/);
  });
});

describe('confere faces compare', () => {
  it('says how alike two faces are', async (t) => {
    const compare = ['faces', 'compare', inFolder('ana, first.jpg')];
    const same = await runConfere(t, [...compare, inFolder('ana-2.jpg'), '--json'], env);
    assert.equal(same.status, 0, same.stderr);
    const answer = JSON.parse(same.stdout);
    assert.ok(answer.similarity > 0.5 && answer.isFaceMatch === true);
    assert.ok(answer.score > answer.scoreThreshold);
    assert.ok(answer.a.quality.eyeDistancePx > 50);
    const other = await runConfere(t, [...compare, inFolder('other-0.jpg')], env);
    assert.match(other.stdout, /no match/);
  });

  it('says how a HEIC photo becomes one it can read', async (t) => {
    await writeFile(inFolder('iphone.heic'), heic);
    const photos = [inFolder('ana-2.jpg'), inFolder('iphone.heic')];
    const result = await runConfere(t, ['faces', 'compare', ...photos], env);
    assert.equal(result.status, 1);
    assert.match(result.stderr, /iphone\.heic:[\s\S]*image_unsupported[\s\S]*Send a JPEG/);
  });

  it('names the photo without a face', async (t) => {
    const result = await runConfere(
      t,
      ['faces', 'compare', inFolder('ana-2.jpg'), inFolder('wall.jpg')],
      env,
    );
    assert.equal(result.status, 1);
    assert.match(result.stderr, /wall\.jpg[\s\S]*face_not_found/);
  });
});
