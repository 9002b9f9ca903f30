import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';

/** Takes every connection that PostgreSQL gives, those of the service too, and holds them for a phase. */
export async function exhaustConnections(connect: () => Promise<Client>, durationMs: number): Promise<void> {
  const held: Client[] = [];
  const take = async () => {
    for (;;) {
      try {
        held.push(await connect());
      } catch {
        return;
      }
    }
  };
  await take();
  await held[0]!.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'confere'`,
  );
  const until = performance.now() + durationMs;
  while (performance.now() < until) {
    await take();
    await delay(200);
  }
  await Promise.all(held.map((client) => client.end()));
}
