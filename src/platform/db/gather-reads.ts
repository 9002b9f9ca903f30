import { CompiledQuery } from 'kysely';
import { mayReadReplica } from './follow-replica.ts';
import { planOnce } from './named-statements.ts';
import type { Db } from './types.ts';

/** Keys of one statement at most. */
const largestGroup = 200;

/**
 * Reads one row by a key, or nothing. What is asked for in one turn of the event loop is read together, in one
 * statement that is planned once: a server with many requests at a time then asks its database a few times instead of
 * many, and nobody waits for more than the others' requests to be taken in. A row is as new as that statement, which
 * begins after it was asked for; when the statement fails, it fails for all who asked.
 *
 * `selectOne` selects the row of the key `wanted.key`, a text; columns of the name `key` are not for it to give.
 *
 * @example
 * const readName = gatherReads<{ readonly name: string }>('select name from people where id = wanted.key');
 * const row = await readName(db, 'person_1');
 */
export function gatherReads<Row extends object>(
  selectOne: string,
): (db: Db, key: string) => Promise<Row | undefined> {
  // The limit keeps the planner from reading whole tables to join them: one look at an index for each key.
  const text = planOnce(`select wanted.key, found.* from unnest($1::text[]) as wanted (key)
    cross join lateral (${selectOne} limit 1) as found`);
  type Group = Map<string, PromiseWithResolvers<Row | undefined>>;
  // Reads for the replica and reads for the primary are not gathered together.
  const gatheringOf = { primary: new WeakMap<Db, Group>(), replica: new WeakMap<Db, Group>() };

  async function send(db: Db, group: Group): Promise<void> {
    try {
      const { rows } = await db.executeQuery<Row & { readonly key: string }>(
        CompiledQuery.raw(text, [[...group.keys()]]),
      );
      for (const row of rows) group.get(row.key)!.resolve(row);
      for (const { resolve } of group.values()) resolve(undefined);
    } catch (error) {
      for (const { reject } of group.values()) reject(error);
    }
  }

  function begin(db: Db, gathering: WeakMap<Db, Group>): Group {
    const group: Group = new Map();
    gathering.set(db, group);
    setImmediate(() => {
      if (gathering.get(db) === group) gathering.delete(db);
      void send(db, group);
    });
    return group;
  }

  return (db, key) => {
    const gathering = gatheringOf[mayReadReplica() ? 'replica' : 'primary'];
    let group = gathering.get(db);
    if (group === undefined || group.size >= largestGroup) group = begin(db, gathering);
    let wanted = group.get(key);
    if (wanted === undefined) {
      wanted = Promise.withResolvers();
      group.set(key, wanted);
    }
    return wanted.promise;
  };
}
