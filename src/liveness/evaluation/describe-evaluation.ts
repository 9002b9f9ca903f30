import type { SequenceEvaluation } from './evaluate-sequences.ts';

/** The error rate of what one row of a table shows. */
type RateRow = {
  readonly name: string;
  readonly metric: 'BPCER' | 'APCER';
  readonly sequences: number;
  readonly wrong: number;
  readonly rate: number | null;
  readonly interval: readonly [number, number] | null;
};

function listRates({ bonaFide, species }: SequenceEvaluation): readonly RateRow[] {
  const { refused: wrong, bpcer: rate, ...live } = bonaFide;
  return [
    { ...live, name: 'live', metric: 'BPCER', wrong, rate },
    ...species.map(({ passed, apcer, ...attacks }): RateRow => {
      return { ...attacks, metric: 'APCER', wrong: passed, rate: apcer };
    }),
  ];
}

/** Those of instruments, each with what it is used for. */
function listInstrumentRates({ instruments }: SequenceEvaluation): readonly RateRow[] {
  return instruments.map(({ label, species, instrument, ...counts }) => ({
    ...counts,
    name: `${label === 'live' ? 'live' : species}: ${instrument}`,
    metric: label === 'live' ? 'BPCER' : 'APCER',
  }));
}

function rangeOf([low, high]: readonly [number, number]): string {
  return `${percent(low)} to ${percent(high)}`;
}

/** The figures in lines for people. */
export function describeEvaluation(evaluation: SequenceEvaluation): readonly string[] {
  const rates = listRates(evaluation);
  const instruments = listInstrumentRates(evaluation);
  const species = rates.slice(1);
  const wide = Math.max(22, ...[...species, ...instruments].map(({ name }) => name.length)) + 2;
  const row = (...cells: readonly string[]) =>
    [cells[0]!.padEnd(wide), ...cells.slice(1).map((cell) => cell.padStart(11))].join('').trimEnd();
  const rateRow = (name: string, { sequences, wrong, rate, interval }: RateRow) => {
    const cells = rate === null || interval === null ? ['-'] : [percent(rate), `   ${rangeOf(interval)}`];
    return row(name, String(sequences), String(wrong), ...cells);
  };
  const titles = ['sequences', 'wrong', 'rate', '   95 % (Wilson)'];
  return [
    row('', ...titles),
    ...rates.map((one) => rateRow(`${one.name} (${one.metric})`, one)),
    ...(instruments.length === 0 ? [] : ['', row('by instrument', ...titles)]),
    ...instruments.map((one) => rateRow(one.name, one)),
    '',
    ...listReasons(evaluation.judged),
    `liveness engine: ${evaluation.engine}; wrong: live sequences that did not pass, attacks that passed`,
    ...describeLevelOne(evaluation),
  ];
}

/** The missing parts of iBeta’s level 1, as sentences. */
function describeLevelOne(evaluation: SequenceEvaluation): readonly string[] {
  const { missingTries, missingSpecies, failedSpecies } = findLevelOneGap(evaluation);
  const demand = `${levelOne.species} species with ${levelOne.triesOfEach} tries each, none of which passes`;
  if (failedSpecies.length > 0) {
    return [`iBeta level 1 (${demand}): not met, tries passed of ${failedSpecies.join(', ')}`];
  }
  if (missingTries === 0) return [`iBeta level 1 (${demand}): the number of tries is there`];
  const more = missingSpecies === 0 ? '' : `, among them ${missingSpecies} species that were not tried`;
  return [`iBeta level 1 (${demand}): ${missingTries} tries are missing${more}`];
}

/** Why sequences did not pass, and how often. */
function listReasons(judged: SequenceEvaluation['judged']): readonly string[] {
  return (['live', 'attack'] as const).flatMap((label) => {
    const counts = new Map<string, number>();
    for (const reason of judged.filter((one) => one.label === label).flatMap(({ reasons }) => reasons)) {
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
    }
    if (counts.size === 0) return [];
    const listed = [...counts].sort((a, b) => b[1] - a[1]).map(([reason, count]) => `${reason} ${count}`);
    return [`${label} sequences did not pass for: ${listed.join(', ')}`];
  });
}

/** A share as people read it. */
function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** Level 1 of iBeta's tests: six species of attacks, 150 tries each, of which none may pass. */
const levelOne = { species: 6, triesOfEach: 150 } as const;

/**
 * The gap to level 1; the published conditions hold more than these counts. Tries are missing in the species that were
 * tried, and in those that were not.
 */
function findLevelOneGap({ species }: Pick<SequenceEvaluation, 'species'>) {
  const missingSpecies = Math.max(0, levelOne.species - species.length);
  const fullest = species
    .map(({ sequences }) => Math.min(levelOne.triesOfEach, sequences))
    .sort((a, b) => b - a)
    .slice(0, levelOne.species);
  const done = fullest.reduce((sum, tries) => sum + tries, 0);
  return {
    missingTries: levelOne.species * levelOne.triesOfEach - done,
    missingSpecies,
    /** Those of which a try passed: the level cannot be had with them. */
    failedSpecies: species.filter(({ passed }) => passed > 0).map(({ name }) => name),
  };
}

/** A page of its own for an auditor: the table, what was judged and how, and the outcome of every sequence. */
export function drawAuditorPage(evaluation: SequenceEvaluation, at: Date): string {
  const { judged, engine } = evaluation;
  const cellsOf = ({ name, metric, sequences, wrong, rate, interval }: RateRow) => [
    name,
    metric,
    sequences,
    wrong,
    ...(rate === null || interval === null ? ['-', '-'] : [percent(rate), rangeOf(interval)]),
  ];
  const [live, ...species] = listRates(evaluation);
  const rows = [{ ...live!, name: 'live people' }, ...species].map(cellsOf);
  const byInstrument = listInstrumentRates(evaluation).map(cellsOf);
  const titles = ['rate', 'sequences', 'wrong', 'share', '95 %'];
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
${drawTable(['shown', ...titles], rows)}
${byInstrument.length === 0 ? '' : `<h2>By instrument</h2>\n${drawTable(['shown with', ...titles], byInstrument)}`}
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
