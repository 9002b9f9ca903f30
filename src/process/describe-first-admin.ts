import type { ClientCredentials } from '../access/index.ts';

/** The lines that show the first administrator, with the truth on where the secret is kept from now on. */
export function describeFirstAdmin(
  { clientId, clientSecret }: ClientCredentials,
  kind: 'embedded' | 'postgres',
): string {
  const keeping =
    kind === 'embedded'
      ? 'Keep it. The database holds a hash of the secret. The file keys/admin.json in DATA_DIR holds the secret in the clear, readable by its owner only: commands on this machine use it.'
      : 'Keep it. From now on the database holds only a hash of the secret.';
  return `First administrator, shown this once. ${keeping}\n  client id      ${clientId}\n  client secret  ${clientSecret}\n`;
}
