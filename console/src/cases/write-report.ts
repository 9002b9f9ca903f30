import type { components } from '../api/schema.ts';

type Statistics = components['schemas']['CaseStatistics'];
type Row = {
  readonly opened?: number;
  readonly decided?: number;
  readonly overdue?: number;
  readonly medianHours?: number;
  readonly p90Hours?: number;
};

/**
 * The figures as a CSV file (RFC 4180), for a spreadsheet: a line for each week, kind, outcome and person. A name that a
 * spreadsheet would take for a formula begins with an apostrophe.
 */
export function writeReport({ weeks, kinds, outcomes, actors }: Statistics): string {
  const lines = [
    'group,name,opened,decided,overdue,median_hours,p90_hours',
    ...weeks.map(({ monday, ...row }) => lineOf('week', monday, row)),
    ...kinds.map(({ kind, ...row }) => lineOf('kind', kind, row)),
    ...outcomes.map(({ outcome, ...row }) => lineOf('outcome', outcome, row)),
    ...actors.map(({ actor, ...row }) => lineOf(actor.kind, actor.name ?? actor.id ?? '', row)),
  ];
  return lines.map((line) => `${line}\r\n`).join('');
}

function lineOf(group: string, name: string, row: Row): string {
  const figures = [row.opened, row.decided, row.overdue, row.medianHours, row.p90Hours];
  const safe = /^[=+\-@\t\r]/.test(name) ? `'${name}` : name;
  return [
    group,
    quote(safe),
    ...figures.map((figure) => (figure === undefined ? '' : String(round(figure)))),
  ].join();
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function round(figure: number): number {
  return Math.round(figure * 100) / 100;
}
