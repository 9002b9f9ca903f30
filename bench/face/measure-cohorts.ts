/**
 * Prints how well the promised false match rate holds where people or cameras differ from the press photos, without and
 * with a cohort of the deployment's own people.
 *
 *   node bench/face/measure-cohorts.ts <folder of photos> [--people 500] [--photos 4] [--draws 4] [--group NAME]
 *
 * The folder is laid out as for `calibrate.ts`. Cohorts are drawn at random; the compared people are outside of them.
 * Each figure is the false match rate as a multiple of the promise at 1e-2, 1e-3 and 1e-4, then the share of pairs of
 * one person missed at 1e-4. With `self` the compared people's own set is the cohort, without both of the pair. Then the
 * same where the people of a set are a fifth and a twentieth of a cohort of press photos; 0.85 of the correction beside it.
 * There the matches at 1e-4 are counted too, and the different pairs among them: each draw compares the same pairs of a
 * small group. `--photos`: of each person of a group at most. `--group`: only these shares of one group of `groups.csv`,
 * without the pairs of press photos.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import {
  type DeploymentCohort,
  openDeploymentCohort,
  penaltyOf,
} from '../../src/engine/cohort/deployment-cohort.ts';
import expectedLikeness from '../../src/engine/cohort/expected-likeness.json' with { type: 'json' };
import { createDefaultRecognition } from '../../src/engine/recognition.ts';
import { createSeededRandom } from '../seeded-random.ts';
import { dotOf, readFaceSet, valuesOf } from './read-face-set.ts';

type Face = { readonly person: string; readonly photo: string; readonly values: Float32Array };
type Deployment = { readonly name: string; readonly faces: readonly Face[]; readonly draws: number };

const rates = [1e-2, 1e-3, 1e-4];
const thresholds = rates.map((rate) => createDefaultRecognition(rate).scoreThreshold);
const scale = {
  expected: expectedLikeness.rows,
  duplicateLikeness: createDefaultRecognition(1e-4).scoreAt(0.9),
};
const sizes = [10, 20, 50, 100];
/** Photos of each person at most: a few people have most of the photos. */
const photosOfEach = 4;
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    people: { type: 'string', default: '500' },
    photos: { type: 'string', default: '4' },
    draws: { type: 'string', default: '4' },
    group: { type: 'string' },
  },
});
const [folder] = positionals;
if (folder === undefined)
  throw new Error('Usage: node bench/face/measure-cohorts.ts <folder> [--people 500]');
const random = createSeededRandom(15);

const groups = await readGroups(folder);
const chosen = await choosePhotos(folder, Number(flags.people), new Set(groups.keys()));
const press = await facesOf(async (photo) => photo);
const direction = drawDirection();
const ofGroups = [...new Set(groups.values())].map((group) => ({
  name: group,
  faces: press.filter(({ person }) => groups.get(person) === group),
  draws: 60,
}));
const deployments: readonly Deployment[] =
  flags.group === undefined
    ? [
        { name: 'press photos', faces: press, draws: 4 },
        { name: '64-pixel crops', faces: await facesOf((photo) => crop(photo, 64)), draws: 4 },
        { name: '40-pixel crops', faces: await facesOf((photo) => crop(photo, 40)), draws: 4 },
        { name: "like a phone's", faces: await facesOf(likeAPhone), draws: 4 },
        { name: 'grey', faces: await facesOf(toGrey), draws: 4 },
        ...ofGroups,
        { name: 'moved by a third', faces: press.map((face) => moved(face, 1 / 3)), draws: 4 },
        { name: 'moved by 0.6', faces: press.map((face) => moved(face, 0.6)), draws: 4 },
      ]
    : ofGroups.filter(({ name }) => name === flags.group);

console.log(`${press.length} photos of ${new Set(press.map(({ person }) => person)).size} people`);
if (flags.group === undefined) await measureOwn();
await measureShares();
if (flags.group === undefined) await measureSecondCpf();

type Counts = {
  readonly impostors: number;
  readonly matched: readonly number[];
  readonly genuine: number;
  readonly missed: number;
  /** The pairs of photos that matched at the last rate. */
  readonly pairs: ReadonlySet<string>;
};

/** Each set by itself, with cohorts of its own people. */
async function measureOwn(): Promise<void> {
  console.log(`| photos | packaged | ${sizes.map((size) => `${size} people`).join(' | ')} | self |`);
  for (const { name, faces, draws } of deployments) {
    const people = [...new Set(faces.map(({ person }) => person))];
    const cells: (Counts | undefined)[] = [await measure(faces, undefined)];
    for (const size of sizes) {
      // Ten others at least are compared.
      if (people.length < size + 10) {
        cells.push(undefined);
        continue;
      }
      const drawn: Counts[] = [];
      for (let draw = 0; draw < draws; draw++) {
        const members = new Set(drawFrom(people, size));
        const cohort = await openCohort(faces.filter(({ person }) => members.has(person)));
        drawn.push(
          await measure(
            faces.filter(({ person }) => !members.has(person)),
            cohort,
          ),
        );
      }
      cells.push(sumOf(drawn));
    }
    cells.push(await measure(faces, await openCohort(faces)));
    console.log(`| ${[name, ...cells.map(describe)].join(' | ')} |`);
  }
}

