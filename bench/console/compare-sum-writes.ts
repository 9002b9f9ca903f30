import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { migrate, openDatabase } from '../../src/platform/db/index.ts';
import { createLogger } from '../../src/platform/log.ts';
import { createBenchDatabase } from '../service/bench-database.ts';
import { percentile } from '../service/percentile.ts';

/*
 * The price of sums of attempts for those who store attempts: nothing, a row in a list that a job reads, or the change
 * of the sums in the same statement. So many connections store attempts as fast as they can. Makes a database of its
 * own on the server of --url and drops it.
 */

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'postgres://postgres@127.0.0.1:5432/postgres' },
    writers: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
  },
});

const store = `insert into attempts (id, created_at, client_id, person_id, registered_image_id, received_image_id,
    similarity, is_face_match, liveness_probability, is_alive, is_match, decision, key_id, wrapped_key, ciphertext)
  values ('att_' || md5(random()::text), now(), 'cli_' || (random() * 9)::int, 'per_' || md5(random()::text), null, null,
    0.9, true, 0.9, true, true, '{"outcome": "match", "durationMs": 120}', 'key_1', '\\x00', '\\x00')
  returning id, client_id`;
const places = (count: number) => `array_fill(1, array[${count}])`;
const add = (column: string) =>
  `${column} = (select array_agg(a + b order by n) from unnest(attempt_sums.${column}, excluded.${column})
    with ordinality as u (a, b, n))`;
const ways = {
  'attempts only': store,
  'list of attempts to sum': `with made as (${store}) insert into attempts_to_sum select id from made`,
  'sums in the same statement': `with made as (${store})
    insert into attempt_sums select 'hour', date_trunc('hour', now()), client, '', 1, 1, 9000, 81000000, 1,
      ${places(5)}, ${places(20)}, ${places(98)}
    from (select client_id as client from made union all select '' from made) as clients order by client
    on conflict (client_id, level, starts_at, template_model) do update set attempts = attempt_sums.attempts + 1,
      ${add('outcomes')}, ${add('scores')}, ${add('times')}`,
};

async function storeFor(url: string, statement: string): Promise<readonly number[]> {
  const times: number[] = [];
  const end = performance.now() + Number(values.seconds) * 1_000;
  const writers = Array.from({ length: Number(values.writers) }, async () => {
    const client = new Client({ connectionString: url });
    await client.connect();
    while (performance.now() < end) {
      const begun = performance.now();
      await client.query(statement);
      times.push(performance.now() - begun);
    }
    await client.end();
  });
  await Promise.all(writers);
  return times;
}

const place = await createBenchDatabase(values.url);
try {
  const databaseUrl = place.variables.DATABASE_URL!;
  const open = await openDatabase({
    dataDir: place.dataDir,
    databaseUrl,
    logger: createLogger({ level: 'silent' }),
  });
  await migrate(open, fileURLToPath(new URL('../../migrations', import.meta.url)));
  await open.close();
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('alter table attempts drop constraint attempts_person_id_fkey');
  await client.end();
  console.log('| stored with each attempt | attempts a second | p50 ms | p95 ms | p99 ms |');
  console.log('|---|---|---|---|---|');
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const [name, statement] of Object.entries(ways)) {
      const times = await storeFor(databaseUrl, statement);
      const show = (share: number) => percentile([...times], share).toFixed(1);
      const rate = Math.round(times.length / Number(values.seconds));
      console.log(`| ${name} | ${rate} | ${show(0.5)} | ${show(0.95)} | ${show(0.99)} |`);
    }
  }
} finally {
  await place.remove();
}
