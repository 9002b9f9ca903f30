export { EncryptionError } from './errors.ts';
export {
  createNextMasterKey,
  deletePreviousKeyFiles,
  type LoadMasterKeyOptions,
  loadBackupKey,
  loadMasterKey,
  readMasterKeyFileId,
} from './load-master-key.ts';
export { encryptionSealedTables, loadNamedKey, loadRowBinder, type RowBinder } from './load-named-key.ts';
export { compareMasterKey, verifyMasterKey } from './master-key-check-store.ts';
export {
  createMasterKey,
  createRecordCipher,
  type MasterKey,
  parseMasterKey,
  type RecordCipher,
  type SealedColumns,
} from './record-cipher.ts';
export { countByKey } from './rewrap-store.ts';
export {
  type RotationProgress,
  rotateRecordKeys,
} from './rotate-record-keys.ts';
export {
  defineSealedColumns,
  erasedColumns,
  findSealedColumns,
  pickSealedColumns,
  type SealedTable,
  sealedColumnNames,
  toSealedValues,
} from './sealed-columns.ts';
