import { type ImageFiles, readImage } from '../images/index.ts';
import type { CpfIndex } from '../people/index.ts';
import type { Db } from '../platform/db/index.ts';
import { parseCpf } from '../platform/documents/index.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import type { ExportPart } from '../platform/personal-data.ts';
import { listAttemptsOfPerson } from './attempts-store.ts';
import { findFaces } from './faces-store.ts';

type Deps = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly cpfIndex: CpfIndex;
  readonly store: ImageFiles;
};

const pageSize = 100;

/** The reference photos and the attempts of a person, with their photos in base64, for the person's copy. */
export function exportParts(deps: Deps): readonly ExportPart[] {
  return [
    { name: 'referencePhotos', list: ({ cpf }) => eachReferencePhoto(deps, cpf) },
    { name: 'attempts', list: ({ id }) => eachAttempt(deps, id) },
  ];
}

async function* eachReferencePhoto(deps: Deps, text: string | undefined) {
  const cpf = parseCpf(text);
  if (cpf === undefined) return;
  for (const face of await findFaces(deps.db, deps.cipher, deps.cpfIndex(cpf))) {
    const { id, createdAt, quality, templateModel, imageId } = face;
    yield { id, createdAt, quality, templateModel, photo: await readPhoto(deps, imageId) };
  }
}

async function* eachAttempt(deps: Deps, personId: string) {
  let after = '';
  for (;;) {
    const page = await listAttemptsOfPerson(deps.db, deps.cipher, personId, { after, limit: pageSize });
    for (const { registeredImageId, receivedImageId, ...attempt } of page) {
      yield {
        ...attempt,
        ...(registeredImageId === undefined
          ? {}
          : { registeredPhoto: await readPhoto(deps, registeredImageId) }),
        ...(receivedImageId === undefined ? {} : { receivedPhoto: await readPhoto(deps, receivedImageId) }),
      };
    }
    if (page.length < pageSize) return;
    after = page.at(-1)!.id;
  }
}

async function readPhoto(deps: Deps, imageId: string) {
  const { bytes, contentType } = await readImage(deps, imageId);
  return { contentType, base64: Buffer.from(bytes).toString('base64') };
}
