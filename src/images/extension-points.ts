import { defineExtensionPoint } from '../platform/extension-points.ts';

/** Finds the person whom a photo shows; undefined when it shows nobody that is known. */
export type FindPersonOfImage = (imageId: string) => Promise<string | undefined>;

/** Names the person in a photo, for the audit log. */
export const personOfImagePoint = defineExtensionPoint<FindPersonOfImage>('person of image');
