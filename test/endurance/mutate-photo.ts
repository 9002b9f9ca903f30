import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import {
  createAnimation,
  createPngBomb,
  insertJpegSegment,
  insertPngChunks,
  pngChunk,
} from '../images/photos.ts';

type Format = 'jpeg' | 'png' | 'webp' | 'avif';

/** Sound photos of one face in every form that is decoded, which mutations start from. */
export type SoundPhotos = { readonly name: string; readonly format: Format; readonly bytes: Buffer }[];

/** A damaged, lying or odd photo, and what was done to it. */
export type MutatedPhoto = { readonly name: string; readonly bytes: Buffer };

export async function createSoundPhotos(photo: Uint8Array): Promise<SoundPhotos> {
  const make = (change: (image: Sharp) => Sharp) => change(sharp(photo)).toBuffer();
  return [
    { name: 'jpeg', format: 'jpeg', bytes: Buffer.from(photo) },
    { name: 'progressive jpeg', format: 'jpeg', bytes: await make((i) => i.jpeg({ progressive: true })) },
    { name: 'cmyk jpeg', format: 'jpeg', bytes: await make((i) => i.toColourspace('cmyk').jpeg()) },
    { name: 'grey jpeg', format: 'jpeg', bytes: await make((i) => i.greyscale().jpeg()) },
    { name: 'jpeg with a profile', format: 'jpeg', bytes: await make((i) => i.withIccProfile('p3').jpeg()) },
    {
      name: 'jpeg on its side',
      format: 'jpeg',
      bytes: await make((i) => i.withMetadata({ orientation: 6 }).jpeg()),
    },
    { name: 'png', format: 'png', bytes: await make((i) => i.png()) },
    { name: '16-bit png', format: 'png', bytes: await make((i) => i.toColourspace('rgb16').png()) },
    { name: 'interlaced png', format: 'png', bytes: await make((i) => i.png({ progressive: true })) },
    { name: 'palette png', format: 'png', bytes: await make((i) => i.png({ palette: true })) },
    { name: 'transparent png', format: 'png', bytes: await make((i) => i.ensureAlpha(0.5).png()) },
    { name: 'webp', format: 'webp', bytes: await make((i) => i.webp()) },
    {
      name: 'lossless webp',
      format: 'webp',
      bytes: await make((i) => i.resize(200).webp({ lossless: true })),
    },
    { name: 'animated webp', format: 'webp', bytes: await createAnimation('webp') },
    { name: 'avif', format: 'avif', bytes: await make((i) => i.avif({ effort: 0 })) },
  ];
}

/** One mutation of one of the photos, all of it drawn from `random`. */
export function mutatePhoto(sound: SoundPhotos, random: () => number): MutatedPhoto {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const { name, format, bytes } = pick(sound);
  const kind = pick(mutations);
  const changed = kind.change({ bytes: Buffer.from(bytes), format, random, other: pick(sound).bytes });
  return { name: `${name}, ${kind.name}`, bytes: changed };
}

type Change = {
  readonly bytes: Buffer;
  readonly format: Format;
  readonly random: () => number;
  /** Another sound photo. */
  readonly other: Buffer;
};

const mutations: readonly { readonly name: string; readonly change: (change: Change) => Buffer }[] = [
  { name: 'untouched', change: ({ bytes }) => bytes },
  { name: 'one bit flipped', change: (change) => flipBits(change, 1, change.bytes.length) },
  {
    name: 'bits flipped',
    change: (change) => flipBits(change, 2 + Math.floor(change.random() * 60), change.bytes.length),
  },
  {
    name: 'bits flipped in the header',
    change: (change) => flipBits(change, 1 + Math.floor(change.random() * 12), 400),
  },
  {
    name: 'cut short',
    change: ({ bytes, random }) => bytes.subarray(0, Math.floor(random() * bytes.length)),
  },
  { name: 'cut in the middle', change: cutOut },
  { name: 'a stretch of it repeated', change: repeatStretch },
  { name: 'zeros in it', change: (change) => fillStretch(change, () => 0) },
  { name: 'noise in it', change: (change) => fillStretch(change, () => Math.floor(change.random() * 256)) },
  { name: "the header on another photo's body", change: swapHead },
  {
    name: 'other dimensions',
    change: (change) => resizeHeader(change, pick16(change.random), pick16(change.random)),
  },
  { name: 'no width', change: (change) => resizeHeader(change, 0, pick16(change.random)) },
  { name: 'a width of 65535', change: (change) => resizeHeader(change, 65_535, 8) },
  { name: '65535 by 65535', change: (change) => resizeHeader(change, 65_535, 65_535) },
  { name: 'a garbled profile', change: garbleProfile },
  {
    name: 'a PNG of nothing',
    change: ({ random }) =>
      createPngBomb(1 + Math.floor(random() * 30_000), 1 + Math.floor(random() * 30_000)),
  },
  { name: 'a thin PNG', change: ({ random }) => plainPng(1, 1 + Math.floor(random() * 20_000)) },
  { name: 'another file behind it', change: ({ bytes, other }) => Buffer.concat([bytes, other]) },
];

