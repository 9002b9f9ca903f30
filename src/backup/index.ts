export { createBackup } from './create-backup.ts';
export { BackupError } from './errors.ts';
export { restoreBackup } from './restore-backup.ts';

export { verifyBackup } from './verify-backup.ts';
