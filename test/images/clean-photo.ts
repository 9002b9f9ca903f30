import { type CleanPhoto, inspectPhoto, stripMetadata } from '../../src/images/index.ts';
import { createPhotoConverter } from '../../src/images/photo-converter.ts';
import type { PhotoInfo } from '../../src/images/types.ts';

/** Its process neither holds a test nor outlives it. */
export const converter = createPhotoConverter();

const sender = { clientId: 'cli_01a1fd3fdd4c70ae8910617df9e4edd8', peopleId: '00000000191' };

/** A photo as it is kept: inspected, and without its metadata. */
export function cleanPhoto(bytes: Uint8Array, info: PhotoInfo = inspectPhoto(bytes)): Promise<CleanPhoto> {
  return stripMetadata(converter, bytes, info, sender);
}
