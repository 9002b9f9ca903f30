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
