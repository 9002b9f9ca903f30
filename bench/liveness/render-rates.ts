import type { CollectedSample } from './collect.ts';
import { cutOut, species, strengths } from './simulate-recapture.ts';

export type JudgedSample = Pick<CollectedSample, 'set' | 'kind' | 'variant'> & {
  readonly probability: number;
};

/**
 * Error rates as ISO/IEC 30107-3 names them, as Markdown: APCER, attacks taken for genuine, by species and
 * strength; BPCER, genuine photos taken for attacks. With 95 % intervals (Wilson).
 */
export function renderRates(title: string, samples: readonly JudgedSample[], threshold: number): string {
  const isLive = ({ probability }: JudgedSample) => probability >= threshold;
  const genuine = samples.filter(({ kind }) => kind === 'genuine');
  const rows = [`### ${title}`, '', '| attacks | weak | medium | strong |', '|---|---|---|---|'];
  for (const kind of [...species, cutOut]) {
    const cells = strengths.map((strength) =>
      rate(
        samples.filter((sample) => sample.kind === kind && sample.variant === strength),
        isLive,
      ),
    );
    rows.push(`| APCER, ${kind} | ${cells.join(' | ')} |`);
  }
  rows.push('', '| genuine photos | BPCER |', '|---|---|');
  for (const set of new Set(genuine.map((sample) => sample.set))) {
    for (const variant of new Set(genuine.map((sample) => sample.variant))) {
      const part = genuine.filter((sample) => sample.set === set && sample.variant === variant);
      rows.push(`| ${set}, ${variant} | ${rate(part, (sample) => !isLive(sample))} |`);
    }
  }
  rows.push(`| all | ${rate(genuine, (sample) => !isLive(sample))} |`);
  const attacks = samples.filter(({ kind }) => kind !== 'genuine' && kind !== cutOut);
  rows.push('', '| BPCER set to | APCER of all attacks | worst species, all strengths |', '|---|---|---|');
  for (const share of [0.01, 0.02, 0.05, 0.1]) {
    const sorted = genuine.map(({ probability }) => probability).sort((a, b) => a - b);
    const at = sorted[Math.floor(share * sorted.length)] as number;
    const passed = (sample: JudgedSample) => sample.probability >= at;
    const worst = [...species, cutOut]
      .map((kind) => ({ kind, list: attacks.filter((sample) => sample.kind === kind) }))
      .map(({ kind, list }) => ({ kind, list, share: list.filter(passed).length / list.length }))
      .sort((a, b) => b.share - a.share)[0];
    const worstText = worst === undefined ? '' : `${worst.kind} ${rate(worst.list, passed)}`;
    rows.push(`| ${(100 * share).toFixed(0)} % | ${rate(attacks, passed)} | ${worstText} |`);
  }
  return `${rows.join('\n')}\n`;
}

function rate(list: readonly JudgedSample[], isError: (sample: JudgedSample) => boolean): string {
  if (list.length === 0) return '-';
  const errors = list.filter(isError).length;
  const [low, high] = wilson(errors, list.length);
  return `${percent(errors / list.length)} (${percent(low)} to ${percent(high)}; ${list.length})`;
}

function wilson(errors: number, count: number): [number, number] {
  const z = 1.96;
  const share = errors / count;
  const middle = share + z ** 2 / (2 * count);
  const spread = z * Math.sqrt((share * (1 - share)) / count + z ** 2 / (4 * count ** 2));
  const whole = 1 + z ** 2 / count;
  return [Math.max(0, (middle - spread) / whole), (middle + spread) / whole];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
