import { AppError, type AppErrorOptions, type ErrorCatalogue } from '../errors.ts';

export const encryptionErrorCatalogue = {
  master_key_missing: {
    kind: 'internal',
    title: 'No master key is configured.',
    fix: 'Set MASTER_KEY to the base64 text of 32 random bytes, for example from `openssl rand -base64 32`, and keep a copy apart from the database backups.',
  },
  master_key_malformed: {
    kind: 'internal',
    title: 'The master key is not 32 bytes in base64.',
    fix: 'Set MASTER_KEY, or the file it names, to the base64 text of exactly 32 random bytes.',
  },
  master_key_wrong: {
    kind: 'internal',
    title: 'The stored data was sealed with another master key.',
    fix: 'Configure the master key of this database; restore it from its copy.',
  },
  master_key_configured: {
    kind: 'conflict',
    title: 'The master key comes from the configuration.',
    fix: 'Change MASTER_KEY and MASTER_KEY_PREVIOUS in the configuration, and restart the service.',
  },
  master_key_not_in_use: {
    kind: 'conflict',
    title: 'The running server still seals with the previous key.',
    fix: 'Restart the server so that it uses the new key, then run `confere keys rotate`.',
  },
  record_unreadable: {
    kind: 'internal',
    title: 'A sealed record is damaged or was moved to another row.',
    fix: 'Restore the record from a backup. Check for disk errors and for edits outside the service.',
  },
} satisfies ErrorCatalogue;

/** A key or a sealed record cannot be used. Never says anything of the plaintext or of key material. */
export class EncryptionError extends AppError {
  constructor(code: keyof typeof encryptionErrorCatalogue, options?: AppErrorOptions) {
    super(code, encryptionErrorCatalogue[code], options);
  }
}
