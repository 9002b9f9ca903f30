import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/types.ts';
import { recordEvent } from '../platform/events/index.ts';
import { livenessSessionEnded } from './declarations.ts';
import type { LivenessReason, LivenessSession, LivenessState } from './types.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    liveness_sums: {
      /** Of the end of the sessions, by UTC. */
      day: string;
      state: LivenessState;
      /** Empty: all sessions of the row's other members; else those that failed for this reason, among others. */
      reason: LivenessReason | '';
      /** Which try of a person it was: 1 to 3, and 4 for every later one. */
      try: number;
      /** Empty where the page or app did not tell. */
      camera: string;
      app_version: string;
      sessions: number;
    };
  }
}

/**
 * Counts a session that ended, if it showed a step and is no test. Its try: one more than those of the same CPF, or else
 * of the same device, in the 24 hours before that did not pass, since the last one that did.
 */
export async function countEnd(tx: Tx, sessionId: string, at: Date): Promise<void> {
  await sql`
    with session as (
      select * from liveness_sessions where id = ${sessionId} and tried_at is not null and test is null
    ), earlier as (
      select earlier.state, earlier.tried_at from session join liveness_sessions earlier
        on (earlier.cpf_index = session.cpf_index
          or (session.cpf_index is null and earlier.device_index = session.device_index))
        and earlier.tried_at < session.tried_at and earlier.tried_at > session.tried_at - interval '24 hours'
        and earlier.test is null
    ), ended as (
      select state, coalesce(camera, '') as camera, coalesce(app_version, '') as app_version,
        coalesce(verdict -> 'reasons', '[]') as reasons,
        least(4, 1 + (
          select count(*) from earlier where state <> 'passed' and tried_at >
            coalesce((select max(tried_at) from earlier where state = 'passed'), '-infinity')
        )) as try
      from session
    )
    insert into liveness_sums (day, state, reason, try, camera, app_version, sessions)
    select (${at}::timestamptz at time zone 'UTC')::date, state, reason, try, camera, app_version, 1
    from ended cross join lateral (
      select '' as reason union select jsonb_array_elements_text(reasons)
    ) as reasons
    order by reason
    on conflict (day, state, reason, try, camera, app_version)
      do update set sessions = liveness_sums.sessions + 1`.execute(tx);
}

/** Deletes the sums of days before one, `2026-02-01`. */
export async function deleteOldSums(db: Db, before: string): Promise<void> {
  await sql`delete from liveness_sums where day < ${before}::date`.execute(db);
}

/**
 * Tells the client that its session ended, and counts it, in the transaction that has written its end. A test has no
 * client to tell, and counts nowhere.
 */
export async function tellOfEnd(
  tx: Tx,
  { id: livenessSessionId, clientId, test }: Pick<LivenessSession, 'id' | 'clientId' | 'test'>,
  at: Date,
): Promise<void> {
  if (test !== undefined) return;
  await countEnd(tx, livenessSessionId, at);
  await recordEvent(tx, livenessSessionEnded, { livenessSessionId }, { at, clientId });
}
