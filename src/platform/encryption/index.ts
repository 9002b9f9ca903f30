export { EncryptionError, encryptionErrorCatalogue } from './errors.ts';
export { type LoadMasterKeyOptions, loadMasterKey } from './load-master-key.ts';
export { loadNamedKey } from './load-named-key.ts';
export {
  createMasterKey,
  deriveKey,
  type MasterKey,
  type MasterKeyRing,
  parseMasterKey,
} from './master-key.ts';
export { createRecordCipher, type RecordCipher, type SealedRecord } from './record-cipher.ts';
export { verifyMasterKey } from './verify-master-key.ts';
