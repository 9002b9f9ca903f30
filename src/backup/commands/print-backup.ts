import type { BackupSummary } from '../types.ts';

/** The content of a backup, for people or as one JSON document. */
export function printBackup(summary: BackupSummary, options: { readonly json?: true }): void {
  if (options.json) {
    console.log(JSON.stringify(summary, null, 2));
    return;
  }
  const rows = Object.values(summary.rows).reduce((sum, count) => sum + count, 0);
  console.log(`made at ${summary.createdAt}: ${rows} rows, ${summary.images} photos`);
  console.log(`SHA-256 ${summary.sha256}`);
}