/** All pairs of some faces. */
async function measure(
  faces: readonly Face[],
  cohort: DeploymentCohort | undefined,
  part = 1,
): Promise<Counts> {
  const likenesses = faces.map(({ values }) => cohort?.likenessesOf(values));
  const matched = rates.map(() => 0);
  const pairs = new Set<string>();
  let [impostors, genuine, missed] = [0, 0, 0];
  for (const [index, a] of faces.entries()) {
    for (let other = index + 1; other < faces.length; other++) {
      const b = faces[other] as Face;
      const score =
        dotOf(a.values, b.values) -
        part * penalty(cohort, likenesses[index], likenesses[other], [a.person, b.person]);
      if (a.person === b.person) {
        genuine += 1;
        if (score < (thresholds[2] as number)) missed += 1;
        continue;
      }
      impostors += 1;
      for (const [rate, threshold] of thresholds.entries()) {
        if (score >= threshold) matched[rate] = (matched[rate] as number) + 1;
      }
      if (score >= (thresholds[2] as number)) pairs.add(`${a.photo} ${b.photo}`);
    }
  }
  return { impostors, matched, genuine, missed, pairs };
}

function penalty(
  cohort: DeploymentCohort | undefined,
  first: Float32Array | undefined,
  second: Float32Array | undefined,
  people: readonly string[],
): number {
  if (cohort === undefined || first === undefined || second === undefined) return 0;
  const ordinariness = cohort.judge(first, second, people);
  return ordinariness === undefined ? 0 : penaltyOf(ordinariness);
}

/** A group within a cohort of press photos, by its share: its own pairs, and those of press photos. */
async function measureShares(): Promise<void> {
  const majority = press.filter(({ person }) => !groups.has(person));
  for (const { name, faces, draws } of deployments.filter((one) => one.faces !== press)) {
    for (const share of [0.2, 0.05]) {
      const parts = [0, 1, 0.85].map((part) => ({ part, group: [] as Counts[], press: [] as Counts[] }));
      for (let draw = 0; draw < Math.min(draws, Number(flags.draws)); draw++) {
        const people = [...new Set(faces.map(({ person }) => person))];
        const members = new Set(drawFrom(people, share === 0.2 ? 100 : 25));
        const left = [...new Set(majority.map(({ person }) => person))].filter((one) => !members.has(one));
        const rest = new Set(drawFrom(left, Math.round(members.size / share) - members.size));
        const cohort = await openCohort([
          ...faces.filter(({ person }) => members.has(person)),
          ...majority.filter(({ person }) => rest.has(person)),
        ]);
        const compared = (all: readonly Face[]) => {
          const chosenPeople = new Set(drawFrom([...new Set(all.map(({ person }) => person))], 200));
          return all.filter(({ person }) => chosenPeople.has(person));
        };
        const [ofGroup, ofPress] = [compared(faces), flags.group === undefined ? compared(majority) : []];
        for (const each of parts) {
          each.group.push(await measure(ofGroup, each.part === 0 ? undefined : cohort, each.part));
          each.press.push(await measure(ofPress, each.part === 0 ? undefined : cohort, each.part));
        }
      }
      for (const { part, group, press: others } of parts) {
        console.log(
          `| ${name}, ${share} of the cohort | ${part} | ${describe(sumOf(group))}; ${count(sumOf(group))} | ${flags.group === undefined ? describe(sumOf(others)) : ''} |`,
        );
      }
    }
  }
}

/** The share missed when each person is registered once more under another CPF, with another photo. */
async function measureSecondCpf(): Promise<void> {
  for (const { name, faces } of deployments) {
    const people = [...new Set(faces.map(({ person }) => person))];
    const byPerson = Map.groupBy(faces, ({ person }) => person);
    const [once, twice] = [
      { pairs: 0, missed: 0 },
      { pairs: 0, missed: 0 },
    ];
    for (const person of people) {
      const own = byPerson.get(person) as Face[];
      const [registered, received, second] = own;
      if (registered === undefined || received === undefined || second === undefined) continue;
      const others = drawFrom(
        people.filter((one) => one !== person),
        30,
      ).flatMap((one) => (byPerson.get(one) as Face[]).slice(0, 1));
      for (const [counts, members] of [
        [once, others],
        [twice, [...others, { ...second, person: 'second CPF' }]],
      ] as const) {
        const cohort = await openCohort(members);
        const [a, b] = [registered, received].map(({ values }) => cohort.likenessesOf(values));
        const score = dotOf(registered.values, received.values) - penalty(cohort, a, b, [person]);
        counts.pairs += 1;
        if (score < (thresholds[2] as number)) counts.missed += 1;
      }
    }
    console.log(
      `${name}, a second CPF: ${once.missed} of ${once.pairs} missed without it, ${twice.missed} with it`,
    );
  }
}

