import Type from 'typebox';
import { group, integer } from '../platform/config/variables.ts';

const executions = group('Executions of query templates', {
  concurrency: integer({
    variable: 'EXECUTION_CONCURRENCY',
    default: 4,
    minimum: 1,
    maximum: 256,
    description: 'Executions that one process runs at a time.',
  }),
  maxWaitSeconds: integer({
    variable: 'EXECUTION_MAX_WAIT_SECONDS',
    default: 30,
    minimum: 0,
    maximum: 300,
    description: 'Maximum wait for `Prefer: wait`, in seconds.',
  }),
  maxAttempts: integer({
    variable: 'EXECUTION_MAX_ATTEMPTS',
    default: 12,
    minimum: 1,
    maximum: 1_000,
    description:
      'Maximum runs of one execution while its sources do not answer. After the last run the execution fails.',
  }),
  retryDelayMs: integer({
    variable: 'EXECUTION_RETRY_DELAY_MS',
    default: 5_000,
    minimum: 10,
    maximum: 3_600_000,
    description: 'Wait after the first of these runs, in milliseconds. It doubles after each further run.',
  }),
  rulesTimeoutMs: integer({
    variable: 'RULES_TIMEOUT_MS',
    default: 250,
    minimum: 5,
    maximum: 10_000,
    description: 'Time limit for all rules of one execution together, in milliseconds.',
  }),
  maxPartners: integer({
    variable: 'ONBOARDING_MAX_PARTNERS',
    default: 200,
    minimum: 0,
    maximum: 10_000,
    description: 'Maximum partners of one company for whom executions start.',
  }),
  executionsDays: Type.Optional(
    integer({
      variable: 'RETENTION_EXECUTIONS_DAYS',
      whenUnset: 'kept until the person is erased',
      minimum: 1,
      maximum: 36_500,
      description:
        'Days after which ended executions are erased with their attributes and decisions. The profile keeps its data.',
    }),
  ),
});

/** The settings of this domain. */
export const profilesSettings = { executions };
