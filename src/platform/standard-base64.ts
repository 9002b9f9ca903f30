/**
 * The bytes of standard base64 with its padding (RFC 4648, section 4); undefined for any other text, white space and
 * the URL-safe alphabet included. The empty text has no bytes.
 */
export function decodeStandardBase64(text: string): Buffer | undefined {
  if (text.length % 4 !== 0 || text.includes('-') || text.includes('_')) return undefined;
  // Node's decoder skips what it does not know and takes both alphabets; what it skips shows in the length.
  if (Buffer.byteLength(text, 'utf8') !== text.length) return undefined;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === (text.length / 4) * 3 - padding ? bytes : undefined;
}

/** Characters that become a string at once: short strings cost the heap far less than one as long as a photo. */
const pieceLength = 8_192;

/** The same from the characters' bytes. */
export function decodeStandardBase64Bytes(characters: Buffer): Buffer | undefined {
  const { length } = characters;
  if (length % 4 !== 0 || characters.includes('-') || characters.includes('_')) return undefined;
  const padding = length === 0 || characters[length - 1] !== paddingByte ? 0 : 1;
  const twice = padding === 1 && characters[length - 2] === paddingByte ? 1 : 0;
  const bytes = Buffer.allocUnsafeSlow((length / 4) * 3 - padding - twice);
  let written = 0;
  for (let at = 0; at < length; at += pieceLength) {
    const piece = characters.toString('latin1', at, Math.min(length, at + pieceLength));
    const decoded = bytes.write(piece, written, 'base64');
    if (decoded !== Math.min((piece.length / 4) * 3, bytes.length - written)) return undefined;
    written += decoded;
  }
  return bytes;
}

const paddingByte = 0x3d;
