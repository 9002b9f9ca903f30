/**
 * Error rates of what `collect.ts` judged, as Markdown, for each engine.
 *
 *   node bench/liveness/report.ts FILE.jsonl... [--threshold 0.3] [--engine package|minifasnet|both]
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { CollectedSample } from './collect.ts';
import { renderRates } from './render-rates.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    threshold: { type: 'string', default: '0.3' },
    engine: { type: 'string', default: 'package' },
  },
});
const samples: CollectedSample[] = [];
for (const file of positionals) {
  for (const line of (await readFile(file, 'utf8')).trimEnd().split('\n')) samples.push(JSON.parse(line));
}
const judged = samples.map((sample) => ({ ...sample, probability: probabilityOf(sample) }));
console.log(renderRates(`${flags.engine} at ${flags.threshold}`, judged, Number(flags.threshold)));

/** As the engine makes it: of both, the mean. */
function probabilityOf({ package: ofPackage, minifasnet }: CollectedSample): number {
  if (flags.engine === 'package') return ofPackage;
  if (minifasnet === undefined) throw new Error('These photos were not judged by MiniFASNet');
  return flags.engine === 'both' ? (ofPackage + minifasnet) / 2 : minifasnet;
}
