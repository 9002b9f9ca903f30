import { isUtf8 } from 'node:buffer';

/** The characters of the bytes 0x80 to 0x9F in Windows code page 1252; five have none. */
const upperControls =
  '\u20ac\ufffd\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\ufffd\u017d\ufffd' +
  '\ufffd\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\ufffd\u017e\u0178';

/**
 * The text of a field whatever it was written in: UTF-8 when its bytes are that (which Portuguese text in an
 * eight-bit encoding practically never is), code page 1252 otherwise, of which ISO 8859-1 text uses a part. A
 * byte that means nothing becomes U+FFFD, and so it can be counted. NUL bytes go; other control characters,
 * line ends among them, become spaces.
 */
export function decodeText(bytes: Buffer): string {
  const text =
    bytes.some((byte) => byte > 0x7f) && isUtf8(bytes)
      ? bytes.toString('utf8')
      : bytes
          .toString('latin1')
          .replaceAll(/[\x80-\x9f]/g, (character) => upperControls[character.charCodeAt(0) - 0x80]!);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  return text.replaceAll('\0', '').replaceAll(/[\x01-\x1f\x7f]+/g, ' ');
}
