import { parseArgs } from 'node:util';
import { generateRegistry } from './generate-registry.ts';

// node bench/registry/generate.ts --to DIR [--companies N] [--seed N] [--quirks SHARE] [--month YYYY-MM] [--parts N]
const { values } = parseArgs({
  options: {
    to: { type: 'string' },
    companies: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    quirks: { type: 'string', default: '0.001' },
    month: { type: 'string', default: '2026-04' },
    parts: { type: 'string', default: '10' },
  },
});
if (values.to === undefined) throw new TypeError('Say where to write the archives: --to DIR');
const rows = await generateRegistry({
  directory: values.to,
  companies: Number(values.companies),
  seed: Number(values.seed),
  quirkShare: Number(values.quirks),
  month: values.month,
  parts: Number(values.parts),
});
console.log(JSON.stringify(rows));
