import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import sharp, { type OverlayOptions } from 'sharp';
import { createOnnxFaceEngine } from '../../src/engine/create-onnx-face-engine.ts';
import { decodePhoto } from '../../src/engine/decode-photo.ts';
import { type Detector, FaceDetector, wholeView } from '../../src/engine/detect-faces.ts';
import { EngineError } from '../../src/engine/errors.ts';
import { type FaceFinder, type FoundFace, findFace } from '../../src/engine/find-face.ts';
import { distance } from '../../src/engine/geometry.ts';
import { openQuickDetector } from '../../src/engine/glance-at-photo.ts';
import { eyeCentres, LandmarkLocator } from '../../src/engine/locate-landmarks.ts';
import { disableRuntimeTelemetry, openNetwork } from '../../src/engine/onnx-network.ts';
import { getPackagedNetwork } from '../../src/engine/packaged-networks.ts';
import { Pyramid } from '../../src/engine/raster.ts';
import { createScanBomb } from '../images/hostile-photos.ts';
import { cutFacePhotos, type FacePhotos } from '../support/face-photos.ts';

const unlimited = { secondFaceRatio: 0.5, timeoutMs: Number.POSITIVE_INFINITY };

/** The limits of the packaged detector. */
const packagedCertainty = { sureFrom: 0.86, doubtfulUnder: 0.76 };

let photos: FacePhotos;
let detector: FaceDetector;
let quickDetector: Detector;
let locator: LandmarkLocator;

