export { checkPhotos, deleteStrayFiles } from './check-photos.ts';
export { openClaimDeps } from './claim-places.ts';
export type { PhotoSender } from './conversion-turns.ts';
export { personOfImagePoint } from './declarations.ts';
export { ImageError } from './errors.ts';
export type { PhotoFetcher } from './fetch-photo.ts';
export type { ImageFiles } from './image-files.ts';
export type { ImageLinks } from './image-links.ts';
export { findImagePlaces } from './image-places-store.ts';
export {
  deleteImages,
  findExistingImageIds,
  type ImageRecord,
  imageValues,
  insertImage,
  insertImageIn,
  insertImageSql,
  lockImages,
  sumImageBytes,
} from './image-records-store.ts';
export { inspectPhoto } from './inspect-photo.ts';
export { openImageFiles } from './open-image-files.ts';
export type { PhotoConverter } from './photo-converter.ts';
export { discardImageFiles, prepareImage, storeImage } from './prepare-image.ts';
export { isDataAddress, readDataAddress } from './read-data-address.ts';
export { readImage, readImageForCopy } from './read-image.ts';
export { stripMetadata } from './strip-metadata.ts';
export type { CleanPhoto } from './types.ts';
