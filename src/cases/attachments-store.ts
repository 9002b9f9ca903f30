import { type Db, fromRow, type ToRow, type Tx, toRow } from '../platform/db/index.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    case_attachments: ToRow<Attachment> & { case_id: string };
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
  await tx
    .insertInto('case_attachments')
    .values(toRow({ caseId, ...attachment }))
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
  return rows.map((row) => fromRow(row, 'case_id'));
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
