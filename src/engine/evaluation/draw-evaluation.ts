import { countAtLeast, type ScoreSets, thresholdAt } from './error-rates.ts';

const panel = { width: 420, height: 320, left: 64, top: 44, gap: 90 };
const lowestRate = 1e-5;
const bins = 60;

/**
 * An SVG picture of two panels: the share of pairs of one person that match over the false match rate, and how the
 * scores of both kinds of pairs are spread, with the threshold. Pairs without a score are not in the second.
 */
export function drawEvaluation(sets: ScoreSets, scoreThreshold: number): string {
  const width = 2 * panel.width + panel.gap + panel.left + 30;
  const height = panel.height + panel.top + 60;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    '<title>Pairs of one person that match over the false match rate, and how scores are spread</title>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    drawRoc(sets, panel.left),
    drawHistogram(sets, scoreThreshold, panel.left + panel.width + panel.gap),
    '</svg>',
    '',
  ].join('\n');
}

function drawRoc(sets: ScoreSets, left: number): string {
  const { genuine, impostor } = sets;
  const points: { rate: number; matched: number }[] = [];
  for (let exponent = -5; exponent <= 0.0001; exponent += 0.05) {
    const rate = 10 ** exponent;
    const threshold = thresholdAt(sets, rate);
    if (threshold === undefined || genuine.length === 0 || rate * impostor.length < 1) continue;
    points.push({ rate, matched: countAtLeast(genuine, threshold) / genuine.length });
  }
  const floor = Math.min(0.9, Math.floor((points[0]?.matched ?? 0) * 10) / 10);
  const x = (rate: number) => left + (1 - Math.log10(rate) / Math.log10(lowestRate)) * panel.width;
  const y = (matched: number) => panel.top + (1 - (matched - floor) / (1 - floor)) * panel.height;
  const marks = [1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1].map((rate) =>
    tick(x(rate), 'x', rate === 1 ? '1' : `1e${Math.round(Math.log10(rate))}`, left),
  );
  const rows = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const matched = floor + share * (1 - floor);
    return tick(y(matched), 'y', `${(matched * 100).toFixed(1)} %`, left);
  });
  const path = points.map(({ rate, matched }) => `${round(x(rate))},${round(y(matched))}`).join(' ');
  return [
    title(left, 'Pairs of one person that match, over the false match rate'),
    ...marks,
    ...rows,
    frame(left),
    `<polyline points="${path}" fill="none" stroke="#06c" stroke-width="2"/>`,
    caption(left, points.length === 0 ? 'too few pairs' : 'false match rate'),
  ].join('\n');
}

function drawHistogram({ genuine, impostor }: ScoreSets, scoreThreshold: number, left: number): string {
  const scores = [...genuine.filter(Number.isFinite), ...impostor.filter(Number.isFinite), scoreThreshold];
  const [low, high] = scores.reduce(
    ([least, most], score) => [Math.min(least, score), Math.max(most, score)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  const span = high - low || 1;
  const x = (score: number) => left + ((score - low) / span) * panel.width;
  const spread = (values: Float64Array) => {
    const counts = new Array<number>(bins).fill(0);
    for (const value of values) {
      if (!Number.isFinite(value)) continue;
      const bin = Math.min(bins - 1, Math.floor(((value - low) / span) * bins));
      counts[bin] = (counts[bin] as number) + 1 / values.length;
    }
    return counts;
  };
  const shares = [
    { name: 'different people', colour: '#c33', values: spread(impostor) },
    { name: 'same person', colour: '#283', values: spread(genuine) },
  ];
  const most = Math.max(...shares.flatMap(({ values }) => values)) || 1;
  const y = (share: number) => panel.top + (1 - share / most) * panel.height;
  const areas = shares.map(({ name, colour, values }, index) => {
    const steps = values.flatMap((share, bin) =>
      [bin, bin + 1].map((edge) => `${round(x(low + (edge / bins) * span))},${round(y(share))}`),
    );
    const path = `${round(left)},${panel.top + panel.height} ${steps.join(' ')} ${left + panel.width},${panel.top + panel.height}`;
    return [
      `<polygon points="${path}" fill="${colour}" fill-opacity="0.35" stroke="${colour}"/>`,
      `<text x="${left + 10}" y="${panel.top + 18 + 16 * index}" fill="${colour}">${name}</text>`,
    ].join('\n');
  });
  const line = round(x(scoreThreshold));
  const marks = [0, 0.25, 0.5, 0.75, 1].map((share) =>
    tick(x(low + share * span), 'x', (low + share * span).toFixed(2), left),
  );
  return [
    title(left, 'Scores'),
    ...marks,
    frame(left),
    ...areas,
    `<line x1="${line}" y1="${panel.top}" x2="${line}" y2="${panel.top + panel.height}" stroke="#000" stroke-dasharray="4 3"/>`,
    `<text x="${line}" y="${panel.top - 4}" text-anchor="middle">threshold</text>`,
    caption(left, 'score'),
  ].join('\n');
}

function title(left: number, text: string): string {
  return `<text x="${left}" y="20" font-size="14">${text}</text>`;
}

function caption(left: number, text: string): string {
  return `<text x="${left + panel.width / 2}" y="${panel.top + panel.height + 40}" text-anchor="middle">${text}</text>`;
}

function frame(left: number): string {
  return `<rect x="${left}" y="${panel.top}" width="${panel.width}" height="${panel.height}" fill="none" stroke="#333"/>`;
}

function tick(place: number, axis: 'x' | 'y', label: string, left: number): string {
  const at = round(place);
  const bottom = panel.top + panel.height;
  return axis === 'x'
    ? `<line x1="${at}" y1="${panel.top}" x2="${at}" y2="${bottom}" stroke="#ddd"/><text x="${at}" y="${bottom + 18}" text-anchor="middle">${label}</text>`
    : `<line x1="${left}" y1="${at}" x2="${left + panel.width}" y2="${at}" stroke="#ddd"/><text x="${left - 6}" y="${at + 4}" text-anchor="end">${label}</text>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
