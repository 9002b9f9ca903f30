import type { components } from '../api/schema.ts';

/** A link that is shown once. */
export type MadeLink = components['schemas']['MadeInvitation'];
