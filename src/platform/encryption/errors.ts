import { define, errorsOf } from '../errors.ts';

export const encryptionErrorCatalogue = {
  master_key_missing: define.local(
    'No master key is configured',
    'Set MASTER_KEY to 32 random bytes in base64, for example the output of `openssl rand -base64 32`. Keep a copy apart from the database backups.',
  ),
  master_key_malformed: define.local(
    'The master key is not 32 bytes in base64',
    'Set MASTER_KEY, or the file that it names, to exactly 32 random bytes in base64.',
  ),
  master_key_wrong: define.local(
    'The stored data was sealed with another master key',
    'Configure the master key of this database. Restore the key from its copy.',
  ),
  master_key_configured: define.local(
    'The master key comes from the configuration',
    'Change MASTER_KEY and MASTER_KEY_PREVIOUS in the configuration. Then restart the service.',
  ),
  master_key_not_in_use: define.local(
    'The running server still uses the previous master key',
    'Restart the server. Then run `confere keys rotate`.',
  ),
  record_unreadable: define.internal(
    'A sealed record is damaged or was moved to another row',
    'Restore the record from a backup. Look for disk errors and for changes made outside the service.',
  ),
};

/** A key or a sealed record cannot be used. Never says anything of the plaintext or of key material. */
export class EncryptionError extends errorsOf(encryptionErrorCatalogue) {}
