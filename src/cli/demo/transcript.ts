import type { Check } from './checks.ts';
import type { Exchange } from './exchange.ts';
import type { AttemptData, Comparison } from './observations.ts';

const requestWidth = 46;
/** Longer strings of an answer are cut: identifiers, addresses, signatures. */
const maxStringLength = 24;

/** Writes what happens as aligned lines, as it happens. */
export type Transcript = {
  heading(text: string): void;
  line(text: string): void;
  exchange(exchange: Exchange): void;
  /** The fields of an attempt as they were answered, long strings cut. */
  attempt(attempt: AttemptData): void;
  comparisons(comparisons: readonly Comparison[]): void;
  checks(checks: readonly Check[]): void;
};

export function createTranscript(write: (line: string) => void): Transcript {
  return {
    heading: (text) => write(`\n${text}`),
    line: (text) => write(`  ${text}`),
    exchange({ request, status, durationMs, shown }) {
      const answer = Object.keys(shown ?? {}).length === 0 ? '' : JSON.stringify(shown, shorten);
      const time = `${durationMs.toFixed(0)} ms`.padStart(8);
      const fitted = request.length > requestWidth ? `${request.slice(0, requestWidth - 1)}…` : request;
      write(`  ${fitted.padEnd(requestWidth)}  ${status}${time}  ${answer}`.trimEnd());
    },
    attempt(attempt) {
      for (const [name, value] of Object.entries(attempt)) {
        if (name === 'decision') continue;
        write(`    ${name.padEnd(19)} ${JSON.stringify(value, (key, it) => shorten(key, it, 60))}`);
      }
    },
    comparisons(comparisons) {
      const rows = comparisons.map(({ photo, isMatch, attempt, durationMs }) => [
        photo,
        String(isMatch),
        attempt?.faceMatch.similarity.toFixed(3) ?? 'none',
        attempt?.liveness.probability.toFixed(3) ?? 'none',
        String(attempt?.liveness.isAlive),
        durationMs.toFixed(0),
      ]);
      writeTable(write, [['photo', 'isMatch', 'similarity', 'liveness', 'isAlive', 'ms'], ...rows]);
    },
    checks(checks) {
      const rows = checks.map(({ isAsExpected, what, expected, got }) => [
        isAsExpected ? 'ok' : 'DIFFERS',
        what,
        `expected ${expected}`,
        `got ${got}`,
      ]);
      writeTable(write, rows);
    },
  };
}

function writeTable(write: (line: string) => void, rows: readonly (readonly string[])[]): void {
  const widths = rows[0]?.map((_cell, column) => Math.max(...rows.map((row) => row[column]!.length))) ?? [];
  for (const row of rows) {
    write(`  ${row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}`.trimEnd());
  }
}

function shorten(_key: string, value: unknown, maxLength = maxStringLength): unknown {
  if (typeof value === 'number' && !Number.isInteger(value)) return Math.round(value * 1000) / 1000;
  if (typeof value !== 'string') return value;
  return value.length > maxLength ? `${value.slice(0, maxLength - 12)}…` : value;
}
