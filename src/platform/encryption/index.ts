export { EncryptionError } from './errors.ts';
export {
  createNextMasterKey,
  deletePreviousKeyFiles,
  type LoadMasterKeyOptions,
  loadMasterKey,
  readMasterKeyFileId,
} from './load-master-key.ts';
export { encryptionSealedTables, loadNamedKey } from './load-named-key.ts';
export { loadRowBinder, type RowBinder } from './load-row-binder.ts';
export { createMasterKey, type MasterKey, type MasterKeyRing, parseMasterKey } from './master-key.ts';
export { createRecordCipher, type RecordCipher, type SealedRecord } from './record-cipher.ts';
export { countByKey } from './rewrap-store.ts';
export {
  type RotateRecordKeysOptions,
  type RotationProgress,
  type RotationResult,
  rotateRecordKeys,
} from './rotate-record-keys.ts';
export {
  defineSealedColumns,
  erasedColumns,
  findSealedColumns,
  pickSealedColumns,
  type SealedColumns,
  type SealedContent,
  sealedColumnNames,
  toSealedValues,
} from './sealed-columns.ts';
export type { SealedTable } from './sealed-table.ts';
export { verifyMasterKey } from './verify-master-key.ts';
