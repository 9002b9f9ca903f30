import type { components } from '../api/schema.ts';

/** A link that is shown once, and the name of the person that it is for. */
export type MadeLink = Pick<components['schemas']['MadeInvitation'], 'id' | 'link'> & {
  readonly name: string;
};
