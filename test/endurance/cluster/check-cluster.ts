import type { Client } from 'pg';
import type { Load } from './cluster-load.ts';

/** What was looked for and what is wrong, without personal data. */
export type ClusterCheck = { readonly checked: number; readonly found: readonly string[] };

/**
 * Looks for everything the service answered for: each attempt with both photos, each registration, and for each key one
 * attempt or execution in the database and one event.
 */
export async function checkCluster(options: {
  readonly url: string;
  readonly token: string;
  readonly load: Load;
  /** Keys of executions that may or may not have been begun. */
  readonly watched: ReadonlySet<string>;
  readonly database: Client;
}): Promise<ClusterCheck> {
  const { url, token, load, watched, database } = options;
  const found: string[] = [];
  let checked = 0;
  const headers = { authorization: `Bearer ${token}` };
  const count = async (sql: string) => Number((await database.query(sql)).rows[0].count);

  for (const [what, answers] of [
    ['attempt', load.attempts],
    ['execution', load.executions],
  ] as const) {
    for (const ids of answers.values()) {
      checked += 1;
      if (ids.size !== 1) found.push(`a key was answered with ${ids.size} ${what}s`);
    }
  }
  const attempts = await count('select count(*) from attempts');
  if (attempts !== load.attempts.size) found.push(`${load.attempts.size} keys made ${attempts} attempts`);
  // The last events may still wait to be published.
  const events = await count(`select count(distinct id) from
    (select id, type from events union all select id, type from event_outbox) each where type = 'attempt.made'`);
  if (events !== attempts) found.push(`${attempts} attempts made ${events} events`);
  const executions = await count('select count(*) from executions');
  const [least, most] = [load.executions.size, load.executions.size + watched.size];
  if (executions < least || executions > most) {
    found.push(`${least} to ${most} keys made ${executions} executions`);
  }
  for (const ids of load.attempts.values()) {
    for (const id of ids) {
      checked += 1;
      const response = await fetch(`${url}/v1/face-authentications/${id}`, { headers });
      if (response.status !== 200) {
        found.push(`attempt ${id} answers ${response.status}`);
        continue;
      }
      const data = (await response.json()) as Readonly<Record<string, unknown>>;
      for (const name of ['registeredImageUrl', 'receivedImageUrl']) {
        const photo = await fetch(String(data[name]));
        if (photo.status !== 200) found.push(`${name} of attempt ${id} answers ${photo.status}`);
        await photo.arrayBuffer();
      }
    }
  }
  for (const cpf of load.registered) {
    checked += 1;
    const response = await fetch(`${url}/v1/people/${cpf}/face`, { headers });
    if (response.status !== 200) found.push(`a registered face answers ${response.status}`);
    await response.arrayBuffer();
  }
  return { checked, found };
}
