import { createHash } from 'node:crypto';
import Type from 'typebox';
import { Value } from 'typebox/value';
import type { FoundCandidates } from '../candidate-index.ts';
import type { IndexQuery } from '../index-worker.ts';

/** The header of the models that both sides must have, as `digestModels` names them. */
export const modelsHeader = 'confere-models';

/** Bytes of a search or of its answer at most: templates of some models, or some thousand candidates. */
export const largestSearchBytes = 1_048_576;

/** One text for the models whose templates a process can compare, in order: equal in processes with the same packs. */
export function digestModels(models: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(models)).digest('base64url');
}

const Search = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 10_000 }),
  queries: Type.Array(
    Type.Object({
      templateModel: Type.String(),
      minScore: Type.Number(),
      offset: Type.Number(),
      /** Little-endian float32 values in base64. */
      values: Type.String(),
    }),
    { maxItems: 50 },
  ),
});

const Found = Type.Object({
  isComplete: Type.Boolean(),
  models: Type.Array(Type.String()),
  candidates: Type.Array(
    Type.Object({
      id: Type.String({ pattern: '^[0-9a-f]{32}$' }),
      templateModel: Type.String(),
      upperBound: Type.Number(),
    }),
  ),
});

export type IndexSearch = { readonly limit: number; readonly queries: readonly IndexQuery[] };

export function encodeSearch({ limit, queries }: IndexSearch): string {
  return JSON.stringify({
    limit,
    queries: queries.map(({ values, ...query }) => ({
      ...query,
      values: Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64'),
    })),
  });
}

/** Undefined for a text that `encodeSearch` did not make. */
export function decodeSearch(text: string): IndexSearch | undefined {
  const message = parse(text);
  if (!Value.Check(Search, message)) return undefined;
  const queries = message.queries.map(({ values, ...query }) => ({ ...query, values: floatsOf(values) }));
  if (queries.some(({ values }) => values === undefined || !values.every(Number.isFinite))) return undefined;
  return { limit: message.limit, queries: queries as IndexQuery[] };
}

export function encodeFound({ isComplete, models, candidates }: FoundCandidates): string {
  return JSON.stringify({
    isComplete,
    models,
    candidates: candidates.map((one) => ({ ...one, id: Buffer.from(one.id).toString('hex') })),
  });
}

/** Undefined for a text that `encodeFound` did not make. */
export function decodeFound(text: string): FoundCandidates | undefined {
  const message = parse(text);
  if (!Value.Check(Found, message)) return undefined;
  const candidates = message.candidates.map((one) => ({ ...one, id: Buffer.from(one.id, 'hex') }));
  return { ...message, candidates };
}

function floatsOf(text: string): Float32Array | undefined {
  const bytes = new Uint8Array(Buffer.from(text, 'base64'));
  const isWhole = bytes.length > 0 && bytes.length % Float32Array.BYTES_PER_ELEMENT === 0;
  return isWhole ? new Float32Array(bytes.buffer) : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
