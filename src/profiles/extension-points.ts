import { defineExtensionPoint } from '../platform/extension-points.ts';
import type { ProfilesDeps } from './profiles-deps.ts';
import type { Source } from './types.ts';

/** Sources that executions may consult. */
export const sourcesPoint = defineExtensionPoint<Source>('sources');

/** Finds the people that partners are, for executions. One module adds it. */
export const partnerPeoplePoint = defineExtensionPoint<ProfilesDeps['people']>('partner people');

/** Reads the registered faces of a person, for executions. One module adds it. */
export const faceStatePoint = defineExtensionPoint<ProfilesDeps['faces']>('face state');

/** Judges whether data of a day are old, for executions. Each module adds its sources'. */
export const dataAgePoint = defineExtensionPoint<NonNullable<ProfilesDeps['isDataOld']>>('data age');

/** Names the month of the registry that answers, for executions. One module adds it. */
export const registrySummaryPoint = defineExtensionPoint<ProfilesDeps['registry']>('registry summary');