function flipBits({ bytes, random }: Change, count: number, within: number): Buffer {
  for (let i = 0; i < count; i++) {
    const at = Math.floor(random() * Math.min(within, bytes.length));
    bytes[at] = (bytes[at] as number) ^ (1 << Math.floor(random() * 8));
  }
  return bytes;
}

function stretch({ bytes, random }: Change): [from: number, to: number] {
  const from = Math.floor(random() * bytes.length);
  return [from, Math.min(bytes.length, from + 1 + Math.floor(random() ** 3 * 4_000))];
}

function cutOut(change: Change): Buffer {
  const [from, to] = stretch(change);
  return Buffer.concat([change.bytes.subarray(0, from), change.bytes.subarray(to)]);
}

function repeatStretch(change: Change): Buffer {
  const [from, to] = stretch(change);
  const times = 1 + Math.floor(change.random() * 5);
  const again = Array.from({ length: times }, () => change.bytes.subarray(from, to));
  return Buffer.concat([change.bytes.subarray(0, to), ...again, change.bytes.subarray(to)]);
}

function fillStretch(change: Change, next: () => number): Buffer {
  const [from, to] = stretch(change);
  for (let at = from; at < to; at++) change.bytes[at] = next();
  return change.bytes;
}

function swapHead({ bytes, other, random }: Change): Buffer {
  const head = 2 + Math.floor(random() * 700);
  return Buffer.concat([bytes.subarray(0, head), other.subarray(Math.floor(random() * 700))]);
}

function pick16(random: () => number): number {
  return Math.floor(2 ** (random() * 16));
}

/** Writes other dimensions into the header, where the format has them at a place that is easy to find. */
function resizeHeader({ bytes, format }: Change, width: number, height: number): Buffer {
  if (format === 'png') {
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    return bytes;
  }
  if (format === 'jpeg') {
    for (let at = 2; at + 9 < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
      const marker = bytes[at + 1] as number;
      if (marker >= 0xc0 && marker <= 0xc2) {
        bytes.writeUInt16BE(height, at + 5);
        bytes.writeUInt16BE(width, at + 7);
        break;
      }
    }
    return bytes;
  }
  if (format === 'webp') {
    const lossy = bytes.indexOf(Buffer.from([0x9d, 0x01, 0x2a]));
    if (lossy > 0) {
      bytes.writeUInt16LE(width & 0x3fff, lossy + 3);
      bytes.writeUInt16LE(height & 0x3fff, lossy + 5);
    }
    return bytes;
  }
  const extents = bytes.indexOf('ispe', 0, 'latin1');
  if (extents > 0) {
    bytes.writeUInt32BE(width, extents + 8);
    bytes.writeUInt32BE(height, extents + 12);
  }
  return bytes;
}

function garbleProfile({ bytes, format, random }: Change): Buffer {
  const noise = Buffer.from(
    Array.from({ length: 20 + Math.floor(random() * 3_000) }, () => Math.floor(random() * 256)),
  );
  if (format === 'jpeg') {
    return insertJpegSegment(
      bytes,
      0xe2,
      Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), noise]),
    );
  }
  if (format === 'png') {
    const chunk = pngChunk('iCCP', Buffer.concat([Buffer.from('p\0\0', 'latin1'), deflateSync(noise)]));
    return insertPngChunks(bytes, chunk);
  }
  return Buffer.concat([bytes, noise]);
}

function plainPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const body = pngChunk('IDAT', deflateSync(Buffer.alloc(height * (1 + width * 3), 90)));
  return Buffer.concat([signature, pngChunk('IHDR', header), body, pngChunk('IEND', Buffer.alloc(0))]);
}
