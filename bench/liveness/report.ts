/**
 * Error rates of what `collect.ts` judged, as Markdown, for each engine.
 *
 *   node bench/liveness/report.ts FILE.jsonl... [--threshold 0.3] [--engine package|both] [--surrounded]
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { fuseLiveness } from '../../src/engine/liveness/open-assessor.ts';
import type { CollectedSample } from './collect.ts';
import { renderRates } from './render-rates.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    threshold: { type: 'string', default: '0.3' },
    engine: { type: 'string', default: 'package' },
    surrounded: { type: 'boolean', default: false },
  },
});
const samples: CollectedSample[] = [];
for (const file of positionals) {
  for (const line of (await readFile(file, 'utf8')).trimEnd().split('\n')) samples.push(JSON.parse(line));
}
const judged = samples.map((sample) => ({ ...sample, probability: probabilityOf(sample) }));
console.log(renderRates(`${flags.engine} at ${flags.threshold}`, judged, Number(flags.threshold)));

/** As the engine makes it; with `--surrounded`, without a look at the face alone. */
function probabilityOf({ package: ofPackage, minifasnet, faceAlone }: CollectedSample): number {
  const ofFaceAlone = flags.surrounded ? 1 : faceAlone;
  if (flags.engine === 'package') return fuseLiveness([ofPackage], ofFaceAlone);
  if (minifasnet === undefined) throw new Error('These photos were not judged by MiniFASNet');
  return fuseLiveness([ofPackage, minifasnet], ofFaceAlone);
}
