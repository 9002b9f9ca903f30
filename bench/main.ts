import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { measurePeers } from './peers/measure-peers.ts';
import { measureProfileReads, type ProfileReadFigures } from './profiles/measure-reads.ts';
import { measureScreening, printScreening } from './screening/measure.ts';
import { measureService, type ServiceFigures } from './service/measure-service.ts';
import { measureStart } from './service/measure-start.ts';
import { measureTokenCheck } from './service/measure-token-check.ts';
import { printReport } from './service/print-report.ts';

// npm run bench [-- --json]. With CONFERE_BENCH_DATABASE_URL (a PostgreSQL superuser), on PostgreSQL as well;
// --database postgres or --database embedded for one of them.
// npm run bench -- --screening [--people 200000] measures the screening of names against lists instead, without any database.
// npm run bench -- --peers [--photos <folder>] [--most 200] measures comparable engines instead, see bench/peers.
const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    database: { type: 'string' },
    peers: { type: 'boolean', default: false },
    photos: { type: 'string' },
    most: { type: 'string', default: '200' },
    screening: { type: 'boolean', default: false },
    people: { type: 'string', default: '200000' },
  },
});

const say = (text: string) => void (values.json || process.stderr.write(`${text}\n`));
const machine = {
  cores: availableParallelism(),
  processor: cpus()[0]?.model ?? 'unknown',
  memoryGb: Math.round(totalmem() / 1e9),
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  loadAverageBefore: loadavg()[0]!,
};
const started = performance.now();

if (values.screening) await screen();
else if (values.peers) await comparePeers();
else await measureAll();

async function screen(): Promise<void> {
  const figures = await measureScreening(say, Number(values.people));
  if (values.json) return console.log(JSON.stringify({ machine, ...figures }, null, 2));
  printScreening(figures);
}

async function comparePeers(): Promise<void> {
  const { photos, most } = values;
  const report = await measurePeers({
    ...(photos !== undefined && { photos }),
    most: Number(most),
    say,
  });
  if (values.json) return console.log(JSON.stringify({ machine, ...report }, null, 2));
  console.log(`${machine.processor}, load average before: ${machine.loadAverageBefore.toFixed(1)}`);
  console.log(
    `${report.photos} photos, ${report.pairs} pairs; times by one thread each, rates as each engine comes`,
  );
  for (const { name, medianMs, timesOurs, perSecond, withoutFace, accuracy } of report.engines) {
    const right = accuracy === undefined ? '' : `, ${(accuracy * 100).toFixed(2)} % of pairs right`;
    console.log(
      `${name.padEnd(10)} ${medianMs.toFixed(1)} ms a photo, ${timesOurs.toFixed(1)} times ours, ${perSecond.toFixed(1)} a second, ${withoutFace} without a face${right}`,
    );
  }
}

async function measureAll(): Promise<void> {
  const places = listDatabases(values.database, process.env.CONFERE_BENCH_DATABASE_URL);
  const start = await measureStart(say);
  const services: ServiceFigures[] = [];
  const profileReads: ProfileReadFigures[] = [];
  for (const place of places) {
    services.push(await measureService({ ...place, say }));
    profileReads.push(await measureProfileReads({ ...place, say }));
  }
  const report = {
    machine,
    start,
    services,
    profileReads,
    tokenCheck: await measureTokenCheck(),
    seconds: Math.round((performance.now() - started) / 1000),
  };
  if (values.json) console.log(JSON.stringify(report, null, 2));
  else printReport(report);
}

/** The databases to measure on: those that there are, or the one that was asked for. */
function listDatabases(asked: string | undefined, serverUrl: string | undefined) {
  const all = [
    { database: 'embedded', serverUrl: undefined } as const,
    ...(serverUrl === undefined ? [] : [{ database: 'postgres', serverUrl } as const]),
  ];
  const places = all.filter(({ database }) => asked === undefined || database === asked);
  if (places.length === 0)
    throw new Error('--database is embedded, or postgres with CONFERE_BENCH_DATABASE_URL');
  return places;
}
