import Type from 'typebox';
import { group, integer, text } from '../platform/config/variables.ts';

export const liveness = group('Liveness', {
  beginSeconds: integer({
    variable: 'LIVENESS_BEGIN_SECONDS',
    default: 180,
    minimum: 10,
    maximum: 86_400,
    description: 'How long a liveness session waits to be begun, in seconds.',
  }),
  finishSeconds: integer({
    variable: 'LIVENESS_FINISH_SECONDS',
    default: 90,
    minimum: 20,
    maximum: 3_600,
    description: 'How long a liveness session may take once it was begun, in seconds.',
  }),
  extensions: integer({
    variable: 'LIVENESS_EXTENSIONS',
    default: 10,
    minimum: 0,
    maximum: 20,
    description:
      'How often a person may ask for more time in a liveness session. Each gives `LIVENESS_FINISH_SECONDS` again; from the first on, every step has twice its time. 0: never, which WCAG 2.2.1 does not allow.',
  }),
  lockAfterFailures: integer({
    variable: 'LIVENESS_LOCK_AFTER_FAILURES',
    default: 5,
    minimum: 0,
    maximum: 1_000,
    description:
      'Liveness sessions of a CPF or a device in a row that showed a step and did not pass, within half an hour, after which new ones are refused for that time. Ten times as many for a network, fifty times for a client. 0: never.',
  }),
  operatorName: text<string>('text', {
    variable: 'OPERATOR_NAME',
    default: 'Confere',
    description: 'Name that the capture page shows as who asks for the photos.',
  }),
  alternativeText: Type.Optional(
    text<string>('text', {
      variable: 'LIVENESS_ALTERNATIVE_TEXT',
      whenUnset: 'the page says to ask the operator',
      description:
        'Text that the capture page shows to people who cannot make the movements: your other way, for example a telephone number or an address.',
    }),
  ),
  consentText: Type.Optional(
    text<string>('text', {
      variable: 'LIVENESS_CONSENT_TEXT',
      whenUnset: 'no consent is shown',
      description:
        'Text that the capture page shows before the first photo. Its version, kept with each session, is made from the text.',
    }),
  ),
  sessionsDays: Type.Optional(
    integer({
      variable: 'RETENTION_LIVENESS_DAYS',
      whenUnset: 'kept until the person is erased',
      minimum: 1,
      maximum: 36_500,
      description:
        'Days after which liveness sessions that were used are deleted with their frames. Unused ones go after 24 hours.',
    }),
  ),
});

/** The settings of this domain. */
export const livenessSettings = { liveness };
