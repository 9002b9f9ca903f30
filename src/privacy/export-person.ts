import { type GetPersonDeps, getPerson, parsePersonId } from '../people/index.ts';
import type { Clock } from '../platform/clock.ts';
import { parseCpf } from '../platform/documents.ts';
import { createId, personIdKind } from '../platform/ids.ts';
import type { ExportPart } from '../platform/personal-data.ts';
import { ProfileError } from '../profiles/index.ts';

export type ExportPersonDeps = GetPersonDeps & {
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
 * photos and attempts with their photos in base64, and what the other modules keep of him. Templates are left out: they
 * mean nothing outside this service. Of a CPF without a profile, `profile` is null; the rest is what is kept of the CPF,
 * liveness sessions for example.
 *
 * Rejects with `request_invalid` and, where nothing is kept, `profile_not_found`, before anything is given.
 */
export async function exportPerson(deps: ExportPersonDeps, personId: string): Promise<PersonExport> {
  parsePersonId(personId, deps.cpfIndex);
  const profile = await getPerson(deps, personId).catch(ifNotFound);
  if (profile === undefined) return await exportCpf(deps, personId);
  const { cpf } = JSON.parse(profile.document) as { readonly cpf?: string };
  const members = deps.parts().map(({ name, list }) => ({ name, items: list({ id: profile.id, cpf }) }));
  return { personId: profile.id, content: writeExport(deps, profile.document, members) };
}

/** Of a CPF that nobody has: what liveness sessions and others keep. The id is of nobody. */
async function exportCpf(deps: ExportPersonDeps, text: string): Promise<PersonExport> {
  const cpf = parseCpf(text);
  if (cpf === undefined) throw new ProfileError('profile_not_found');
  const id = createId(personIdKind, deps.clock.now().getTime());
  const members: Member[] = [];
  let isEmpty = true;
  for (const { name, list } of deps.parts()) {
    const items = list({ id, cpf })[Symbol.asyncIterator]();
    const first = await items.next();
    isEmpty &&= first.done === true;
    members.push({ name, items: goOn(first, items) });
  }
  if (isEmpty) throw new ProfileError('profile_not_found');
  return { personId: id, content: writeExport(deps, 'null', members) };
}

async function* goOn(first: IteratorResult<unknown>, rest: AsyncIterator<unknown>): AsyncGenerator<unknown> {
  for (let item = first; item.done !== true; item = await rest.next()) yield item.value;
}

function ifNotFound(error: unknown): undefined {
  if (error instanceof ProfileError && error.code === 'profile_not_found') return undefined;
  throw error;
}

type Member = { readonly name: string; readonly items: AsyncIterable<unknown> };

async function* writeExport(
  deps: ExportPersonDeps,
  profile: string,
  members: readonly Member[],
): AsyncGenerator<string> {
  yield `{"exportedAt":${JSON.stringify(deps.clock.now())},"profile":${profile}`;
  for (const { name, items } of members) {
    yield `,${JSON.stringify(name)}:`;
    yield* writeList(items);
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
