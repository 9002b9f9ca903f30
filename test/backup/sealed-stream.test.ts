import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { openStream, sealStream } from '../../src/backup/sealed-stream.ts';

const pieceBytes = 1024 * 1024;
const key = randomBytes(32);

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
}

async function collect(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(stream));
}

/** The head and the sealed pieces of a text. */
const seal = async (text: Buffer, chunkSize = 300_000): Promise<Buffer[]> =>
  (await Array.fromAsync(sealStream(key, 'k1', inChunks(text, chunkSize)))).map((piece) =>
    Buffer.from(piece),
  );

const open = (sealed: Buffer, chunkSize = 70_001) =>
  collect(
    openStream(
      ({ keyId }) => {
        assert.equal(keyId, 'k1');
        return key;
      },
      inChunks(sealed, chunkSize),
    ),
  );

describe('a sealed stream', () => {
  it('gives back a text of any length, in pieces of a mebibyte', async () => {
    for (const [length, pieces] of [
      [0, 1],
      [1, 1],
      [pieceBytes - 1, 1],
      [pieceBytes, 1],
      [pieceBytes + 1, 2],
      [2 * pieceBytes, 2],
      [2 * pieceBytes + 1, 3],
    ] as const) {
      const text = randomBytes(length);
      const [head, ...sealed] = await seal(text);
      assert.equal(sealed.length, pieces, `${length} bytes`);
      assert.ok(text.equals(await open(Buffer.concat([head!, ...sealed]))), `${length} bytes`);
    }
    const text = randomBytes(2 * pieceBytes + 17);
    assert.ok(text.equals(await open(Buffer.concat(await seal(text, text.byteLength)), 3 * pieceBytes)));
  });

  it('is refused with pieces moved, repeated, left out, or of another stream', async () => {
    const text = randomBytes(3 * pieceBytes);
    const [head, first, second, last] = await seal(text);
    const [otherHead, ...other] = await seal(text);
    const changed: Record<string, (Buffer | undefined)[]> = {
      moved: [head, second, first, last],
      repeated: [head, first, first, last],
      'repeated at the end': [head, first, second, last, last],
      'the first left out': [head, second, last],
      'one in the middle left out': [head, first, last],
      'the last left out': [head, first, second],
      'all left out': [head],
      'one of another stream': [head, first, other[1], last],
      'the head of another stream': [otherHead, first, second, last],
    };
    for (const [name, pieces] of Object.entries(changed)) {
      const sealed = Buffer.concat(pieces.map((piece) => piece!));
      await assert.rejects(open(sealed), { code: 'backup_unreadable' }, name);
    }
  });

  it('is not believed how long its head or a piece is', async () => {
    const [head, piece] = await seal(randomBytes(100));
    const lengthAt = head!.indexOf('\n') + 1;
    const longHead = Buffer.from(head!);
    longHead.writeUInt32BE(1_025, lengthAt);
    const padded = Buffer.concat([longHead, Buffer.alloc(1_025, ' '), piece!]);
    await assert.rejects(open(padded), { code: 'backup_unreadable' });
    const longPiece = Buffer.from(piece!);
    longPiece.writeUInt32BE(0x80000000 + pieceBytes + 17, 0);
    const claimed = Buffer.concat([head!, longPiece, Buffer.alloc(pieceBytes)]);
    await assert.rejects(open(claimed), { code: 'backup_unreadable' });
    // A head of the most bytes there may be is read.
    const text = head!.subarray(lengthAt + 4).toString();
    const widest = Buffer.concat([
      head!.subarray(0, lengthAt),
      Buffer.alloc(4),
      Buffer.from(text.padEnd(1_024)),
    ]);
    widest.writeUInt32BE(1_024, lengthAt);
    const asked: string[] = [];
    const stream = openStream(
      ({ keyId }) => {
        asked.push(keyId);
        return key;
      },
      inChunks(Buffer.concat([widest, piece!]), 100),
    );
    await assert.rejects(
      collect(stream),
      { code: 'backup_unreadable' },
      'the head is sealed with each piece',
    );
    assert.deepEqual(asked, ['k1']);
  });
});
