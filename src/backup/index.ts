export { createBackup } from './create-backup.ts';
export { BackupError } from './errors.ts';
export { verifyBackup } from './read-backup.ts';
export { prepareForBackup, restoreBackup } from './restore-backup.ts';
