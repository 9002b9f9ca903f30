import { findFaces, listAttemptsOfPerson } from '../faces/index.ts';
import { type ImageStore, readImage } from '../images/index.ts';
import { type CpfIndex, getPerson, parsePersonId } from '../people/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/index.ts';
import { parseCpf } from '../platform/documents/index.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { getExecution, listExecutions, listHistory, type ProfilesDeps } from '../profiles/index.ts';

export type ExportPersonDeps = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly cpfIndex: CpfIndex;
  readonly store: ImageStore;
  readonly clock: Clock;
  readonly people: ProfilesDeps['people'];
};

/** Everything known of a person. */
export type PersonExport = {
  readonly personId: string;
  /** The text of one JSON object, in pieces that hold one photo at most. */
  readonly content: AsyncIterable<string>;
};

const pageSize = 100;

/**
 * Everything known of a person, for the person: profile, executions with what was asked and decided, history, reference
 * photos and attempts with their photos in base64. Templates are left out: they mean nothing outside this service.
 *
 * Rejects with `person_id_invalid` and `profile_not_found`, before anything is given.
 */
export async function exportPerson(deps: ExportPersonDeps, personId: string): Promise<PersonExport> {
  parsePersonId(personId, deps.cpfIndex);
  const profile = await getPerson(deps, personId);
  return { personId: profile.id, content: writeExport(deps, profile) };
}

async function* writeExport(
  deps: ExportPersonDeps,
  profile: { readonly id: string; readonly document: string },
): AsyncGenerator<string> {
  yield `{"exportedAt":${JSON.stringify(deps.clock.now())},"profile":${profile.document}`;
  yield ',"executions":';
  yield* writeList(eachExecution(deps, profile.id));
  yield ',"history":';
  yield* writeList(eachChange(deps, profile.id));
  yield ',"referencePhotos":';
  yield* writeList(eachReferencePhoto(deps, profile.document));
  yield ',"attempts":';
  yield* writeList(eachAttempt(deps, profile.id));
  yield '}';
}

async function* writeList(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '[';
  for await (const item of items) {
    yield `${separator}${JSON.stringify(item)}`;
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

async function* eachExecution(deps: ExportPersonDeps, profileId: string) {
  let cursor: string | undefined;
  do {
    const page = await listExecutions(deps, {
      subject: { profileId },
      status: undefined,
      cursor,
      limit: pageSize,
    });
    for (const { id } of page.executions) {
      const { execution, sources } = await getExecution(deps, id);
      const { detail, ...about } = execution;
      yield { ...about, ...detail, sources };
    }
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}

async function* eachChange(deps: ExportPersonDeps, profileId: string) {
  let cursor: string | undefined;
  do {
    const page = await listHistory(deps, profileId, { cursor, limit: pageSize });
    yield* page.entries;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}

async function* eachReferencePhoto(deps: ExportPersonDeps, document: string) {
  const cpf = parseCpf((JSON.parse(document) as { cpf?: string }).cpf);
  if (cpf === undefined) return;
  for (const face of await findFaces(deps.db, deps.cipher, deps.cpfIndex(cpf))) {
    const { id, createdAt, quality, templateModel, imageId } = face;
    yield { id, createdAt, quality, templateModel, photo: await readPhoto(deps, imageId) };
  }
}

async function* eachAttempt(deps: ExportPersonDeps, personId: string) {
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

async function readPhoto(deps: ExportPersonDeps, imageId: string) {
  const { bytes, contentType } = await readImage(deps, imageId);
  return { contentType, base64: Buffer.from(bytes).toString('base64') };
}
