import {
  type ImageFiles,
  inspectPhoto,
  type PhotoConverter,
  storeImage,
  stripMetadata,
} from '../images/index.ts';
import { createId } from '../platform/ids.ts';
import { insertAttachment, listAttachments } from './attachments-store.ts';
import { insertCaseEvent } from './case-history-store.ts';
import { getCase, lockCase, updateCase } from './cases-store.ts';
import { caseAttachmentIdKind } from './declarations.ts';
import { CasesError } from './errors.ts';
import { type Case, type CaseActor, type CasesDeps, subjectIdOf } from './types.ts';

export type AttachPhotoDeps = CasesDeps & {
  readonly store: ImageFiles;
  readonly converter: PhotoConverter;
  readonly maxPixels: number;
};

/** The most photos of one case. */
export const attachmentsKept = 20;

/**
 * Adds a photo of a document to a case, through the same intake as photos of faces: format and dimensions are checked
 * from its bytes, metadata is dropped, and it is stored encrypted. It is erased with the case.
 *
 * Rejects with `case_not_found`, `case_state_wrong` when the case is decided or has its twenty, and an `ImageError`.
 */
export async function attachPhoto(
  deps: AttachPhotoDeps,
  caseId: string,
  photo: { readonly bytes: Uint8Array; readonly signal?: AbortSignal },
  actor: CaseActor,
): Promise<Case> {
  const before = await getCase(deps.db, caseId);
  const info = inspectPhoto(photo.bytes, { maxPixels: deps.maxPixels });
  const sender = { clientId: actor.id, peopleId: subjectIdOf(before), signal: photo.signal };
  const clean = await stripMetadata(deps.converter, photo.bytes, info, sender);
  return await storeImage(deps, clean, (insert) =>
    deps.db.transaction().execute(async (tx) => {
      const found = await lockCase(tx, caseId);
      const { length: count } = await listAttachments(tx, caseId);
      if (found.state === 'decided' || count >= attachmentsKept) throw new CasesError('case_state_wrong');
      const at = deps.clock.now();
      const id = createId(caseAttachmentIdKind, at.getTime());
      await insertAttachment(tx, caseId, { id, imageId: await insert(tx), addedBy: actor.id, at });
      await updateCase(tx, caseId, {});
      await insertCaseEvent(tx, caseId, { at, actor, action: 'attached', detail: { attachmentId: id } });
      return await getCase(tx, caseId);
    }),
  );
}
