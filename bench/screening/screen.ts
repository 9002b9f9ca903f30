import { parseArgs } from 'node:util';
import { drawBrazilian } from './draw-names.ts';
import { measureDocuments, measureFalseAlarms, measureRecall, prepare } from './measure.ts';

// node --expose-gc bench/screening/screen.ts [--people 1000000] [--recall 3000] [--json]
// Screens generated people against generated lists: time of one, false alarms, recall by kind of alteration.
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '1000000' },
    recall: { type: 'string', default: '3000' },
    json: { type: 'boolean', default: false },
  },
});

const before = process.memoryUsage();
const started = performance.now();
const { random, lists, index } = await prepare(20);
const builtMs = performance.now() - started;
globalThis.gc?.();
const heldMb = (process.memoryUsage().rss - before.rss) / 1e6;

const times = new Float64Array(50_000);
for (let at = 0; at < times.length; at += 1) {
  const { name, birthDate } = drawBrazilian(random);
  const from = performance.now();
  index.screen({ kind: 'person', names: [name], births: [{ from: birthDate, to: birthDate }] });
  times[at] = performance.now() - from;
}
times.sort();
const listed = new Float64Array(5_000);
for (let at = 0; at < listed.length; at += 1) {
  const { entry, birthDate } = lists.people[at]!;
  const from = performance.now();
  index.screen({ kind: 'person', names: [entry.name], births: [{ from: birthDate, to: birthDate }] });
  listed[at] = performance.now() - from;
}
listed.sort();
const percentile = (sorted: Float64Array, share: number) => sorted[Math.floor(sorted.length * share)]!;

const sample = lists.people.slice(0, Number(values.recall));
const recall = measureRecall(index, sample, random);
const documents = measureDocuments(index, sample);
const count = Number(values.people);
const screeningFrom = performance.now();
const alarms = measureFalseAlarms(index, count, random);
const perPersonMs = (performance.now() - screeningFrom) / (2 * count);

const report = {
  entries: index.entryCount,
  names: index.nameCount,
  builtMs,
  heldMb,
  brazilianMs: { p50: percentile(times, 0.5), p95: percentile(times, 0.95), p99: percentile(times, 0.99) },
  listedMs: { p50: percentile(listed, 0.5), p95: percentile(listed, 0.95), p99: percentile(listed, 0.99) },
  perPersonMs,
  millionMinutesOnTwoCores: (perPersonMs * 1e6) / 2 / 60_000,
  documents,
  recall,
  alarms,
};
if (values.json) console.log(JSON.stringify(report, null, 2));
else {
  console.log({ ...report, recall: undefined });
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  for (const { alteration, tried, withDate, withYear, nameOnly } of recall) {
    console.log(
      `| ${alteration} | ${tried} | ${percent(withDate)} | ${percent(withYear)} | ${percent(nameOnly)} |`,
    );
  }
  console.log(`documents ${percent(documents)}`);
}
