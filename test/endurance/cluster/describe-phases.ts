import type { Sample } from './cluster-load.ts';
import type { Truth } from './watch-readiness.ts';

/** A table in Markdown: requests, share of errors, times and readiness of each phase. */
export function describePhases(
  phases: readonly string[],
  samples: readonly Sample[],
  truths: ReadonlyMap<string, Truth>,
): string {
  const rows = phases.map((phase) => {
    const own = samples.filter((sample) => sample.phase === phase);
    const failed = own.filter(({ status }) => status === 0 || status >= 400);
    const times = own.map(({ ms }) => ms).sort((a, b) => a - b);
    const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
    const codes = Object.entries(
      Object.groupBy(failed, ({ status, code }) => `${status || 'no answer'} ${code}`),
    )
      .sort(([, a = []], [, b = []]) => b.length - a.length)
      .map(([code, those = []]) => `${code.trim()}: ${those.length}`);
    const truth = truths.get(phase);
    return [
      phase,
      own.length,
      `${((100 * failed.length) / Math.max(own.length, 1)).toFixed(1)} %`,
      at(0.5),
      at(0.99),
      ((truth?.longestUntruthMs ?? 0) / 1_000).toFixed(1),
      codes.join(', '),
    ];
  });
  const heads = [
    'phase',
    'requests',
    'errors',
    'median, ms',
    'p99, ms',
    'readiness untrue, s',
    'errors by code',
  ];
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
