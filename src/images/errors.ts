import { define, errorsOf } from '../platform/errors.ts';

/** Everything that can be wrong with a photo, its address, or a link to a stored image. */
export const imageErrorCatalogue = {
  image_unreachable: define.invalid(
    'The image could not be fetched',
    'Use a public https address on port 443. It must answer 200 with the image, within the time limit and after at most three redirects. Alternatively, send the image as a data: address.',
  ),
  image_too_large: define.invalid(
    'The image is larger than allowed',
    'Send an image of at most 10 MB and 40 megapixels. The operator may have set other limits.',
  ),
  image_undecodable: define.invalid(
    'The image is damaged or incomplete',
    'Take or export the photo again and send the whole file.',
  ),
  image_unsupported: define.invalid(
    'The format of the image is not supported',
    'Send a still photo as JPEG, PNG, WebP or AVIF. A HEIC photo must become a JPEG first.',
  ),
  image_address_invalid: define.invalid(
    'The image address is not valid',
    'Use an absolute https: address without user name and password. Or use data:image/jpeg;base64, and the photo in standard base64 without spaces.',
  ),
  image_link_invalid: define.notFound(
    'The image link is not valid or has expired',
    'Read the attempt or the person again: every answer contains new links.',
  ),
  image_not_found: define.notFound(
    'The image does not exist or was erased',
    'Check the identifier. An erased image cannot be restored.',
  ),
  image_fetch_busy: define.unavailable(
    'The service is fetching too many photos at the moment',
    'Try again after the time in Retry-After, or send the photo as a data: address.',
  ),
  image_conversion_busy: define.unavailable(
    'The AVIF photo cannot be converted at the moment',
    'Try again after the time in Retry-After, or send the photo as JPEG, PNG or WebP.',
  ),
  image_store_unavailable: define.unavailable(
    'The photo store is not available at the moment',
    'Try again after the time in Retry-After. Operators: the log names the cause.',
  ),
  image_bucket_unusable: define.unavailable(
    'The S3 bucket of the photos is not usable',
    'Check the S3_ settings. The bucket must exist. The access key must be allowed to get, put, list and delete objects.',
  ),
  image_bucket_taken: define.local(
    'The photo store has the photos of another deployment',
    'Give each deployment its own bucket or folder. The object confere-deployment names the owner.',
  ),
  image_store_read_only: define.unavailable(
    'The photo store belongs to another copy of the database',
    'Operators: give this copy a bucket or folder of its own. If it takes the place of the other copy, run: confere images take-over.',
  ),
  image_place_differs: define.local(
    'The photos of this database are in another place',
    'Give every process of a deployment the same S3_ settings, or the same DATA_DIR/images. If you copied the photos to this place, run: confere images take-over.',
  ),
  images_move_refused: define.local(
    'The photos cannot be moved to this place',
    'Set the S3_ settings. Set IMAGE_STORE to the new place. Restart every server, then run the command again.',
  ),
};

/** A photo, an address of one, or a link to one that is refused. Holds neither addresses nor image bytes. */
export class ImageError extends errorsOf(imageErrorCatalogue) {}
