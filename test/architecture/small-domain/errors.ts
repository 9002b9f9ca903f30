import { type ErrorCatalogue, errorsOf } from '../../../src/platform/errors.ts';

export const noteErrorCatalogue = {
  note_too_long: { kind: 'invalid', title: 'The note is too long', fix: 'Send a shorter one.' },
  note_not_found: { kind: 'not-found', title: 'There is no such note', fix: 'Write one first.' },
} satisfies ErrorCatalogue;

export class NoteError extends errorsOf(noteErrorCatalogue) {}
