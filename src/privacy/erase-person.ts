import { type ErasureReceipt, type SigningKeys, signErasureReceipt } from '../access/index.ts';
import type { ImageFiles } from '../images/index.ts';
import { type CpfIndex, erasePersonRows, lockPersonToErase, parsePersonId } from '../people/index.ts';
import { type AuditActor, appendAuditEvent } from '../platform/audit/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/index.ts';
import { recordEvent } from '../platform/events/index.ts';
import { createId, isId, personIdKind } from '../platform/ids.ts';
import type { ErasePart, PersonRows } from '../platform/personal-data.ts';
import { ProfileError } from '../profiles/index.ts';
import { erasureIdKind, personErased } from './declarations.ts';
import { deleteErasureRequest, findErasureRequest, insertErasureRequest } from './erasure-requests-store.ts';
import { PrivacyError } from './errors.ts';
import { requireNoHold } from './holds.ts';

export type ErasePersonDeps = {
  readonly db: Db;
  readonly cpfIndex: CpfIndex;
  readonly store: ImageFiles;
  readonly clock: Clock;
  readonly keys: SigningKeys;
  readonly issuer: string;
  readonly auditKey: Uint8Array;
  /** True when another person must ask as well; undefined where one is enough. */
  readonly areTwoPeople: ((db: Db, one: string, other: string) => Promise<boolean>) | undefined;
  /** The erasures of the modules that keep something of people. */
  readonly parts: () => readonly ErasePart[];
};

export type ErasureRequest = {
  readonly actor: AuditActor & { readonly id: string };
  readonly purpose?: string | undefined;
  readonly source?: string | undefined;
  readonly requestId?: string | undefined;
};

export type Erasure = ErasureReceipt & {
  /** The receipt as a compact JWS. */
  readonly signed: string;
};

/**
 * Erases a person everywhere, by profile id or CPF: first every key, in one transaction with the rows and the audit
 * event, so that from the commit nothing can be read, in copies of the database made later either; then the files.
 * Executions still queued find nothing. What stays is the id, and of each attempt verdict and time. A photo sent at the
 * same moment is either erased, too, or belongs to a new registration. A CPF of nobody is erased where liveness sessions
 * or data sets name it.
 *
 * Rejects with `request_invalid`, `profile_not_found`, while a hold stands `person_held`, and for the first of two people
 * who must ask `erasure_second_person_required`: that request is kept.
 *
 * See docs/decisions/0065.
 */
export async function erasePerson(
  deps: ErasePersonDeps,
  personId: string,
  request: ErasureRequest,
): Promise<Erasure> {
  const by = parsePersonId(personId, deps.cpfIndex);
  const erasedAt = deps.clock.now();
  const done = await deps.db.transaction().execute(async (tx) => {
    const rows = await eraseRows(tx, deps, by, erasedAt, request);
    if (rows === 'asked') return rows;
    // Before the commit: who is erased without a receipt can never be given one.
    return rows && { ...rows, signed: await signErasureReceipt(deps, rows.receipt) };
  });
  if (done === undefined) throw new ProfileError('profile_not_found');
  // The request is committed by now.
  if (done === 'asked') throw new PrivacyError('erasure_second_person_required');
  // The person is erased by now: what fails here must not cost the receipt. Files without a row go at night, and a
  // company that still shows the id leads to nobody.
  await Promise.allSettled([
    ...done.afterCommit.map((work) => work()),
    ...done.imageIds.map((id) => deps.store.delete(id)),
  ]);
  return { ...done.receipt, signed: done.signed };
}

async function eraseRows(
  tx: Tx,
  deps: ErasePersonDeps,
  by: Parameters<typeof lockPersonToErase>[1],
  erasedAt: Date,
  request: ErasureRequest,
) {
  const known = await lockPersonToErase(tx, by);
  const person = known ?? nobodyKnown(by, erasedAt);
  if (person === undefined) return undefined;
  await requireNoHold(tx, [person.id, ...person.rows.map(({ id }) => id)], deps.clock);
  // The keyed hash of a CPF is kept while the request waits, and nowhere else.
  const about = known?.id ?? ('id' in by ? by.id : Buffer.from(by.cpfIndex).toString('hex'));
  if (await isFirstOfTwo(tx, deps, about, erasedAt, request)) return 'asked';
  await deleteErasureRequest(tx, about);
  const erased: Record<string, number> = {};
  const imageIds: string[] = [];
  const afterCommit: (() => Promise<unknown>)[] = [];
  for (const erasePart of deps.parts()) {
    const part = await erasePart(tx, person, erasedAt);
    Object.assign(erased, part.erased);
    imageIds.push(...(part.imageIds ?? []));
    if (part.afterCommit !== undefined) afterCommit.push(part.afterCommit);
  }
  erased.records = (await erasePersonRows(tx, person, erasedAt)).records;
  if (known === undefined && Object.values(erased).every((count) => count === 0)) return undefined;
  const receipt: ErasureReceipt = {
    id: createId(erasureIdKind, erasedAt.getTime()),
    clientId: request.actor.id,
    personId: person.id,
    erasedAt,
    erased,
  };
  const event = {
    action: 'person.erase',
    target: person.id,
    subjects: person.rows.map((row) => row.id),
    outcome: 'done',
    detail: { receipt: receipt.id, erased },
  } as const;
  await recordEvent(tx, personErased, { personId: person.id }, { at: erasedAt });
  await appendAuditEvent(tx, deps.auditKey, { ...request, ...event }, erasedAt);
  return { receipt, imageIds, afterCommit };
}

/** True when a second person must ask for the erasure, too; keeps that this one did. The request ends with the erasure. */
async function isFirstOfTwo(
  tx: Tx,
  { areTwoPeople, auditKey }: ErasePersonDeps,
  about: string,
  at: Date,
  request: ErasureRequest,
): Promise<boolean> {
  const { kind, id } = request.actor;
  if (areTwoPeople === undefined || kind !== 'account') return false;
  const askedBy = await findErasureRequest(tx, about, at);
  if (askedBy !== undefined && (await areTwoPeople(tx, askedBy, id))) return false;
  await insertErasureRequest(tx, about, id, at);
  const target = isId(personIdKind, about) ? about : undefined;
  const event = { action: 'person.erase-ask', target, outcome: 'done' } as const;
  await appendAuditEvent(tx, auditKey, { ...request, ...event }, at);
  return true;
}

/** A CPF without a person: liveness sessions and data sets may say something of it. The id is of nobody. */
function nobodyKnown(by: Parameters<typeof lockPersonToErase>[1], erasedAt: Date): PersonRows | undefined {
  if ('id' in by) return undefined;
  const id = createId(personIdKind, erasedAt.getTime());
  return { id, rows: [{ id, cpfIndex: by.cpfIndex }] };
}
