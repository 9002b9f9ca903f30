import { group, integer, text } from '../platform/config/variables.ts';

const capture = group(
  'Capture page',
  {
    accent: text('text', {
      variable: 'CAPTURE_ACCENT',
      whenUnset: 'green',
      description: 'Colour of the buttons of the hosted capture page, as `#rrggbb`.',
    }),
    logoFile: text('text', {
      variable: 'CAPTURE_LOGO_FILE',
      whenUnset: 'no logo',
      description:
        'Logo above the screens of the hosted capture page: a PNG, JPEG or SVG file of up to 64 KiB.',
    }),
    trialMinutes: integer({
      variable: 'LIVENESS_TRIAL_MINUTES',
      default: 60,
      minimum: 0,
      maximum: 1_440,
      description:
        'Time for which the address is good that `confere serve` prints for one liveness session with the operator’s own webcam, in minutes. It is printed only on a loopback listener with the embedded database. 0: none.',
    }),
  },
  ({ accent }) =>
    accent === undefined || /^#[0-9a-f]{6}$/i.test(accent)
      ? []
      : [{ path: 'CAPTURE_ACCENT', message: 'must be a colour such as #0b6e4f' }],
);

export const captureSettings = { capture };
