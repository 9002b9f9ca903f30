import { choice, constant, group, integer, text } from '../platform/config/variables.ts';

const liveness = group('Liveness', {
  beginSeconds: integer({
    variable: 'LIVENESS_BEGIN_SECONDS',
    default: 180,
    minimum: 10,
    maximum: 86_400,
    description: 'Time in which a new liveness session must begin, in seconds.',
  }),
  finishSeconds: integer({
    variable: 'LIVENESS_FINISH_SECONDS',
    default: 90,
    minimum: 20,
    maximum: 3_600,
    description: 'Time in which a liveness session must finish after its begin, in seconds.',
  }),
  /**
   * Extensions of one liveness session. Each gives `LIVENESS_FINISH_SECONDS` again; from the first on, every step has
   * twice its time. WCAG 2.2.1 asks for ten.
   */
  extensions: constant(10),
  light: choice(['off', 'offered'], {
    variable: 'LIVENESS_LIGHT',
    default: 'off',
    description:
      '`offered`: clients may ask for `turns_and_light`, where the screen also shows slow random colours and the light on the face is judged. Ask a lawyer about patents first: docs/decisions/0157.',
  }),
  lockAfterFailures: integer({
    variable: 'LIVENESS_LOCK_AFTER_FAILURES',
    default: 5,
    minimum: 0,
    maximum: 1_000,
    description:
      'Failed liveness sessions in a row, within 30 minutes, that lock a CPF or a device for 30 minutes. A session counts when it has shown a step, also while it is open, when the person ended it, and after it was removed. The limit of a network is 10 times as high; open sessions and those that a person ended do not count there. A client is never locked: with 50 times as many failed sessions and none that passed it makes 30 a minute. 0: no lock.',
  }),
  replayDays: integer({
    variable: 'LIVENESS_REPLAY_DAYS',
    default: 30,
    minimum: 0,
    maximum: 365,
    description:
      'Days for which sealed fingerprints of session frames are kept. A later session of the same CPF with near copies of these frames fails. Sessions without a CPF are compared within the same client. 0: no fingerprints.',
  }),
  operatorName: text('text', {
    variable: 'OPERATOR_NAME',
    default: 'Confere',
    description: 'Company name that the capture page shows: the one that asks for the photos.',
  }),
  alternativeText: text('text', {
    variable: 'LIVENESS_ALTERNATIVE_TEXT',
    whenUnset: 'the page says to ask the operator',
    description:
      'Text that the capture page shows to people who cannot make the movements: your other way, for example a telephone number or an address.',
  }),
  consentText: text('text', {
    variable: 'LIVENESS_CONSENT_TEXT',
    whenUnset: 'no consent text',
    description:
      'Consent text that the capture page shows before the first photo. Each session keeps the version of the text, computed from the text.',
  }),
  sessionsDays: integer({
    variable: 'RETENTION_LIVENESS_DAYS',
    whenUnset: 'kept until the person is erased',
    minimum: 1,
    maximum: 36_500,
    description:
      'Days after which used liveness sessions and their frames are deleted. Unused sessions are deleted after 24 hours.',
  }),
});

export const livenessSettings = { liveness };
