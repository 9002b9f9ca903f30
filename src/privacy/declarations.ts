import Type from 'typebox';
import { defineSealedColumns } from '../platform/encryption/index.ts';
import { defineEventType, eventId } from '../platform/events/index.ts';
import { defineIdKind, personIdKind } from '../platform/ids.ts';

export const erasureIdKind = defineIdKind('era');

export const holdIdKind = defineIdKind('hld');

export const sealedHold = defineSealedColumns('person_holds', { prefix: 'person-hold' });

export const personErased = defineEventType({
  name: 'person.erased',
  version: 1,
  scope: 'people:read',
  meaning: 'A person was erased: delete your data of this id.',
  data: Type.Object({ personId: eventId(personIdKind) }),
});
