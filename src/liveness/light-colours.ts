import type { LinearColour } from '../engine/index.ts';
import type { LightColour } from './types.ts';

/**
 * The colours that a screen shows, in linear light. None is a saturated red (WCAG 2.3.1: red by the sum at 0.8 or more);
 * the most is 0.65. packages/capture shows the same.
 */
export const lightColours: Readonly<Record<LightColour, LinearColour>> = {
  blue: fromHex('1e50ff'),
  green: fromHex('1ed250'),
  amber: fromHex('ffbe28'),
  pink: fromHex('ff5ae6'),
};

function fromHex(hex: string): LinearColour {
  const channel = (at: number) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return { red: channel(0), green: channel(2), blue: channel(4) };
}
