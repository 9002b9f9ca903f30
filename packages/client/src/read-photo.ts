/** A photo: bytes, a `Blob` or file, or a stream of bytes. */
export type Photo = Uint8Array | ArrayBuffer | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** The service takes less; a stream without end stops here. */
const maxPhotoBytes = 32 * 1024 * 1024;

/** A photo in memory, so that a request can be sent again, and its media type by its first bytes. */
export type ReadPhoto = { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string };

export function isPhoto(value: unknown): value is Photo {
  return (
    value instanceof Uint8Array ||
    value instanceof ArrayBuffer ||
    value instanceof Blob ||
    value instanceof ReadableStream ||
    (typeof value === 'object' && value !== null && Symbol.asyncIterator in value)
  );
}

/** The bytes of a photo. Throws `TypeError` for what is no JPEG, PNG, WebP or AVIF, or is longer than 32 MiB. */
export async function readPhoto(photo: Photo): Promise<ReadPhoto> {
  const bytes = await readBytes(photo);
  const type = typeOf(bytes);
  if (type === undefined) throw new TypeError('the photo is no JPEG, PNG, WebP or AVIF');
  return { bytes, type };
}

/**
 * A photo as the `data:` address that `imageUrl` takes.
 *
 * @example
 * await confere.createFaceAuthentication({ body: { peopleId, imageUrl: await photoAddress(photo) } });
 */
export async function photoAddress(photo: Photo): Promise<string> {
  const { bytes, type } = await readPhoto(photo);
  return `data:${type};base64,${toBase64(bytes)}`;
}

async function readBytes(photo: Photo): Promise<Uint8Array<ArrayBuffer>> {
  if (photo instanceof Uint8Array) return photo as Uint8Array<ArrayBuffer>;
  if (photo instanceof ArrayBuffer) return new Uint8Array(photo);
  if (photo instanceof Blob) return new Uint8Array(await photo.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunksOf(photo)) {
    length += chunk.byteLength;
    if (length > maxPhotoBytes) throw new TypeError(`the photo has more than ${maxPhotoBytes} bytes`);
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/** Chunk after chunk; not every browser iterates over streams. */
async function* chunksOf(
  source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (Symbol.asyncIterator in source) return yield* source;
  const reader = (source as ReadableStream<Uint8Array>).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

function typeOf(bytes: Uint8Array): string | undefined {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (bytes[0] === 0x89 && text(1, 4) === 'PNG') return 'image/png';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  return text(4, 8) === 'ftyp' && /avi[fs]/.test(text(8, 32)) ? 'image/avif' : undefined;
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(text);
}
