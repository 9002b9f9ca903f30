import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { BackupError } from './errors.ts';

/** The readable head of a backup: enough to find the key. */
export type SealedHeader = { readonly format: 1; readonly keyId: string; readonly salt: string };

const magic = Buffer.from('CONFERE-BACKUP\n');
const pieceBytes = 1 << 20;
const tagBytes = 16;
const longestHeaderBytes = 1_024;

/**
 * The text sealed with AES-256-GCM in pieces of a mebibyte (the STREAM construction of Hoang, Reyhanitabar, Rogaway and
 * Vizar, 2015): each piece has its number as nonce and says whether it is the last, so that none can be altered, moved,
 * left out or cut off unseen. The key is made for this one stream.
 */
export async function* sealStream(
  key: Uint8Array,
  keyId: string,
  text: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const salt = randomBytes(32);
  const head = encodeHeader({ format: 1, keyId, salt: salt.toString('base64url') });
  yield head;
  const streamKey = deriveStreamKey(key, salt);
  let number = 0;
  let held: Buffer[] = [];
  let heldBytes = 0;
  for await (const bytes of text) {
    held.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    heldBytes += bytes.byteLength;
    if (heldBytes <= pieceBytes) continue;
    let all = Buffer.concat(held);
    while (all.byteLength > pieceBytes) {
      yield sealPiece(streamKey, head, number, false, all.subarray(0, pieceBytes));
      number += 1;
      all = all.subarray(pieceBytes);
    }
    held = [all];
    heldBytes = all.byteLength;
  }
  yield sealPiece(streamKey, head, number, true, Buffer.concat(held));
}

/**
 * The text again, each piece only once it is known to be whole. Throws `backup_unreadable` as soon as anything differs,
 * and at the end when the last piece is missing. `findKey` gives the key of an id, or throws.
 */
export async function* openStream(
  findKey: (header: SealedHeader) => Uint8Array,
  sealed: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const source = new ByteSource(sealed);
  const { head, header } = await readHeader(source);
  const streamKey = deriveStreamKey(findKey(header), Buffer.from(header.salt, 'base64url'));
  for (let number = 0; ; number += 1) {
    const length = (await source.take(4))?.readUInt32BE();
    if (length === undefined || (length & 0x7fffffff) > pieceBytes + tagBytes)
      throw new BackupError('backup_unreadable');
    const isLast = length >= 0x80000000;
    const piece = await source.take(length & 0x7fffffff);
    if (piece === undefined) throw new BackupError('backup_unreadable');
    const text = openPiece(streamKey, head, number, isLast, piece);
    if (text.byteLength > 0) yield text;
    if (!isLast) continue;
    if ((await source.take(1)) !== undefined) throw new BackupError('backup_unreadable');
    return;
  }
}

/** The readable head of a backup. Throws `backup_unreadable`. */
async function readHeader(source: ByteSource): Promise<{ head: Buffer; header: SealedHeader }> {
  const start = await source.take(magic.byteLength + 4);
  if (start === undefined || !start.subarray(0, magic.byteLength).equals(magic)) {
    throw new BackupError('backup_unreadable');
  }
  const length = start.readUInt32BE(magic.byteLength);
  const text = length > longestHeaderBytes ? undefined : await source.take(length);
  if (text === undefined) throw new BackupError('backup_unreadable');
  try {
    const header = JSON.parse(text.toString()) as SealedHeader;
    if (header.format === 1 && typeof header.keyId === 'string' && typeof header.salt === 'string') {
      return { head: Buffer.concat([start, text]), header };
    }
  } catch {
    // Refused below.
  }
  throw new BackupError('backup_unreadable');
}

function encodeHeader(header: SealedHeader): Buffer {
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.byteLength);
  return Buffer.concat([magic, length, text]);
}

function deriveStreamKey(key: Uint8Array, salt: Uint8Array): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', key, salt, 'confere/v1/backup-stream', 32)));
}

/** Length with the highest bit set on the last piece, then ciphertext and tag. */
function sealPiece(key: KeyObject, head: Buffer, number: number, isLast: boolean, text: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number), { authTagLength: tagBytes });
  cipher.setAAD(additionalData(head, isLast));
  const body = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(isLast ? body.byteLength + 0x80000000 : body.byteLength);
  return Buffer.concat([length, body]);
}

function openPiece(key: KeyObject, head: Buffer, number: number, isLast: boolean, piece: Buffer): Buffer {
  if (piece.byteLength < tagBytes) throw new BackupError('backup_unreadable');
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number), { authTagLength: tagBytes });
  decipher.setAAD(additionalData(head, isLast));
  decipher.setAuthTag(piece.subarray(piece.byteLength - tagBytes));
  try {
    return Buffer.concat([decipher.update(piece.subarray(0, piece.byteLength - tagBytes)), decipher.final()]);
  } catch (cause) {
    throw new BackupError('backup_unreadable', { cause });
  }
}

function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(number), 4);
  return nonce;
}

function additionalData(head: Buffer, isLast: boolean): Buffer {
  return Buffer.concat([head, Buffer.from(isLast ? '/last' : '/more')]);
}

/** Bytes of a stream, so many at a time. */
class ByteSource {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #held: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.#pieces = stream[Symbol.asyncIterator]();
  }

  /** Exactly so many bytes, or undefined when the stream ends before. */
  async take(count: number): Promise<Buffer | undefined> {
    const parts = [this.#held];
    let length = this.#held.byteLength;
    while (length < count) {
      const next = await this.#pieces.next();
      if (next.done === true) return undefined;
      parts.push(Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength));
      length += next.value.byteLength;
    }
    const all = parts.length === 1 ? this.#held : Buffer.concat(parts);
    this.#held = all.subarray(count);
    return all.subarray(0, count);
  }
}
