import type { Db, Tx } from '../platform/db/index.ts';

type CaseAttachmentsTable = {
  id: string;
  case_id: string;
  image_id: string;
  added_by: string;
  at: Date;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    case_attachments: CaseAttachmentsTable;
  }
}

export type Attachment = {
  readonly id: string;
  readonly imageId: string;
  /** The account or client. */
  readonly addedBy: string;
  readonly at: Date;
};

export async function insertAttachment(tx: Tx, caseId: string, attachment: Attachment): Promise<void> {
  const { id, imageId, addedBy, at } = attachment;
  await tx
    .insertInto('case_attachments')
    .values({ id, case_id: caseId, image_id: imageId, added_by: addedBy, at })
    .execute();
}

/** The photos of a case, oldest first. */
export async function listAttachments(db: Db, caseId: string): Promise<readonly Attachment[]> {
  const rows = await db
    .selectFrom('case_attachments')
    .selectAll()
    .where('case_id', '=', caseId)
    .orderBy('id')
    .execute();
  return rows.map(({ id, image_id: imageId, added_by: addedBy, at }) => ({ id, imageId, addedBy, at }));
}

/** The person of the case that a photo belongs to. */
export async function findPersonOfAttachment(db: Db, imageId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('case_attachments as attachment')
    .innerJoin('cases', 'cases.id', 'attachment.case_id')
    .select('cases.person_id')
    .where('attachment.image_id', '=', imageId)
    .executeTakeFirst();
  return row?.person_id ?? undefined;
}