/** One face of each person. */
async function openCohort(faces: readonly Face[]): Promise<DeploymentCohort> {
  const people = [...new Map(faces.toReversed().map((face) => [face.person, face])).values()];
  return await openDeploymentCohort(
    people.map((face) => ({ id: face.person, ...face })),
    scale,
  );
}

function sumOf(drawn: readonly Counts[]): Counts {
  return drawn.reduce((sum, counts) => ({
    impostors: sum.impostors + counts.impostors,
    matched: sum.matched.map((count, rate) => count + (counts.matched[rate] as number)),
    genuine: sum.genuine + counts.genuine,
    missed: sum.missed + counts.missed,
    pairs: new Set([...sum.pairs, ...counts.pairs]),
  }));
}

function describe(counts: Counts | undefined): string {
  if (counts === undefined) return '';
  const { impostors, matched, genuine, missed } = counts;
  const times = matched.map((count, rate) => count / impostors / (rates[rate] as number));
  return `${times.map((value) => value.toPrecision(2)).join(', ')}; ${((100 * missed) / genuine).toFixed(1)} %`;
}

function count({ impostors, matched, pairs }: Counts): string {
  return `${matched[2]} of ${impostors} pairs, ${pairs.size} different`;
}

async function readGroups(photos: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(join(photos, 'groups.csv'), 'utf8').catch(() => '');
  const rows = text.trim().split('\n').slice(1);
  return new Map(rows.map((row) => row.split(',') as [string, string]));
}

/** Photos of so many people, those of the groups and those with two or more first. */
async function choosePhotos(photos: string, people: number, wanted: ReadonlySet<string>): Promise<string[]> {
  const names = (await readdir(photos)).filter((name) => name.endsWith('.jpg')).sort();
  const byPerson = [...Map.groupBy(names, personOf)];
  const rank = ([person, own]: (typeof byPerson)[number]) =>
    wanted.has(person) ? 2 : Math.min(1, own.length - 1);
  return byPerson
    .sort((a, b) => rank(b) - rank(a))
    .slice(0, people)
    .flatMap(([person, own]) => own.slice(0, wanted.has(person) ? Number(flags.photos) : photosOfEach));
}

function personOf(name: string): string {
  return name.replace(/_?\d*\.jpg$/, '');
}

/** The faces of altered copies of the chosen photos. */
async function facesOf(alter: (photo: Buffer) => Promise<Buffer>): Promise<Face[]> {
  const copies = await mkdtemp(join(tmpdir(), 'confere-cohorts-'));
  try {
    for (const name of chosen) {
      await writeFile(join(copies, name), await alter(await readFile(join(folder as string, name))));
    }
    const { photos } = await readFaceSet(copies);
    return photos.map((photo) => ({ person: photo.person, photo: photo.file, values: valuesOf(photo) }));
  } finally {
    await rm(copies, { recursive: true });
  }
}

/** The middle, where the face is, in so many pixels. */
async function crop(photo: Buffer, pixels: number): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharp(photo).metadata();
  const side = Math.round(Math.min(width, height) * 0.56);
  const region = {
    left: Math.round((width - side) / 2),
    top: Math.round((height - side) / 2),
    width: side,
    height: side,
  };
  return await sharp(photo).extract(region).resize(pixels).jpeg({ quality: 85 }).toBuffer();
}

async function toGrey(photo: Buffer): Promise<Buffer> {
  return await sharp(photo).greyscale().toColourspace('srgb').jpeg({ quality: 80 }).toBuffer();
}

/** Warm light, more contrast, some blur, strong compression. */
async function likeAPhone(photo: Buffer): Promise<Buffer> {
  return await sharp(photo)
    .linear([1.25, 1.1, 0.9], [-10, -12, -8])
    .blur(0.8)
    .modulate({ saturation: 1.3 })
    .jpeg({ quality: 40 })
    .toBuffer();
}

function drawDirection(): Float32Array {
  const drawn = Float32Array.from({ length: 512 }, () => random() + random() + random() - 1.5);
  return drawn.map((value) => value / Math.hypot(...drawn));
}

/** All templates in one direction, as an unusual camera may do. */
function moved({ person, photo, values }: Face, by: number): Face {
  const shifted = values.map((value, index) => value + by * (direction[index] as number));
  const size = Math.hypot(...shifted);
  return { person, photo, values: shifted.map((value) => value / size) };
}

function drawFrom(people: readonly string[], count: number): string[] {
  const left = [...people];
  const drawn: string[] = [];
  while (drawn.length < count && left.length > 0) {
    drawn.push(left.splice(Math.floor(random() * left.length), 1)[0] as string);
  }
  return drawn;
}
