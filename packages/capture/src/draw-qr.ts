import { encode } from 'uqr';
import { draw } from './make.ts';

/** A QR code of a text, with the quiet zone that readers need. */
export function drawQr(text: string, name: string): SVGSVGElement {
  const { size, data } = encode(text, { border: 4 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  const svg = draw(
    size,
    [
      { d: `M0 0h${size}v${size}h-${size}z`, fill: '#fff' },
      { d: squares.join(''), fill: '#000' },
    ],
    name,
  );
  svg.setAttribute('shape-rendering', 'crispEdges');
  svg.setAttribute('class', 'qr');
  return svg;
}
