import type { Check } from './checks.ts';
import type { Exchange } from './exchange.ts';
import type { Comparison } from './observations.ts';

const requestWidth = 48;
const maxStringLength = 60;

export type Transcript = {
  heading(text: string): void;
  line(text: string): void;
  exchange(exchange: Exchange): void;
  /** The fields of something that was answered, one a line. */
  fields(answered: object): void;
  comparisons(comparisons: readonly Comparison[]): void;
  checks(checks: readonly Check[]): void;
};

/** A transcript that hands each line to `write`. Identifiers and long strings are cut. */
export function createTranscript(write: (line: string) => void): Transcript {
  return {
    heading: (text) => write(`\n${text}`),
    line: (text) => write(`  ${text}`),
    exchange({ request, note, status, durationMs, shown, isQuiet }) {
      if (isQuiet) return;
      const asked = `${cutIds(request)}${note === undefined ? '' : ` (${note})`}`;
      const answer = Object.keys(shown ?? {}).length === 0 ? '' : JSON.stringify(shown, cut);
      write(
        `  ${asked.padEnd(requestWidth)}  ${status}${`${durationMs.toFixed(0)} ms`.padStart(8)}  ${answer}`,
      );
    },
    fields(answered) {
      for (const [name, value] of Object.entries(answered)) {
        write(`    ${name.padEnd(20)}${JSON.stringify(value, cut)}`);
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
      write('');
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

function cut(_key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isInteger(value)) return Math.round(value * 1000) / 1000;
  if (typeof value !== 'string') return value;
  const short = cutIds(value);
  return short.length > maxStringLength ? `${short.slice(0, maxStringLength - 1)}…` : short;
}

/** The ids of one run begin alike, so it is their ends that are kept. */
function cutIds(text: string): string {
  return text.replaceAll(/\b([a-z]{3}_)?[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){4}([0-9a-f]{8})\b/g, '$1…$2');
}