describe('the effort of a search', () => {
  before(async () => {
    disableRuntimeTelemetry();
    detector = new FaceDetector(await openNetwork(getPackagedNetwork('detector').file));
    quickDetector = openQuickDetector(await openNetwork(getPackagedNetwork('quick-detector').file));
    locator = new LandmarkLocator(await openNetwork(getPackagedNetwork('landmarks').file));
    photos = await cutFacePhotos();
  });

  describe('a glance at half the resolution', () => {
    test('settles a photo with one large face, with the points that the full search finds', async () => {
      const sure = [photos.sameWoman[0], ...photos.otherWomen];
      let settled = 0;
      for (const photo of sure) {
        const counted = counting(detector);
        const glanced = await find(photo, { detector: counted, quickDetector, locator });
        const full = await find(photo, { detector, locator });
        if (counted.runs === 0) settled += 1;
        const [a, b] = [eyeCentres(glanced.landmarks), eyeCentres(full.landmarks)];
        const apart = distance(b.left, b.right);
        assert.ok(distance(a.left, b.left) < apart * 0.03 && distance(a.right, b.right) < apart * 0.03);
      }
      assert.ok(settled >= 3, `${settled} of ${sure.length} settled`);
    });

    test('finds the points of a sure face with one look where one is enough, near those of two', async () => {
      const network = await openNetwork(getPackagedNetwork('landmarks').file);
      let runs = 0;
      const counted = new LandmarkLocator({
        ...network,
        run(picture) {
          runs += 1;
          return network.run(picture);
        },
      });
      // A photo that a glance settles.
      const pyramid = await open(photos.sameWoman[1]);
      const finder = { detector, quickDetector, locator: counted };
      const look = async (looks?: 1 | 2) => {
        runs = 0;
        const search = await findFace(pyramid, finder, { ...unlimited, ...(looks && { looks }) });
        assert.equal(search.kind, 'found');
        return { eyes: eyeCentres(search.found.landmarks), runs };
      };
      const [one, two, unsaid] = [await look(1), await look(2), await look()];
      assert.deepEqual([one.runs, two.runs, unsaid.runs], [1, 2, 2]);
      const apart = distance(two.eyes.left, two.eyes.right);
      assert.ok(distance(one.eyes.left, two.eyes.left) < apart * 0.05);
      assert.ok(distance(one.eyes.right, two.eyes.right) < apart * 0.05);
    });

    test('looks twice more where the first look leaves a doubt', async () => {
      const network = await openNetwork(getPackagedNetwork('landmarks').file);
      let runs = 0;
      const doubting = new LandmarkLocator({
        ...network,
        async run(picture) {
          runs += 1;
          const outputs = await network.run(picture);
          return runs === 1 ? { ...outputs, flag: Float32Array.of(0.999) } : outputs;
        },
      });
      const pyramid = await open(photos.sameWoman[0]);
      const [face] = await quickDetector.detect(pyramid, wholeView(pyramid));
      const found = await doubting.locate(pyramid, face!, 1);
      assert.equal(runs, 3);
      const exact = await locator.locate(pyramid, face!);
      assert.deepEqual(found.points, exact.points);
    });

    test('leaves to the full search what is small, turned over, or beside another face', async () => {
      const face = photos.sameWoman[0];
      const beside = await sharp(photos.otherWomen[0]).resize(240).toBuffer();
      const cases = {
        small: await onGrey(1600, [{ input: await sharp(face).resize(300).toBuffer(), left: 600, top: 600 }]),
        'turned over': await sharp(face).rotate(180).toBuffer(),
      };
      for (const [name, photo] of Object.entries(cases)) {
        const full = counting(detector);
        await find(photo, { detector: full, quickDetector, locator });
        assert.ok(full.runs > 0, name);
      }
      const two = await onGrey(700, [
        { input: Buffer.from(face), left: 10, top: 100 },
        { input: beside, left: 420, top: 150 },
      ]);
      const search = await findFace(await open(two), { detector, quickDetector, locator }, unlimited);
      assert.equal(search.kind, 'several');
    });
  });

  describe('a photo without a face', () => {
    const blind: Detector = { certainty: packagedCertainty, detect: async () => [] };
    const finderOf = (seeing: Detector): FaceFinder => ({ detector: seeing, quickDetector: blind, locator });
    const empty = (width: number, height: number) =>
      new Pyramid({ width, height, pixels: new Uint8Array(3 * width * height) });

    test('is looked at 45 times at most, whatever its shape', async () => {
      for (const [width, height, most] of [
        [2048, 2048, 45],
        [2048, 1536, 41],
        [2048, 100, 36],
        [800, 600, 28],
        [1, 1, 28],
      ] as const) {
        const counted = counting(blind);
        const search = await findFace(empty(width, height), finderOf(counted), unlimited);
        assert.deepEqual(search, { kind: 'none', isComplete: true });
        assert.ok(counted.runs <= most, `${width} x ${height}: ${counted.runs}`);
        assert.ok(counted.runs >= 20, `${width} x ${height}: ${counted.runs}`);
      }
    });

    const countRuns = async (look: () => Promise<void>, timeoutMs: number) => {
      const detector = counting({
        certainty: packagedCertainty,
        async detect() {
          await look();
          return [];
        },
      });
      const search = await findFace(empty(800, 600), finderOf(detector), { ...unlimited, timeoutMs });
      return { search, runs: detector.runs };
    };

    test('is not looked at again when the processor time is over, and is said to be unfinished', async () => {
      const work = async () => {
        const before = process.threadCpuUsage();
        while (process.threadCpuUsage(before).user < 2_000);
      };
      const { search, runs } = await countRuns(work, 1);
      assert.deepEqual(search, { kind: 'none', isComplete: false });
      assert.equal(runs, 1);
    });

    test('is looked at in full on a machine that leaves little time to the search', async () => {
      const { search } = await countRuns(() => delay(100), 1_000);
      assert.deepEqual(search, { kind: 'none', isComplete: true });
    });

    test('keeps its worker no longer than the limit, and the answer says that it was cut short', async () => {
      const engine = createOnnxFaceEngine({ workers: 1, limits: { searchTimeoutMs: 0 } });
      const wall = await onGrey(1200, []);
      await assert.rejects(engine.analyse(wall), (error) => {
        assert.ok(error instanceof EngineError);
        assert.equal(error.code, 'face_not_found');
        assert.match(error.message, /time/);
        return true;
      });
      await engine.close();
    });
  });

  test('a photo whose decoding outlives its time is a time-out, not a damaged photo', async () => {
    const engine = createOnnxFaceEngine({ workers: 1, limits: { decodingTimeoutSeconds: 1 } });
    const costly = engine.analyse(createScanBomb(6_320, 6_320, 500));
    await assert.rejects(
      costly,
      (error) => error instanceof EngineError && error.code === 'face_engine_timeout',
    );
    await engine.close();
  });

  describe('a detector that is less sure of every face', () => {
    /** The packaged one with four fifths of its scores. */
    const timid = (certainty: Detector['certainty']): Detector => ({
      certainty,
      detect: async (pyramid, view) =>
        (await detector.detect(pyramid, view)).map((face) => ({ ...face, score: 0.8 * face.score })),
    });

    test('looks at a photo as often as its own limits ask for, not as those of another', async () => {
      const runsOf = async (photo: Uint8Array, seeing: Detector) => {
        const counted = counting(seeing);
        await find(photo, { detector: counted, locator });
        return counted.runs;
      };
      const own = timid({ sureFrom: 0.8 * 0.86, doubtfulUnder: 0.8 * 0.76 });
      let settled = 0;
      for (const photo of [...photos.sameWoman, ...photos.otherWomen]) {
        if ((await runsOf(photo, detector)) !== 1) continue;
        settled += 1;
        assert.equal(await runsOf(photo, own), 1);
        assert.ok((await runsOf(photo, timid(packagedCertainty))) > 1);
      }
      assert.ok(settled > 0);
    });
  });

  describe('a pattern that looks like many faces', () => {
    test('has its landmarks looked for at twelve places a step at most', async () => {
      const places = Array.from({ length: 40 }, (_, index) => ({
        score: 0.9,
        centre: { x: 100 + 40 * (index % 8), y: 100 + 40 * Math.floor(index / 8) },
        width: 30,
        height: 30,
        rightEye: { x: 90 + 40 * (index % 8), y: 95 + 40 * Math.floor(index / 8) },
        leftEye: { x: 110 + 40 * (index % 8), y: 95 + 40 * Math.floor(index / 8) },
      }));
      let located = 0;
      const network = await openNetwork(getPackagedNetwork('landmarks').file);
      const watched = new LandmarkLocator({
        ...network,
        run(picture) {
          located += 1;
          return network.run(picture);
        },
      });
      const pixels = new Uint8Array(3 * 500 * 400);
      let seen = 0;
      const everywhere: Detector = {
        certainty: packagedCertainty,
        detect: async () => (seen++ === 0 ? places : []),
      };
      const pyramid = new Pyramid({ width: 500, height: 400, pixels });
      const search = await findFace(pyramid, { detector: everywhere, locator: watched }, unlimited);
      assert.equal(search.kind, 'none');
      assert.ok(located >= 12 && located <= 24, `${located} runs`);
    });
  });
});

type Counting = Detector & { runs: number };

function counting(base: Detector): Counting {
  const counted: Counting = {
    runs: 0,
    certainty: base.certainty,
    detect(pyramid, view) {
      counted.runs += 1;
      return base.detect(pyramid, view);
    },
  };
  return counted;
}

async function open(photo: Uint8Array): Promise<Pyramid> {
  return new Pyramid((await decodePhoto(photo, 40_000_000)).raster);
}

async function find(photo: Uint8Array, finder: FaceFinder): Promise<FoundFace> {
  const search = await findFace(await open(photo), finder, unlimited);
  assert.equal(search.kind, 'found');
  return search.found;
}

function onGrey(side: number, pieces: OverlayOptions[]): Promise<Buffer> {
  return sharp({ create: { width: side, height: side, channels: 3, background: '#7a8a99' } })
    .composite(pieces)
    .jpeg({ quality: 92 })
    .toBuffer();
}
