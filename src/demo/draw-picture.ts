import sharp from 'sharp';
import { letter, measureLetters } from './lettering.ts';
import type { Comparison } from './observations.ts';

const ink = '#1f2933';
const pale = '#66727f';
const green = '#15803d';
const red = '#b42318';
const photoPx = 220;
const margin = 28;
const cardGap = 24;
const padding = 16;
const photoGap = 8;
const headPx = 96;
const footPx = 64;
const cardWidth = 2 * padding + 2 * photoPx + photoGap;
const cardHeight = padding + 26 + photoPx + 108;
const columns = 2;

export type DrawnPicture = { readonly png: Buffer; readonly widthPx: number; readonly heightPx: number };

/**
 * One PNG with every pair of photos side by side, its scores and its verdict: the registered photo on the left,
 * the one received on the right.
 */
export async function drawPicture(options: {
  readonly registered: Uint8Array;
  readonly pairs: readonly { readonly received: Uint8Array; readonly comparison: Comparison }[];
  /** Said at the foot. */
  readonly livenessWorth: string;
}): Promise<DrawnPicture> {
  const { registered, pairs, livenessWorth } = options;
  const rows = Math.ceil(pairs.length / columns);
  const widthPx = 2 * margin + columns * cardWidth + (columns - 1) * cardGap;
  const heightPx = headPx + rows * cardHeight + (rows - 1) * cardGap + footPx + margin;
  const places = pairs.map((_pair, index) => ({
    x: margin + (index % columns) * (cardWidth + cardGap),
    y: headPx + Math.floor(index / columns) * (cardHeight + cardGap),
  }));
  const footY = heightPx - margin;
  const drawing = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}">`,
    `<rect width="${widthPx}" height="${heightPx}" fill="#eef1f4"/>`,
    letter('Confere: is it the woman registered?', {
      x: margin,
      y: 54,
      heightPx: 21,
      colour: ink,
      weight: 1.1,
    }),
    letter('left: registered photo. right: photo received. similarity from 0.5 is a match.', {
      x: margin,
      y: 80,
      heightPx: 11,
      colour: pale,
    }),
    ...pairs.map(({ comparison }, index) => drawCard(comparison, places[index]!)),
    letter(livenessWorth, { x: margin, y: footY - 12, heightPx: 10.5, colour: pale }),
    '</svg>',
  ];
  const photos = await Promise.all(
    pairs.flatMap(({ received }, index) =>
      [registered, received].map(async (bytes, side) => ({
        input: await sharp(bytes).autoOrient().resize(photoPx, photoPx, { fit: 'cover' }).png().toBuffer(),
        left: places[index]!.x + padding + side * (photoPx + photoGap),
        top: places[index]!.y + padding + 26,
      })),
    ),
  );
  const png = await sharp(Buffer.from(drawing.join('')))
    .composite(photos)
    .png()
    .toBuffer();
  return { png, widthPx, heightPx };
}

function drawCard(comparison: Comparison, { x, y }: { readonly x: number; readonly y: number }): string {
  const { photo, isSameWoman, isMatch, attempt } = comparison;
  const colour = isMatch === isSameWoman ? (isSameWoman ? green : ink) : red;
  const verdict = isMatch === true ? 'match' : 'no match';
  const left = x + padding;
  const right = x + cardWidth - padding;
  const below = y + padding + 26 + photoPx;
  const similarity = attempt?.faceMatch.similarity;
  const liveness = attempt?.liveness;
  const barWidth = right - left;
  const filled = Math.max(2, barWidth * (similarity ?? 0));
  const threshold = left + barWidth / 2;
  const wrong = isMatch === isSameWoman ? '' : ' (not expected)';
  const verdictText = `${verdict}${wrong}`;
  return [
    `<rect x="${x}" y="${y}" width="${cardWidth}" height="${cardHeight}" rx="10" fill="#fff" stroke="${colour}" stroke-width="2"/>`,
    letter(photo, { x: left, y: y + padding + 13, heightPx: 12, colour: ink }),
    `<rect x="${left}" y="${below + 14}" width="${barWidth}" height="8" rx="4" fill="#dfe4e8"/>`,
    `<rect x="${left}" y="${below + 14}" width="${filled}" height="8" rx="4" fill="${colour}"/>`,
    `<path d="M${threshold} ${below + 10}V${below + 26}" stroke="${ink}" stroke-width="2"/>`,
    letter('0.5', { x: threshold + 6, y: below + 38, heightPx: 9, colour: pale }),
    letter(`similarity ${similarity?.toFixed(3) ?? 'none'}`, {
      x: left,
      y: below + 58,
      heightPx: 14,
      colour: ink,
    }),
    letter(
      `liveness ${liveness?.probability.toFixed(3) ?? 'none'} ${liveness?.isAlive ? 'alive' : 'not alive'}`,
      {
        x: left,
        y: below + 84,
        heightPx: 11,
        colour: pale,
      },
    ),
    letter(verdictText, {
      x: right - measureLetters(verdictText, 18),
      y: below + 80,
      heightPx: 18,
      colour,
      weight: 1.3,
    }),
  ].join('');
}
