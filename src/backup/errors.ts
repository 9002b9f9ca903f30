import { define, errorsOf } from '../platform/errors.ts';

export const backupErrorCatalogue = {
  backup_file_exists: define.local(
    'The backup file already exists',
    'Name a new file. A backup never replaces a file.',
  ),
  backup_folder_missing: define.local(
    'The folder of the backup file does not exist, or the service may not write there',
    'Make the folder, let the service write there, or name a file in another one.',
  ),
  backup_space_missing: define.local(
    'The disk of the backup file has too little room',
    'Make room, or name a file on another disk.',
  ),
  backup_file_missing: define.local(
    'There is no such backup file, or the service may not read it',
    'Check the path. The service reads the file on its own machine.',
  ),
  backup_photos_missing: define.local(
    'Photos of the database are missing in the photo store',
    'If all of them are missing, give the command the S3_ settings and the DATA_DIR of the service. Otherwise check the photo store with: confere images check. To make a backup without these photos, add --without-missing-photos.',
  ),
  backup_unreadable: define.local(
    'The file is not a complete backup',
    'Use another backup. This file is incomplete, damaged, altered, or not a backup of Confere.',
  ),
  backup_key_wrong: define.local(
    'The backup was made with another master key',
    'Configure the master key of the backup as MASTER_KEY or in MASTER_KEY_PREVIOUS, or put its file into DATA_DIR/keys.',
  ),
  backup_version_differs: define.local(
    'The backup comes from a later version, or the database has later tables',
    'Restore with a version of Confere that is not older than the backup, into a database that no version has used.',
  ),
  restore_target_not_empty: define.local(
    'The restore target already contains data',
    'Restore into a new database and a new DATA_DIR. A restore never overwrites data.',
  ),
  restore_photos_taken: define.local(
    'The photo store has the photos of another deployment',
    'Restore into an empty bucket or folder. If the other deployment is gone for good, add --take-over-photos: this copy takes its store.',
  ),
};

/** A backup that cannot be made, read or restored. */
export class BackupError extends errorsOf(backupErrorCatalogue) {}
