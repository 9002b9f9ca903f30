import { hash } from 'node:crypto';
import type { PoolClient } from 'pg';

const names = new Map<string, string>();

/**
 * Has the database plan a statement once for each connection instead of at each use, wherever exactly this text is run
 * with parameters. For the few statements that nearly every request runs; they must name their columns, since a plan
 * does not outlive a change of what it gives. Gives the text back.
 *
 * NOTE: PgBouncer in transaction mode keeps such plans from version 1.21 on, with `max_prepared_statements`. Under an
 * older one the texts are run as any other; see `DATABASE_PLANNED_STATEMENTS`.
 */
export function planOnce(text: string): string {
  // By what it says: under a pooler that mixes up connections a count could be another version's other statement.
  if (!names.has(text)) names.set(text, `confere_${hash('sha256', text, 'hex').slice(0, 32)}`);
  return text;
}

/** The name under which a text is to be planned; undefined for a text that was not given to `planOnce`. */
export function findPlanName(text: string): string | undefined {
  return names.get(text);
}

/** Makes a new connection run the texts of `planOnce` as named statements, whenever `isOn` says so. */
export function usePlannedStatements(client: PoolClient, isOn: () => boolean): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const queryPlanned = (...args: unknown[]): unknown => {
    const [text, values] = args;
    const name = typeof text === 'string' && Array.isArray(values) && isOn() ? names.get(text) : undefined;
    return name === undefined ? query(...args) : query({ name, text, values }, ...args.slice(2));
  };
  client.query = queryPlanned as typeof client.query;
}
