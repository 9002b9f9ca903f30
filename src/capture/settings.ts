import { group, integer } from '../platform/config/variables.ts';

const capture = group('Capture page', {
  trialMinutes: integer({
    variable: 'LIVENESS_TRIAL_MINUTES',
    default: 60,
    minimum: 0,
    maximum: 1_440,
    description:
      'Time for which the address is good that `confere serve` prints for one liveness session with the operator’s own webcam, in minutes. It is printed only on a loopback listener with the embedded database. 0: none.',
  }),
});

/** The settings of this domain. */
export const captureSettings = { capture };
