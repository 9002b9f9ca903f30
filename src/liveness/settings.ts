import Type from 'typebox';
import { choice, group, integer, text } from '../platform/config/variables.ts';

export const liveness = group('Liveness', {
  requiredForAuthentication: choice(['passive', 'challenge'], {
    variable: 'LIVENESS_REQUIRED_AUTHENTICATION',
    default: 'passive',
    description:
      'Liveness that an authentication needs. `passive`: of one photo. `challenge`: a liveness session; a photo alone is refused.',
  }),
  requiredForRegistration: choice(['passive', 'challenge'], {
    variable: 'LIVENESS_REQUIRED_REGISTRATION',
    default: 'passive',
    description: 'The same for registering a face.',
  }),
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
  lockAfterFailures: integer({
    variable: 'LIVENESS_LOCK_AFTER_FAILURES',
    default: 5,
    minimum: 0,
    maximum: 1_000,
    description:
      'Liveness sessions of a CPF or a device in a row that showed a step and did not pass, within half an hour, after which new ones are refused for that time. Ten times as many for a network, fifty times for a client. 0: never.',
  }),
  replayDays: integer({
    variable: 'LIVENESS_REPLAY_DAYS',
    default: 30,
    minimum: 0,
    maximum: 365,
    description:
      'Days for which fingerprints of the frames of liveness sessions are kept, sealed. A later session of the same CPF, or of the same client without one, whose frames are near copies does not pass. 0: none are kept.',
  }),
  operatorName: text<string>('text', {
    variable: 'OPERATOR_NAME',
    default: 'Confere',
    description: 'Name that the capture page shows as who asks for the photos.',
  }),
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
