import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { measurePeers } from './peers/measure-peers.ts';
import { measureProfileReads, type ProfileReadFigures } from './profiles/measure-reads.ts';
import { measureService, type ServiceFigures } from './service/measure-service.ts';
import { measureStart } from './service/measure-start.ts';
import { measureTokenCheck } from './service/measure-token-check.ts';
import { printReport } from './service/print-report.ts';

// npm run bench [-- --json]. With CONFERE_BENCH_DATABASE_URL (a PostgreSQL superuser), on PostgreSQL as well.
// npm run bench -- --peers [--photos <folder>] [--most 200] measures comparable engines instead, see bench/peers.
const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    photos: { type: 'string' },
    most: { type: 'string', default: '200' },
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

if (values.peers) await comparePeers();
else await measureAll();

async function comparePeers(): Promise<void> {
  const { photos, most } = values;
  const report = await measurePeers({ ...(photos !== undefined && { photos }), most: Number(most), say });
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
  const start = await measureStart(say);
  const services: ServiceFigures[] = [
    await measureService({ database: 'embedded', serverUrl: undefined, say }),
  ];
  const profileReads: ProfileReadFigures[] = [
    await measureProfileReads({ database: 'embedded', serverUrl: undefined, say }),
  ];
  const serverUrl = process.env.CONFERE_BENCH_DATABASE_URL;
  if (serverUrl !== undefined) {
    services.push(await measureService({ database: 'postgres', serverUrl, say }));
    profileReads.push(await measureProfileReads({ database: 'postgres', serverUrl, say }));
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
