import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { measureService, type ServiceFigures } from './service/measure-service.ts';
import { measureTokenCheck } from './service/measure-token-check.ts';
import { printReport } from './service/print-report.ts';

// npm run bench [-- --json]. With CONFERE_BENCH_DATABASE_URL (a PostgreSQL superuser), on PostgreSQL as well.
const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });

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
const services: ServiceFigures[] = [
  await measureService({ database: 'embedded', serverUrl: undefined, say }),
];
const serverUrl = process.env.CONFERE_BENCH_DATABASE_URL;
if (serverUrl !== undefined) {
  services.push(await measureService({ database: 'postgres', serverUrl, say }));
}
const report = {
  machine,
  services,
  tokenCheck: await measureTokenCheck(),
  seconds: Math.round((performance.now() - started) / 1000),
};
if (values.json) console.log(JSON.stringify(report, null, 2));
else printReport(report);
