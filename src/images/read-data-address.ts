import { ImageError } from './errors.ts';

/** Longest accepted start of a data: address, up to its comma; a media type needs a fraction of it. */
const maxPrefixLength = 128;

const prefixPattern = /^data:(image\/[a-z0-9][a-z0-9.+-]{0,63});base64$/i;

/** True if an address has the scheme `data:`, whatever follows. */
export function isDataAddress(address: string): boolean {
  return address.slice(0, 5).toLowerCase() === 'data:';
}

/**
 * The bytes of a `data:image/...;base64,...` address (RFC 2397). Strict where the RFC is loose: the payload is
 * standard base64 with its padding (RFC 4648, section 4); white space, percent-encoding, the URL-safe alphabet
 * and parameters beside `base64` are refused, so that one photo has one spelling. Time and memory grow
 * linearly with the payload, and a payload over `maxBytes` is refused before it is decoded.
 *
 * Throws `ImageError`: `image_address_invalid`, `image_unsupported` when it is not an image, `image_too_large`.
 * NOT verified: that the bytes are an image, or the one the media type names; `inspectPhoto` says.
 */
export function readDataAddress(address: string, maxBytes: number): Uint8Array {
  const comma = readPrefix(address.slice(0, maxPrefixLength));
  const lineBreak = /[\r\n]/.exec(address);
  if (lineBreak !== null)
    throw invalid('The base64 of the data: address has line breaks; send it in one line.');
  const length = address.length - comma - 1;
  // Four characters stand for three bytes; the last group may stand for one or two.
  if (length / 4 > Math.ceil(maxBytes / 3)) throw tooLarge();
  if (length === 0) throw invalid('The data: address holds no image.');
  if (length % 4 !== 0) throw invalid('The base64 of the data: address is cut off or lacks its padding.');
  const payload = address.slice(comma + 1);
  const padding = payload.endsWith('==') ? 2 : payload.endsWith('=') ? 1 : 0;
  const size = (length / 4) * 3 - padding;
  if (size > maxBytes) throw tooLarge();
  // Node's decoder skips what it does not know and takes both alphabets; what it skips shows in the length.
  const isAscii = Buffer.byteLength(payload, 'utf8') === length;
  const isStandard = isAscii && !payload.includes('-') && !payload.includes('_');
  const bytes = isStandard ? Buffer.from(payload, 'base64') : undefined;
  if (bytes?.length !== size) {
    throw invalid('The data: address holds characters that are not standard base64.');
  }
  return bytes;
}

/** Where the comma stands that ends the prefix. */
function readPrefix(prefix: string): number {
  const comma = prefix.indexOf(',');
  const match = comma < 0 ? null : prefixPattern.exec(prefix.slice(0, comma));
  if (match !== null) return comma;
  if (/^data:(?!image\/)/i.test(prefix)) {
    throw new ImageError('image_unsupported', { detail: 'The data: address does not name an image type.' });
  }
  throw invalid('A data: address must begin with data:image/<type>;base64, and hold standard base64.');
}

function invalid(detail: string): ImageError {
  return new ImageError('image_address_invalid', { detail });
}

function tooLarge(): ImageError {
  return new ImageError('image_too_large', { detail: 'The image has more bytes than allowed.' });
}
