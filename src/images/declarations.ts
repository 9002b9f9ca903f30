import { defineExtensionPoint } from '../platform/extension-points.ts';
import { defineIdKind } from '../platform/ids.ts';

/** Identifiers of stored photos. */
export const imageIdKind = defineIdKind('img');

/** Finds the person whom a photo shows; undefined when it shows nobody that is known. */
export type FindPersonOfImage = (imageId: string) => Promise<string | undefined>;

/** Names the person in a photo, for the audit log. */
export const personOfImagePoint = defineExtensionPoint<FindPersonOfImage>('person of image');

/** The context that binds an image's ciphertext to its row: bytes copied under another id do not open. */
export function imageContext(id: string): string {
  return `image:${id}`;
}
