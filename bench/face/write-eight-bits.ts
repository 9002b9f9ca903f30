import { readFileSync, writeFileSync } from 'node:fs';
import { arrangeForRuntime } from '../../src/engine/convert/arrange-for-runtime.ts';
import { quantiseNetwork } from '../../src/engine/convert/quantise-network.ts';

const [network, form, target] = process.argv.slice(2) as [string, string, string];
writeFileSync(
  target,
  arrangeForRuntime(quantiseNetwork(readFileSync(network), JSON.parse(readFileSync(form, 'utf8')))),
);
