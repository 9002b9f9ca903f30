import Type from 'typebox';
import { defineSealedColumns } from '../platform/encryption/index.ts';
import { defineEventType, eventId } from '../platform/events/index.ts';
import { companyIdKind, defineIdKind, personIdKind } from '../platform/ids.ts';

/** Identifiers of executions. */
export const executionIdKind = defineIdKind('exe');

export const historyEntryIdKind = defineIdKind('his');

export const queryTemplateIdKind = defineIdKind('tpl');

export const sealedDocument = defineSealedColumns('profiles', { prefix: 'profile' });

export const sealedState = defineSealedColumns('profile_states', {
  prefix: 'profile-state',
  idColumn: 'profile_id',
});

export const sealedExecution = defineSealedColumns('executions', { prefix: 'execution' });

export const sealedAnswer = defineSealedColumns('profile_sources', { prefix: 'profile-source' });

export const sealedHistory = defineSealedColumns('profile_history', { prefix: 'profile-history' });

export const executionEnded = defineEventType({
  name: 'execution.ended',
  version: 1,
  scope: 'executions:read',
  meaning:
    'An execution ended: it decided, it failed because a source did not answer, or somebody cancelled it.',
  data: Type.Object({
    executionId: eventId(executionIdKind),
    personId: Type.Optional(eventId(personIdKind)),
    companyId: Type.Optional(eventId(companyIdKind)),
  }),
});

export const executionWaiting = defineEventType({
  name: 'execution.waiting',
  version: 1,
  scope: 'executions:read',
  meaning: 'An execution waits for an unavailable source and runs again later.',
  data: executionEnded.data,
});

export const personStatusChanged = defineEventType({
  name: 'person.status_changed',
  version: 1,
  scope: 'people:read',
  meaning: 'The status of a person profile changed.',
  data: Type.Object({
    personId: eventId(personIdKind),
    executionId: Type.Optional(eventId(executionIdKind)),
  }),
});

export const companyStatusChanged = defineEventType({
  name: 'company.status_changed',
  version: 1,
  scope: 'companies:read',
  meaning: 'The status of a company profile changed.',
  data: Type.Object({
    companyId: eventId(companyIdKind),
    executionId: Type.Optional(eventId(executionIdKind)),
  }),
});

export const partnerOnboarded = defineEventType({
  name: 'company.partner_onboarded',
  version: 1,
  scope: 'companies:read',
  meaning: 'The execution of a partner of a company ended.',
  data: Type.Object({
    companyId: eventId(companyIdKind),
    partnerPersonId: Type.Optional(eventId(personIdKind)),
    partnerCompanyId: Type.Optional(eventId(companyIdKind)),
    executionId: eventId(executionIdKind, 'The execution of the partner.'),
  }),
});

const personHit = Type.Object({ personId: eventId(personIdKind), executionId: eventId(executionIdKind) });

const companyHit = Type.Object({ companyId: eventId(companyIdKind), executionId: eventId(executionIdKind) });

export const personListHitGained = defineEventType({
  name: 'person.list_hit_gained',
  version: 1,
  scope: 'people:read',
  meaning: 'An execution found a person on a public list where the profile did not show it before.',
  data: personHit,
});

export const personListHitLost = defineEventType({
  name: 'person.list_hit_lost',
  version: 1,
  scope: 'people:read',
  meaning: 'An execution did not find a person on a public list any more.',
  data: personHit,
});

export const companyListHitGained = defineEventType({
  name: 'company.list_hit_gained',
  version: 1,
  scope: 'companies:read',
  meaning: 'An execution found a company on a public list where the profile did not show it before.',
  data: companyHit,
});

export const companyListHitLost = defineEventType({
  name: 'company.list_hit_lost',
  version: 1,
  scope: 'companies:read',
  meaning: 'An execution did not find a company on a public list any more.',
  data: companyHit,
});

export const profileEventTypes = [
  executionEnded,
  executionWaiting,
  personStatusChanged,
  companyStatusChanged,
  partnerOnboarded,
  personListHitGained,
  personListHitLost,
  companyListHitGained,
  companyListHitLost,
] as const;
