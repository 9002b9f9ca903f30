import { isUtf8 } from 'node:buffer';

/** The encoding of a file. `windows-1252` is the encoding that the open data call Latin-1. */
export type Encoding = 'utf-8' | 'windows-1252';

const decoder = new TextDecoder('windows-1252');
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** The encoding that the first bytes of a file speak for; plain ASCII counts as UTF-8. */
export function detectEncoding(sample: Buffer): Encoding {
  // A character may be cut at the end of the sample.
  for (let cut = 0; cut < 4; cut += 1) {
    if (isUtf8(sample.subarray(0, Math.max(0, sample.length - cut)))) return 'utf-8';
  }
  return 'windows-1252';
}

/** The bytes without a byte order mark at their start. */
export function dropByteOrderMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, 3).equals(byteOrderMark) ? bytes.subarray(3) : bytes;
}

/** The text of bytes in an encoding. */
export function decode(bytes: Buffer, encoding: Encoding): string {
  return encoding === 'utf-8' ? bytes.toString('utf8') : decoder.decode(bytes);
}

/** True if no other encoding shows through the bytes. */
export function isInEncoding(bytes: Buffer, encoding: Encoding): boolean {
  if (isAscii(bytes)) return true;
  // In Latin-1, UTF-8 would read as two odd letters for one; no name holds those.
  return isUtf8(bytes) === (encoding === 'utf-8');
}

function isAscii(bytes: Buffer): boolean {
  for (const byte of bytes) if (byte > 0x7f) return false;
  return true;
}
