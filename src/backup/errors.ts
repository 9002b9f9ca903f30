import { type ErrorCatalogue, errorsOf } from '../platform/errors.ts';

export const backupErrorCatalogue = {
  backup_file_exists: {
    kind: 'local',
    title: 'The backup file already exists',
    fix: 'Name a new file. A backup never replaces a file.',
  },
  backup_folder_missing: {
    kind: 'local',
    title: 'The folder of the backup file does not exist, or the service may not write there',
    fix: 'Make the folder, let the service write there, or name a file in another one.',
  },
  backup_space_missing: {
    kind: 'local',
    title: 'The disk of the backup file has too little room',
    fix: 'Make room, or name a file on another disk.',
  },
  backup_file_missing: {
    kind: 'local',
    title: 'There is no such backup file, or the service may not read it',
    fix: 'Check the path. The service reads the file on its own machine.',
  },
  backup_photos_missing: {
    kind: 'local',
    title: 'Photos of the database are missing in the photo store',
    fix: 'Check the photo store with: confere images check. To make a backup without these photos, add --without-missing-photos.',
  },
  backup_unreadable: {
    kind: 'local',
    title: 'The file is not a complete backup',
    fix: 'Use another backup. This file is incomplete, damaged, altered, or not a backup of Confere.',
  },
  backup_key_wrong: {
    kind: 'local',
    title: 'The backup was made with another master key',
    fix: 'Configure the master key of the backup as MASTER_KEY or in MASTER_KEY_PREVIOUS, or put its file into DATA_DIR/keys.',
  },
  backup_version_differs: {
    kind: 'local',
    title: 'The backup comes from a later version, or the database has later tables',
    fix: 'Restore with a version of Confere that is not older than the backup, into a database that no version has used.',
  },
  restore_target_not_empty: {
    kind: 'local',
    title: 'The restore target already contains data',
    fix: 'Restore into a new database and a new DATA_DIR. A restore never overwrites data.',
  },
  restore_photos_taken: {
    kind: 'local',
    title: 'The photo store has the photos of another deployment',
    fix: 'Restore into an empty bucket or folder. If the other deployment is gone for good, add --take-over-photos: this copy takes its store.',
  },
} satisfies ErrorCatalogue;

/** A backup that cannot be made, read or restored. */
export class BackupError extends errorsOf(backupErrorCatalogue) {}
