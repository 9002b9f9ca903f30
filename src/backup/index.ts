export { type CreateBackupDeps, createBackup } from './create-backup.ts';
export { BackupError } from './errors.ts';
export { type RestoreBackupDeps, restoreBackup } from './restore-backup.ts';
export type { BackupProgress, BackupSummary } from './types.ts';
export { verifyBackup } from './verify-backup.ts';
