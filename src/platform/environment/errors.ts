import { define, errorsOf } from '../errors.ts';

/** Why a service does not start on a database. */
export const environmentErrorCatalogue = {
  sandbox_on_live_data: define.local(
    'The database belongs to a live service',
    'Give the sandbox its own DATA_DIR or DATABASE_URL, or remove SANDBOX.',
  ),
  live_on_sandbox_data: define.local(
    'The database belongs to a sandbox',
    'Set SANDBOX=on, or use another DATA_DIR or DATABASE_URL.',
  ),
};

export class EnvironmentError extends errorsOf(environmentErrorCatalogue) {}
