import { join } from 'node:path';

/** Where a command on the same machine finds the administrator's credentials, on the embedded default only. */
export function adminCredentialsPath(dataDir: string): string {
  return join(dataDir, 'keys', 'admin.json');
}
