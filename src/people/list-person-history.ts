import { type HistoryPage, listHistory } from '../profiles/index.ts';
import { type GetPersonDeps, getPerson } from './get-person.ts';

export type PersonHistory = HistoryPage & {
  /** The profile's id. */
  readonly id: string;
};

/**
 * Changes of a person's basic data and status, newest first; nothing for a person without an execution.
 *
 * Throws `request_invalid`, `profile_not_found` and `cursor_invalid`.
 */
export async function listPersonHistory(
  deps: GetPersonDeps,
  personId: string,
  query: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<PersonHistory> {
  const { id } = await getPerson(deps, personId);
  return { id, ...(await listHistory(deps, id, query)) };
}
