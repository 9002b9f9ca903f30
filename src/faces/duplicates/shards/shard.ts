import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';

/** The part of the registered faces that one process holds: the `number`-th of `count`, from 1 on. */
export type Shard = { readonly number: number; readonly count: number };

/** A shard as settings and messages write it: `1/2`. */
export function nameShard({ number, count }: Shard): string {
  return `${number}/${count}`;
}

/** True if a face belongs to the shard, by the first 32 bits of the SHA-256 of its id. */
export function isInShard(faceId: string, { number, count }: Shard): boolean {
  return createHash('sha256').update(faceId).digest().readUInt32BE(0) % count === number - 1;
}

/** The same as a condition on `faces.id`. */
export function inShard({ number, count }: Shard): RawBuilder<boolean> {
  return sql<boolean>`
    ('x' || substr(encode(sha256(convert_to(id, 'UTF8')), 'hex'), 1, 8))::bit(32)::bigint % ${sql.lit(count)}
      = ${sql.lit(number - 1)}`;
}
