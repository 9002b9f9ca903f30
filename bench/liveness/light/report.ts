import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { wilson } from '../../../src/engine/index.ts';
import { drawSteps } from '../../../src/liveness/draw-steps.ts';
import { lightRules, measureLight } from '../../../src/liveness/measure-light.ts';
import type { LightColour } from '../../../src/liveness/types.ts';
import { createSeededRandom } from '../../seeded-random.ts';
import type { LitSession } from './collect.ts';

// node bench/liveness/light/report.ts frames.jsonl [--orders 20]
// Judges collected sessions by the rules of the service, also as answers to other orders of colours.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { orders: { type: 'string', default: '20' } },
});
const sessions = positionals.flatMap((file) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LitSession),
);
const random = createSeededRandom('orders of colours');
const bySpecies = Map.groupBy(sessions, ({ species }) => species);
console.log(`${new Set(sessions.map(({ person }) => person)).size} people`, lightRules);
for (const [species, own] of bySpecies) {
  report(
    species,
    own.map((session) => measure(session, session.shown)),
  );
}
for (const [species, own] of bySpecies) {
  const others = own.flatMap((session) =>
    Array.from({ length: Number(values.orders) }, () => measure(session, drawOther(session.shown))),
  );
  report(`${species}, another order`, others);
}

function measure({ colours }: LitSession, shown: readonly LightColour[]) {
  return measureLight(shown.map((colour, index) => ({ colour, colours: colours[index] ?? undefined })));
}

function drawOther(shown: readonly LightColour[]): readonly LightColour[] {
  for (;;) {
    const steps = drawSteps((count) => Math.floor(random() * count), 'turns_and_light');
    const drawn = steps.flatMap(({ colour }) => colour ?? []);
    if (drawn.join() !== shown.join()) return drawn;
  }
}

function report(name: string, measured: readonly ReturnType<typeof measure>[]): void {
  const count = (outcome: string) => measured.filter((each) => each.outcome === outcome).length;
  const interval = wilson(count('answered'), measured.length);
  const middle = (pick: (each: (typeof measured)[number]) => number | undefined) => {
    const sorted = measured.flatMap((each) => pick(each) ?? []).sort((a, b) => a - b);
    return [0.05, 0.5, 0.95].map((share) => sorted[Math.floor(sorted.length * share)]?.toFixed(3)).join(' ');
  };
  console.log(
    `${name}: answered ${count('answered')}, unclear ${count('unclear')}, wrong ${count('wrong')} of ${measured.length}`,
    `(answered ${JSON.stringify(interval)})`,
    `strength ${middle(({ strength }) => strength)}; agreement ${middle(({ agreement }) => agreement)}`,
  );
}
