import { Type } from '@fastify/type-provider-typebox';
import { type CpfIndex, findPersonIdByIndex, lockPerson } from '../../../../src/people/index.ts';
import type { Db } from '../../../../src/platform/db/index.ts';
import { parseCpf } from '../../../../src/platform/documents.ts';
import type { RecordCipher } from '../../../../src/platform/encryption/index.ts';
import { recordEvent } from '../../../../src/platform/events/index.ts';
import { createId } from '../../../../src/platform/ids.ts';
import type { JobQueue } from '../../../../src/platform/jobs/index.ts';
import type { RouteAccess } from '../../../../src/web/access.ts';
import type { App } from '../../../../src/web/app.ts';
import { noteIdKind, noteWritten } from '../declarations.ts';
import { NoteError } from '../errors.ts';
import { findNote, insertNote } from '../notes-store.ts';

type NoteRoutesDeps = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly cpfIndex: CpfIndex;
  readonly jobs: JobQueue;
  readonly maxLength: number;
};

const access: RouteAccess = {
  kind: 'token',
  surface: 'customer',
  products: ['customer'],
  scope: 'people:read',
};
const url = '/v1/people/:cpf/note';
const params = Type.Object({ cpf: Type.String() });

export function noteRoutes(app: App, deps: NoteRoutesDeps): void {
  const { db, cipher, cpfIndex, jobs } = deps;
  app.route({
    url,
    config: { access, audit: { action: 'note.write' } },
    method: 'PUT',
    schema: { operationId: 'putNote', params, body: Type.Object({ text: Type.String() }) },
    handler: async (request) => {
      const { params, body } = request;
      const cpf = parseCpf(params.cpf);
      if (body.text.length > deps.maxLength) throw new NoteError('note_too_long');
      if (cpf === undefined) throw new NoteError('note_not_found');
      const at = new Date();
      const noteId = createId(noteIdKind, at.getTime());
      await db.transaction().execute(async (tx) => {
        const personId = await lockPerson(tx, deps, cpf, at);
        await insertNote(tx, cipher, { id: noteId, personId, text: body.text });
        await recordEvent(tx, noteWritten, { noteId, personId }, { at });
        await jobs.enqueueIn(tx, 'count-notes', {});
      });
      jobs.wake('count-notes');
      request.auditTarget = noteId;
      return { requestId: request.id, id: noteId };
    },
  });
  app.route({
    url,
    config: { access, audit: { action: 'person.read' } },
    method: 'GET',
    schema: { operationId: 'getNote', params },
    handler: async ({ params, id }) => {
      const cpf = parseCpf(params.cpf);
      const personId = cpf && (await findPersonIdByIndex(db, cpfIndex(cpf)));
      const note = personId && (await findNote(db, cipher, personId));
      if (!note) throw new NoteError('note_not_found');
      return { requestId: id, ...note };
    },
  });
}
