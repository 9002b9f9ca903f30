/** The colours that the screen shows; the server expects these. None is a saturated red (WCAG 2.3.1). */
export const lightColours = {
  blue: '#1e50ff',
  green: '#1ed250',
  amber: '#ffbe28',
  pink: '#ff5ae6',
} as const;

export type LightColour = keyof typeof lightColours;
