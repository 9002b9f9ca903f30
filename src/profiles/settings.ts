import { constant, group, integer } from '../platform/config/variables.ts';

const executions = group('Executions of query templates', {
  concurrency: integer({
    variable: 'EXECUTION_CONCURRENCY',
    default: 4,
    minimum: 1,
    maximum: 256,
    description: 'Executions that one process runs at a time.',
  }),
  /** Maximum wait for `Prefer: wait`, in seconds. */
  maxWaitSeconds: constant(30),
  /** Maximum runs of one execution while its sources do not answer. After the last run the execution fails. */
  maxAttempts: constant(12),
  /** Wait after the first of these runs, in milliseconds. It doubles after each further run. */
  retryDelayMs: constant(5_000),
  /** Time limit for all rules of one execution together, in milliseconds. */
  rulesTimeoutMs: constant(250),
  /** Maximum partners of one company for whom executions start. */
  maxPartners: constant(200),
  executionsDays: integer({
    variable: 'RETENTION_EXECUTIONS_DAYS',
    whenUnset: 'kept until the person is erased',
    minimum: 1,
    maximum: 36_500,
    description:
      'Days after which ended executions are erased with their attributes and decisions. The profile keeps its data.',
  }),
});

export const profilesSettings = { executions };
