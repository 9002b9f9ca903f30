import { randomBytes } from 'node:crypto';
import { decodeStandardBase64Bytes } from '../platform/standard-base64.ts';

/** A photo that stood in a `data:` address of a JSON body, decoded. */
export type InlinePhoto = {
  /** The address up to its first comma, with it. */
  readonly prefix: string;
  readonly bytes: Uint8Array;
  /** The standard base64 behind it: a string longer than the photo, for the few requests that need it. */
  readonly readPayload: () => string;
};

/** A body whose photo was taken out, and the text that stands in its place. */
export type BodyWithoutPhoto = {
  readonly text: string;
  /** The standard base64 that was taken out, as it lies in the body. */
  readonly characters: Buffer;
  readonly bytes: Uint8Array;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The member of the JSON body that may be an address with a photo inline; the handler takes `inlinePhoto`. */
    inlinePhoto?: string;
  }
  interface FastifyRequest {
    /** The photo of the member that the route names. The member itself is then an address without it. */
    inlinePhoto: InlinePhoto | undefined;
  }
}

const beginning = Buffer.from(';base64,');
const quote = 0x22;
/** Shorter bodies are parsed as they are. */
const leastBytes = 8_192;
/** Nobody else can write it, however it is escaped, so a text that ends with it is the one it was put into. */
const placeholder = randomBytes(24).toString('hex');

/**
 * A JSON body without its first base64 text, decoded once from the bytes; undefined when there is none worth it. The
 * text that is left is valid JSON exactly if the body is, with the same structure: a semicolon is only ever inside a
 * string, and neither base64 nor the placeholder can end or escape one.
 *
 * See docs/decisions/0198.
 */
export function takePhotoOut(body: Buffer): BodyWithoutPhoto | undefined {
  if (body.length < leastBytes) return undefined;
  const found = body.indexOf(beginning);
  const start = found + beginning.length;
  const end = found < 0 ? -1 : body.indexOf(quote, start);
  if (end - start < leastBytes / 2) return undefined;
  const characters = body.subarray(start, end);
  const bytes = decodeStandardBase64Bytes(characters);
  if (bytes === undefined) return undefined;
  const text = body.toString('utf8', 0, start) + placeholder + body.toString('utf8', end);
  return { text, characters, bytes };
}

/** The photo when the member of the parsed body is the text that it was taken from; undefined for any other. */
export function findInlinePhoto(
  parsed: unknown,
  member: string,
  { characters, bytes }: BodyWithoutPhoto,
): InlinePhoto | undefined {
  if (typeof parsed !== 'object' || parsed === null || !Object.hasOwn(parsed, member)) return undefined;
  const address: unknown = parsed[member as keyof typeof parsed];
  if (typeof address !== 'string' || !address.endsWith(placeholder)) return undefined;
  const prefix = address.slice(0, -placeholder.length);
  // The address ends at its first comma; one before it makes another address of it.
  if (prefix.indexOf(',') !== prefix.length - 1) return undefined;
  return { prefix, bytes, readPayload: () => characters.toString('latin1') };
}
