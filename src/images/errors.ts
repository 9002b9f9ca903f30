import { AppError, type AppErrorOptions, type ErrorCatalogue } from '../platform/errors.ts';

/** Everything that can be wrong with a photo, its address, or a link to a stored image. */
export const imageErrorCatalogue = {
  image_unreachable: {
    kind: 'invalid',
    title: 'The image could not be fetched from its address.',
    fix: 'Use a public https address on port 443 that answers 200 with the image itself within the time limit, after at most three redirects, or send the image inline as a data: address.',
  },
  image_too_large: {
    kind: 'invalid',
    title: 'The image is larger than allowed.',
    fix: 'Send an image of at most 10 MB and 40 megapixels, or what the operator configured.',
  },
  image_undecodable: {
    kind: 'invalid',
    title: 'The image is damaged or incomplete.',
    fix: 'Take or export the photo again and send the whole file.',
  },
  image_unsupported: {
    kind: 'invalid',
    title: 'The image is of a kind that is not accepted.',
    fix: 'Send a still photo as JPEG, PNG, WebP or AVIF.',
  },
  image_address_invalid: {
    kind: 'invalid',
    title: 'The image address is not one that can be read.',
    fix: 'Use an absolute https: address without user name and password, or data:image/jpeg;base64, followed by the photo in standard base64 without spaces.',
  },
  image_link_invalid: {
    kind: 'not-found',
    title: 'The image link is not valid, or not any more.',
    fix: 'Read the attempt or the person again: every answer carries fresh links.',
  },
  image_not_found: {
    kind: 'not-found',
    title: 'The image does not exist, or not any more.',
    fix: 'Nothing can bring it back if it was erased; otherwise check the identifier.',
  },
  image_fetch_busy: {
    kind: 'unavailable',
    title: 'Too many photos are being fetched at the moment.',
    fix: 'Try again after the time in Retry-After, or send the photo inline as a data: address.',
  },
  image_store_unavailable: {
    kind: 'unavailable',
    title: 'The stored image cannot be read at the moment.',
    fix: 'Try again later; operators find the reason in the log and check the image store.',
  },
} satisfies ErrorCatalogue;

/** A photo, an address of one, or a link to one that is refused. Holds neither addresses nor image bytes. */
export class ImageError extends AppError {
  constructor(code: keyof typeof imageErrorCatalogue, options?: AppErrorOptions) {
    super(code, imageErrorCatalogue[code], options);
  }
}
