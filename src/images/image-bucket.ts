import { createHash } from 'node:crypto';
import sax from 'sax';
import { isId } from '../platform/ids.ts';
import {
  describeAnswer,
  readErrorCode,
  type S3Answer,
  S3AnswerError,
  type S3Client,
} from './create-s3-client.ts';
import { imageIdKind } from './declarations.ts';
import type { ImageFiles, StoredFile } from './image-files.ts';

const digestHeader = 'x-amz-meta-sha256';

/**
 * An image store in a bucket: the object `img_...`. The store checks each upload against the signed digest of its
 * bytes, and its answer is checked against the bytes; where it does not tell (a bucket with keys of its own), the object
 * is read back. Each object carries the digest of its bytes, which every read checks.
 *
 * Rejects with `image_store_unavailable` when the store is away, refuses, or answers what cannot be true. Objects that
 * other tools copied here carry no digest: their ETag must be the MD5 of their bytes.
 */
export function createImageBucket(
  client: S3Client,
  options: { readonly pageSize?: number } = {},
): ImageFiles {
  return {
    async put(id, bytes) {
      const key = keyOf(id);
      if (await putObject(client, key, bytes)) return;
      await client.send({ method: 'GET', key }, (answer) => {
        const stored = readObject(answer);
        if (stored === undefined || !stored.equals(bytes))
          throw new S3AnswerError('S3 did not keep what was sent.');
      });
    },

    get: async (id) =>
      await client.send({ method: 'GET', key: keyOf(id) }, (answer) => readObject(answer, `GET of ${id}`)),

    async delete(id) {
      await client.send({ method: 'DELETE', key: keyOf(id) }, (answer) => {
        const isGone = answer.status === 404 && readErrorCode(answer.body) === 'NoSuchKey';
        if (answer.status !== 204 && answer.status !== 200 && !isGone) throw refused('DELETE', answer);
      });
    },

    async *list() {
      let after = '';
      for (;;) {
        const page = await readPage(client, after, options.pageSize);
        for (const { key, modifiedAt } of page.objects) {
          if (isId(imageIdKind, key)) yield { id: key, modifiedAt } satisfies StoredFile;
        }
        const last = page.objects.at(-1)?.key;
        if (!page.isTruncated || last === undefined) return;
        after = last;
      }
    },

    // An upload in one request leaves nothing behind when it is cut off.
    discardUnfinished: async () => 0,
  };
}

/** Writes an object with the digest of its bytes. True when the answer proves that the store has these bytes. */
export async function putObject(client: S3Client, key: string, bytes: Uint8Array): Promise<boolean> {
  const headers = { 'content-type': 'application/octet-stream', [digestHeader]: sha256(bytes) };
  return await client.send({ method: 'PUT', key, headers, body: bytes }, (answer) => {
    if (answer.status !== 200) throw refused('PUT', answer);
    return hasEtagOf(answer, bytes);
  });
}

/** True when the ETag is the MD5 of the bytes, as S3 makes it where the bucket has no keys of its own. */
function hasEtagOf(answer: S3Answer, bytes: Uint8Array): boolean {
  const etag = answer.header('etag')?.replaceAll('"', '').toLowerCase();
  return etag === createHash('md5').update(bytes).digest('hex');
}

/** Objects of the bucket in the order of their keys, from behind a key on. */
export async function readPage(client: S3Client, after: string, limit = 1_000): Promise<ObjectList> {
  // The first version of the call, which every store has: it goes on behind a key instead of by a token.
  const query = { 'max-keys': String(limit), ...(after !== '' && { marker: after }) };
  return await client.send({ method: 'GET', query }, (answer) => {
    if (answer.status !== 200) throw refused('a list', answer);
    const page = readObjectList(answer.body);
    if (page === undefined) throw new S3AnswerError('S3 answered a list with something else.');
    // A store that begins again would be listed for ever.
    if (page.objects.some(({ key }) => key === after) || (page.isTruncated && page.objects.length === 0)) {
      throw new S3AnswerError('S3 answered the same page of a list twice.');
    }
    return page;
  });
}

/** The bytes of an object, or undefined when the store says that there is none. Throws `S3AnswerError`. */
export function readObject(answer: S3Answer, what = 'GET'): Buffer | undefined {
  if (answer.status === 404 && readErrorCode(answer.body) === 'NoSuchKey') return undefined;
  if (answer.status !== 200) throw refused('GET', answer);
  const digest = answer.header(digestHeader);
  const isProven = digest === undefined ? hasEtagOf(answer, answer.body) : digest === sha256(answer.body);
  if (!isProven) throw new S3AnswerError(`S3 answered ${what} with other bytes than were put.`);
  return answer.body;
}

/** A refusal as an error; a 404 that S3 did not write may come from a proxy on the way. */
export function refused(what: string, answer: S3Answer): S3AnswerError {
  const isRetryable = readErrorCode(answer.body) === undefined;
  return new S3AnswerError(describeAnswer(what, answer), { isRetryable });
}

function keyOf(id: string): string {
  if (!isId(imageIdKind, id)) throw new TypeError('not an image id');
  return id;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

type ObjectList = {
  readonly objects: readonly { readonly key: string; readonly modifiedAt: Date }[];
  /** True when more follow. */
  readonly isTruncated: boolean;
};

/** Reads the answer to ListObjectsV2. Undefined for anything else, a page of HTML or half a document among them. */
function readObjectList(body: Buffer): ObjectList | undefined {
  const xml = sax.parser(true);
  const path: string[] = [];
  const objects: { key: string; modifiedAt: Date }[] = [];
  let entry: Record<string, string> = {};
  let isTruncated: string | undefined;
  let isWhole = false;
  let text = '';
  xml.onopentag = ({ name }) => {
    path.push(name);
    text = '';
    if (name === 'Contents') entry = {};
  };
  xml.ontext = (piece) => {
    text += piece;
  };
  xml.onclosetag = (name) => {
    path.pop();
    const parent = path.join('/');
    if (parent === 'ListBucketResult/Contents') entry[name] = text;
    else if (parent === 'ListBucketResult' && name === 'IsTruncated') isTruncated = text.trim();
    else if (parent === 'ListBucketResult' && name === 'Contents') {
      objects.push({ key: entry.Key ?? '', modifiedAt: new Date(entry.LastModified ?? '') });
    } else if (parent === '' && name === 'ListBucketResult') isWhole = true;
  };
  xml.onerror = () => {};
  try {
    xml.write(body.toString('utf8')).close();
  } catch {
    return undefined;
  }
  const isSound = objects.every(({ key, modifiedAt }) => key !== '' && !Number.isNaN(modifiedAt.getTime()));
  if (!isWhole || isTruncated === undefined || !isSound) return undefined;
  return { objects, isTruncated: isTruncated === 'true' };
}
