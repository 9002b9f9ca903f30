import { type ErasureReceipt, type SigningKeys, signErasureReceipt } from '../access/index.ts';
import { eraseFaces } from '../faces/index.ts';
import type { ImageStore } from '../images/index.ts';
import { type CpfIndex, erasePersonRows, lockPersonToErase, parsePersonId } from '../people/index.ts';
import { type AuditActor, appendAuditEvent } from '../platform/audit/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/index.ts';
import { createId } from '../platform/ids.ts';
import { eraseProfile, ProfileError, type rewriteCompanies } from '../profiles/index.ts';

export type ErasePersonDeps = {
  readonly db: Db;
  readonly cpfIndex: CpfIndex;
  readonly store: ImageStore;
  readonly clock: Clock;
  readonly keys: SigningKeys;
  readonly issuer: string;
  /** The key of the audit log. */
  readonly auditKey: Uint8Array;
  readonly rewriteCompanies: (companyIds: readonly string[]) => ReturnType<typeof rewriteCompanies>;
};

/** Who asked, for the audit log and the receipt. */
export type ErasureRequest = {
  readonly actor: AuditActor & { readonly id: string };
  readonly purpose?: string | undefined;
  readonly source?: string | undefined;
  readonly requestId?: string | undefined;
};

/** What was erased, with a receipt for it. */
export type Erasure = ErasureReceipt & {
  /** The receipt as a compact JWS. */
  readonly signed: string;
};

/**
 * Erases a person everywhere, by profile id or CPF: first every key, in one transaction with the rows and the audit
 * event, so that from the commit nothing can be read, in copies of the database made later either; then the files.
 * Executions still queued find nothing. What stays is the id, and of each attempt verdict and time. A photo sent at the
 * same moment is either erased, too, or belongs to a new registration.
 *
 * Rejects with `person_id_invalid` and `profile_not_found`.
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
    // Before the commit: who is erased without a receipt can never be given one.
    return rows && { ...rows, signed: await signErasureReceipt(deps, rows.receipt) };
  });
  if (done === undefined) throw new ProfileError('profile_not_found');
  // The person is erased by now: what fails here must not cost the receipt. Files without a row go at night, and a
  // company that still shows the id leads to nobody.
  await Promise.allSettled([
    deps.rewriteCompanies(done.companyIds),
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
  const person = await lockPersonToErase(tx, by);
  if (person === undefined) return undefined;
  const erased = {
    referencePhotos: 0,
    attempts: 0,
    captures: 0,
    photos: 0,
    executions: 0,
    sources: 0,
    history: 0,
    records: 0,
  };
  const companyIds = new Set<string>();
  const imageIds: string[] = [];
  for (const row of person.rows) {
    const profile = await eraseProfile(tx, row.id);
    const faces = await eraseFaces(tx, row, erasedAt);
    for (const id of profile.companyIds) companyIds.add(id);
    imageIds.push(...faces.imageIds);
    erased.referencePhotos += faces.faces;
    erased.attempts += faces.attempts;
    erased.captures += faces.captures;
    erased.photos += faces.imageIds.length;
    erased.executions += profile.executions;
    erased.sources += profile.sources;
    erased.history += profile.history;
  }
  erased.records = (await erasePersonRows(tx, person, erasedAt)).records;
  const receipt: ErasureReceipt = {
    id: createId('erasure', erasedAt.getTime()),
    clientId: request.actor.id,
    personId: person.id,
    erasedAt,
    erased,
  };
  const event = {
    action: 'person.erase',
    target: person.id,
    outcome: 'done',
    detail: { receipt: receipt.id, erased },
  };
  await appendAuditEvent(tx, deps.auditKey, { ...request, ...event }, erasedAt);
  return { receipt, companyIds: [...companyIds], imageIds };
}
