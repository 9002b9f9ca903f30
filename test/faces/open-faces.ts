import { before } from 'node:test';
import { authenticateFace } from '../../src/faces/authenticate-face.ts';
import type { FaceDeps } from '../../src/faces/face-deps.ts';
import { registerFace } from '../../src/faces/register-face.ts';
import { createPhotoFetcher } from '../../src/images/fetch-photo.ts';
import { createCpfIndex } from '../../src/people/index.ts';
import type { OpenDatabase } from '../../src/platform/db/index.ts';
import type { Cpf } from '../../src/platform/documents.ts';
import { cleanPhoto, converter } from '../images/clean-photo.ts';
import { createPhoto } from '../images/photos.ts';
import { useStoredImages } from '../images/stored-images.ts';
import type { TestDatabaseKind } from '../support/database.ts';
import { createStandInEngine, type StandInEngine } from '../support/service-engine.ts';

export type TestFaces = FaceDeps & {
  readonly engine: StandInEngine;
  readonly database: OpenDatabase;
  readonly directory: string;
  /** Moves the clock on. */
  advance(ms: number): void;
  register(cpf: Cpf, photo: Uint8Array): ReturnType<typeof registerFace>;
  authenticate(cpf: Cpf, photo?: Uint8Array, key?: string): ReturnType<typeof authenticateFace>;
};

export const clientId = 'cli_01a1fd3fdd4c70ae8910617df9e4edd8';

/** The face domain over a database and a folder of its own, for all tests of a suite. */
export function useFaces(kind: TestDatabaseKind): () => TestFaces {
  const stored = useStoredImages(kind);
  let faces: TestFaces | undefined;
  before(() => {
    let offsetMs = 0;
    const deps = {
      ...stored(),
      engine: createStandInEngine(),
      clock: { now: () => new Date(Date.now() + offsetMs) },
      cpfIndex: createCpfIndex(Buffer.alloc(32, 7)),
      photos: createPhotoFetcher({ allow: [], maxBytes: 1, timeoutMs: 1, maxRedirects: 0, maxConcurrent: 1 }),
      limits: { maxBytes: 1_000_000, maxPixels: 1_000_000 },
      converter,
      maxReferences: 2,
      maxYawDegrees: 40,
      refuseHeld: async () => undefined,
    };
    faces = {
      ...deps,
      advance(ms) {
        offsetMs += ms;
      },
      register: (cpf, bytes) => registerFace(deps, cpf, { kind: 'bytes', bytes }, { clientId }),
      authenticate: (cpf, bytes, key) =>
        authenticateFace(deps, {
          peopleId: cpf,
          photo: bytes && { kind: 'bytes', bytes },
          device: { model: 'model of the phone' },
          sourceIp: '203.0.113.9',
          clientId,
          ...(key === undefined ? {} : { idempotency: { key, digest: Buffer.alloc(32) } }),
        }),
    };
  });
  return () => faces!;
}

let photoCount = 0;

/** A photo unlike all others, without metadata, so that it is stored as it is. */
export async function createDistinctPhoto(): Promise<Buffer> {
  photoCount += 1;
  const photo = await createPhoto({ format: 'png', width: 64 + photoCount });
  return Buffer.from((await cleanPhoto(photo)).bytes);
}
