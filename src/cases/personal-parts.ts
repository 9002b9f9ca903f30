import { type ImageFiles, readImageForCopy } from '../images/index.ts';
import { walkPages } from '../platform/cursors.ts';
import type { Db, Tx } from '../platform/db/index.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import type { ErasedPart, ExportPart, PersonRows, RetentionRule } from '../platform/personal-data.ts';
import { listAttachments } from './attachments-store.ts';
import { listCaseEvents, listComments } from './case-history-store.ts';
import { listCases } from './cases-store.ts';
import { listDecisions } from './decisions-store.ts';
import { deleteCase, listCaseIdsOfPerson, listDecidedCases } from './erasure-store.ts';

/** Erases the cases of a person with everything that was written to them. */
export async function erasePart(tx: Tx, person: PersonRows): Promise<ErasedPart> {
  const imageIds: string[] = [];
  let cases = 0;
  for (const { id } of person.rows) {
    for (const caseId of await listCaseIdsOfPerson(tx, id)) {
      imageIds.push(...(await deleteCase(tx, caseId)));
      cases += 1;
    }
  }
  return { erased: { cases }, imageIds };
}

export function retentionRule(days: number | undefined): RetentionRule {
  return {
    name: 'decided cases (RETENTION_CASES_DAYS)',
    days,
    async eraseBatch(tx, before, limit, _now, held) {
      const ids = await listDecidedCases(tx, before, limit, held.ids);
      const files: string[] = [];
      for (const id of ids) files.push(...(await deleteCase(tx, id)));
      return { count: ids.length, files };
    },
  };
}

const batch = 100;

export function exportPart(deps: {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly store: ImageFiles;
}): ExportPart {
  const { db, cipher } = deps;
  return {
    name: 'cases',
    async *list(person) {
      const cases = walkPages(batch, (page) => listCases(db, { subjectId: person.id, ...page }));
      for await (const { subject: _subject, assigneeId: _assignee, ...own } of cases) {
        const { id } = own;
        const decisions = await listDecisions(db, cipher, id);
        const attachments = [];
        for (const { at, imageId } of await listAttachments(db, id)) {
          attachments.push({ at, photo: await readImageForCopy(deps, imageId) });
        }
        yield {
          ...own,
          comments: (await listComments(db, cipher, id)).map(({ at, text }) => ({ at, text })),
          decisions: decisions.map(({ outcome, reasonCode, note, proposedAt, confirmation }) => ({
            outcome,
            reasonCode,
            note,
            proposedAt,
            isConfirmed: confirmation?.isConfirmed,
          })),
          events: (await listCaseEvents(db, id)).map(({ at, action }) => ({ at, action })),
          attachments,
        };
      }
    },
  };
}
