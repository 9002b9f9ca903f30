import Type from 'typebox';
import { defineEventType, eventId } from '../../../src/platform/events/index.ts';
import { defineIdKind, personIdKind } from '../../../src/platform/ids.ts';

export const noteIdKind = defineIdKind('not');

export const noteWritten = defineEventType({
  name: 'note.written',
  version: 1,
  scope: 'people:read',
  meaning: 'A note on a person was written.',
  data: Type.Object({ noteId: eventId(noteIdKind), personId: eventId(personIdKind) }),
});
