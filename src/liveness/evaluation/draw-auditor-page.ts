import { describeLevelOne, nameOfInstrument, percent } from './describe-evaluation.ts';
import type { SequenceEvaluation } from './evaluate-sequences.ts';

/** A page of its own for an auditor: the table, what was judged and how, and the outcome of every sequence. */
export function drawAuditorPage(evaluation: SequenceEvaluation, at: Date): string {
  const { bonaFide, species, instruments, judged, engine } = evaluation;
  const rate = (share: number | null, interval: readonly [number, number] | null) =>
    share === null || interval === null
      ? ['-', '-']
      : [percent(share), `${percent(interval[0])} to ${percent(interval[1])}`];
  const rows = [
    [
      'live people',
      'BPCER',
      bonaFide.sequences,
      bonaFide.refused,
      ...rate(bonaFide.bpcer, bonaFide.interval),
    ],
    ...species.map(({ name, sequences, passed, apcer, interval }) => [
      name,
      'APCER',
      sequences,
      passed,
      ...rate(apcer, interval),
    ]),
  ];
  const byInstrument = instruments.map((one) => [
    nameOfInstrument(one).name,
    one.label === 'live' ? 'BPCER' : 'APCER',
    one.sequences,
    one.wrong,
    ...rate(one.rate, one.interval),
  ]);
  const outcomes = judged.map(({ name, label, species, instrument, outcome, reasons, probability }) => [
    name,
    label,
    species,
    instrument,
    outcome,
    probability.toFixed(3),
    reasons.join(', '),
  ]);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Liveness on recorded sequences</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #14211d; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0 2rem; }
th, td { border-bottom: 1px solid #7a8a84; padding: 0.3rem 0.6rem; text-align: left; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
</style>
</head>
<body>
<h1>Liveness on recorded sequences</h1>
<p>Judged on ${at.toISOString()} by the rules of liveness sessions and the passive engine ${escapeHtml(engine)}.</p>
<p>The turns that a sequence shows count as the turns that were asked. Times are not judged. A sequence without a face
or without a turn does not pass. Terms are those of ISO/IEC 30107-3: APCER is the share of attacks of one species that
pass, BPCER is the share of live sequences that do not. Intervals are 95 % (Wilson), for sequences independent of each
other. This page is no evaluation by a laboratory.</p>
${drawTable(['shown', 'rate', 'sequences', 'wrong', 'share', '95 %'], rows)}
${instruments.length === 0 ? '' : `<h2>By instrument</h2>\n${drawTable(['shown with', 'rate', 'sequences', 'wrong', 'share', '95 %'], byInstrument)}`}
${describeLevelOne(evaluation)
  .map((line) => `<p>${escapeHtml(line)}.</p>`)
  .join('\n')}
<h2>Every sequence</h2>
${drawTable(['sequence', 'label', 'species', 'instrument', 'outcome', 'probability', 'reasons'], outcomes)}
</body>
</html>
`;
}

function drawTable(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number) =>
    typeof value === 'number' ? `<td class="number">${value}</td>` : `<td>${escapeHtml(value)}</td>`;
  return [
    '<table>',
    `<thead><tr>${header.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead>`,
    '<tbody>',
    ...rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`),
    '</tbody>',
    '</table>',
  ].join('\n');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`);
}
