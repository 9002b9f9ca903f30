import { isUtf8 } from 'node:buffer';

/** Where a row ends and what it says, or why it cannot be read. */
export type RepairedRow =
  | {
      readonly kind: 'row';
      readonly fields: readonly string[];
      readonly next: number;
      readonly lines: number;
    }
  | { readonly kind: 'bad'; readonly reason: 'column_count' | 'quote_unclosed'; readonly next: number }
  /** The row is not over where the bytes end. */
  | { readonly kind: 'more' };

type Parsed = { readonly fields: [number, number][]; readonly next: number };

const quote = 0x22;

const semicolon = 0x3b;

const lineFeed = 0x0a;

const maxLines = 64;

/**
 * Reads the row at `from`, which the fast reader did not take, with tolerance: first by the rules of RFC 4180,
 * where quoted text may hold line ends; then, within its first line, taking a quote for text unless a semicolon
 * or the line's end follows it. A quoted text that would swallow the start of another row is broken off before it.
 */
export function repairRow(bytes: Buffer, from: number, columnCount: number, isLast: boolean): RepairedRow {
  const strict = parseStrict(bytes, from, isLast);
  if (strict === 'more') return { kind: 'more' };
  if (strict !== 'unclosed' && strict.fields.length === columnCount) return toRow(bytes, from, strict);
  const lenient = parseLenient(bytes, from, isLast);
  if (lenient === 'more') return { kind: 'more' };
  if (lenient.fields.length === columnCount) return toRow(bytes, from, lenient);
  return {
    kind: 'bad',
    reason: strict === 'unclosed' ? 'quote_unclosed' : 'column_count',
    next: strict === 'unclosed' ? lenient.next : strict.next,
  };
}

function toRow(bytes: Buffer, from: number, { fields, next }: Parsed): RepairedRow {
  let lines = 0;
  for (let at = from; at < next; at += 1) if (bytes[at] === lineFeed) lines += 1;
  return {
    kind: 'row',
    fields: fields.map(([start, end]) => {
      const isQuoted = bytes[start] === quote && end - start > 1;
      const text = decodeText(bytes.subarray(isQuoted ? start + 1 : start, isQuoted ? end - 1 : end));
      return isQuoted ? text.replaceAll('""', '"') : text.trim();
    }),
    next,
    lines,
  };
}

function parseStrict(bytes: Buffer, from: number, isLast: boolean): Parsed | 'more' | 'unclosed' {
  const fields: [number, number][] = [];
  let at = from;
  let lines = 0;
  for (;;) {
    const start = at;
    if (bytes[at] === quote) {
      at += 1;
      for (;;) {
        if (at >= bytes.length) return isLast ? 'unclosed' : 'more';
        const byte = bytes[at]!;
        if (byte === quote) {
          if (bytes[at + 1] !== quote) break;
          at += 1;
        } else if (byte === lineFeed) {
          lines += 1;
          if (lines > maxLines || looksLikeRow(bytes, at + 1)) return 'unclosed';
          if (!isLast && bytes.length - at < 16) return 'more';
        }
        at += 1;
      }
      at += 1;
      const end = at;
      while (bytes[at] === 0 || bytes[at] === 0x0d) at += 1;
      fields.push([start, end]);
    } else {
      while (at < bytes.length && bytes[at] !== semicolon && bytes[at] !== lineFeed) at += 1;
      fields.push([start, at]);
    }
    if (at >= bytes.length) return isLast ? { fields, next: at } : 'more';
    if (bytes[at] === lineFeed) return { fields, next: at + 1 };
    if (bytes[at] !== semicolon) return 'unclosed';
    at += 1;
  }
}

function parseLenient(bytes: Buffer, from: number, isLast: boolean): Parsed | 'more' {
  const lineEnd = bytes.indexOf(lineFeed, from);
  if (lineEnd < 0 && !isLast) return 'more';
  let end = lineEnd < 0 ? bytes.length : lineEnd;
  const next = lineEnd < 0 ? bytes.length : lineEnd + 1;
  while (end > from && (bytes[end - 1] === 0x0d || bytes[end - 1] === 0)) end -= 1;
  const fields: [number, number][] = [];
  let start = from;
  for (let at = from; at <= end; at += 1) {
    if (at < end && bytes[at] !== semicolon) continue;
    // Within a text in quotes a semicolon ends it only after a quote and before another or the end.
    const opened = bytes[start] === quote;
    const closed = at - start > 1 && bytes[at - 1] === quote && (at === end || bytes[at + 1] === quote);
    if (opened && !closed && at < end) continue;
    fields.push([start, at]);
    start = at + 1;
  }
  return { fields, next };
}

/** True if a row may begin here: a short code in quotes and the quote of the second field. */
function looksLikeRow(bytes: Buffer, at: number): boolean {
  if (bytes[at] !== quote) return false;
  let end = at + 1;
  while (end < at + 9 && isCodeByte(bytes[end])) end += 1;
  return end > at + 1 && bytes[end] === quote && bytes[end + 1] === semicolon && bytes[end + 2] === quote;
}

function isCodeByte(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a));
}

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
