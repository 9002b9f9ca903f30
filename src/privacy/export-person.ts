import { type CpfIndex, getPerson, parsePersonId } from '../people/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/index.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import type { ExportPart } from '../platform/personal-data.ts';

export type ExportPersonDeps = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly cpfIndex: CpfIndex;
  readonly clock: Clock;
  /** The members of the copy beside the profile. */
  readonly parts: () => readonly ExportPart[];
};

/** Everything known of a person. */
export type PersonExport = {
  readonly personId: string;
  /** The text of one JSON object, in pieces that hold one photo at most. */
  readonly content: AsyncIterable<string>;
};

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
  const { cpf } = JSON.parse(profile.document) as { readonly cpf?: string };
  for (const { name, list } of deps.parts()) {
    yield `,${JSON.stringify(name)}:`;
    yield* writeList(list({ id: profile.id, cpf }));
  }
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
