import { type ErrorCatalogue, errorsOf } from '../errors.ts';

/** Why a service does not start on a database. */
export const environmentErrorCatalogue = {
  sandbox_on_live_data: {
    kind: 'local',
    title: 'The database belongs to a live service',
    fix: 'Give the sandbox its own DATA_DIR or DATABASE_URL, or remove SANDBOX.',
  },
  live_on_sandbox_data: {
    kind: 'local',
    title: 'The database belongs to a sandbox',
    fix: 'Set SANDBOX=on, or use another DATA_DIR or DATABASE_URL.',
  },
} satisfies ErrorCatalogue;

export class EnvironmentError extends errorsOf(environmentErrorCatalogue) {}
