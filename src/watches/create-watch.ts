import { createHmac } from 'node:crypto';
import { RequestError } from '../platform/errors.ts';
import { createId, isId } from '../platform/ids.ts';
import { chooseQueryTemplate } from '../profiles/index.ts';
import { watchIdKind } from './declarations.ts';
import { WatchError } from './errors.ts';
import type { Watch, WatchDeps, WatchDocument } from './types.ts';
import { countWatches, deleteWatches, findWatch, insertWatch } from './watches-store.ts';

export type NewWatch = Pick<Watch, 'clientId' | 'document' | 'templateId' | 'intervalDays'> & {
  readonly isOnRegistryChange: boolean;
};

const mostWatches = 250_000;

/**
 * A new watch, due at once: its first execution is what later ones are compared with. With `isOnRegistryChange` it is due
 * again whenever the registry answers from another month.
 *
 * Rejects with `request_invalid`, `watch_exists`, `watches_full`, `query_template_not_found` and
 * `query_template_subject_wrong`.
 */
export async function createWatch(deps: WatchDeps, request: NewWatch): Promise<Watch> {
  const { clientId, document, templateId, intervalDays, isOnRegistryChange } = request;
  const subject = 'cpf' in document ? 'person' : 'company';
  const isClear = (intervalDays === undefined) === isOnRegistryChange;
  if (!isClear)
    throw RequestError.at('body/intervalDays', 'must be sent, or isOnRegistryChange as true; not both');
  if (isOnRegistryChange && subject === 'person') {
    throw RequestError.at('body/isOnRegistryChange', 'is for companies only; send intervalDays');
  }
  if ((await countWatches(deps.db, clientId)) >= mostWatches) throw new WatchError('watches_full');
  const { dataMonth } = await deps.profiles.registry(deps.db);
  return await deps.db.transaction().execute(async (tx) => {
    await chooseQueryTemplate(tx, subject, templateId);
    const createdAt = deps.clock.now();
    const watch: Watch = {
      id: createId(watchIdKind, createdAt.getTime()),
      clientId,
      subject,
      document,
      templateId,
      intervalDays,
      createdAt,
      profileId: undefined,
      dueAt: createdAt,
      lastExecutionId: undefined,
      lastRunAt: undefined,
      lastOutcome: undefined,
    };
    const isNew = await insertWatch(tx, deps.cipher, watch, indexOf(deps, document), dataMonth);
    if (!isNew) throw new WatchError('watch_exists');
    return watch;
  });
}

/** The value that rows about a subject are found by: of a person that of table `people`. */
export function indexOf(
  { cpfIndex, key }: Pick<WatchDeps, 'cpfIndex' | 'key'>,
  document: WatchDocument,
): Uint8Array {
  if ('cpf' in document) return cpfIndex(document.cpf);
  return createHmac('sha256', key).update(`cnpj\0${document.cnpj}`).digest();
}

/** A watch of the client, or of any when none is named. Rejects with `watch_not_found`. */
export async function getWatch(deps: WatchDeps, id: string, clientId: string | undefined): Promise<Watch> {
  const watch = isId(watchIdKind, id) ? await findWatch(deps.db, deps.cipher, id, clientId) : undefined;
  if (watch === undefined) throw new WatchError('watch_not_found');
  return watch;
}

/** Ends a watch of the client; an execution under way goes on. Rejects with `watch_not_found`. */
export async function removeWatch(deps: WatchDeps, id: string, clientId: string): Promise<Watch> {
  const watch = await getWatch(deps, id, clientId);
  await deleteWatches(deps.db, { id });
  return watch;
}
