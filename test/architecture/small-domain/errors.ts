import { define, errorsOf } from '../../../src/platform/errors.ts';

export const noteErrorCatalogue = {
  note_too_long: define.invalid('The note is too long', 'Send a shorter one.'),
  note_not_found: define.notFound('There is no such note', 'Write one first.'),
};

export class NoteError extends errorsOf(noteErrorCatalogue) {}
