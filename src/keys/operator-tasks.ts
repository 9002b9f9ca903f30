import Type from 'typebox';
import type { TaskContext } from '../module.ts';
import {
  countByKey,
  createNextMasterKey,
  deletePreviousKeyFiles,
  EncryptionError,
  readMasterKeyFileId,
  rotateRecordKeys,
} from '../platform/encryption/index.ts';
import { defineOperatorTask, type OperatorTasks } from '../platform/operator-tasks/index.ts';
import { findProcessesOfOtherKeys } from '../service/index.ts';

declare module '../platform/operator-tasks/types.ts' {
  interface OperatorTaskTable extends ReturnType<typeof keyTasks> {}
}

export function keyTasks({ config, storage, clock, sealedTables }: TaskContext) {
  const { cipher } = storage;
  const { db } = storage.database;
  const { directory } = storage.folder;
  const hasKeyFile = config.secrets.masterKey === undefined;

  return {
    'keys/list': defineOperatorTask(Type.Object({}), async () => {
      const records = new Map<string, number>();
      for (const table of sealedTables) {
        for (const [keyId, count] of await countByKey(db, table)) {
          records.set(keyId, (records.get(keyId) ?? 0) + count);
        }
      }
      const keyIds = new Set([cipher.currentKeyId, ...cipher.previousKeyIds, ...records.keys()]);
      return [...keyIds].map((keyId) => ({
        keyId,
        isCurrent: keyId === cipher.currentKeyId,
        records: records.get(keyId) ?? 0,
      }));
    }),

    'keys/create': defineOperatorTask(Type.Object({}), async () => {
      if (!hasKeyFile) {
        throw new EncryptionError('master_key_configured', {
          detail: 'MASTER_KEY is set: put the new key there and the old one into MASTER_KEY_PREVIOUS.',
        });
      }
      return { keyId: await createNextMasterKey(directory), previousKeyId: cipher.currentKeyId };
    }),

    'keys/rotate': defineOperatorTask(Type.Object({}), async (_input, { signal, report }) => {
      const fileKeyId = hasKeyFile ? await readMasterKeyFileId(directory) : undefined;
      if (fileKeyId !== undefined && fileKeyId !== cipher.currentKeyId) {
        throw new EncryptionError('master_key_not_in_use');
      }
      // It could read nothing from then on, and what it sealed would be lost with its key.
      const [other] =
        storage.database.kind === 'embedded' ? [] : await findProcessesOfOtherKeys(db, cipher.currentKeyId);
      if (other !== undefined) {
        throw new EncryptionError('master_key_not_in_use', {
          detail: `Process ${other.pid} on ${other.host} seals with master key ${other.masterKeyId}, or ended within a minute.`,
        });
      }
      const result = await rotateRecordKeys(
        { db, cipher, clock },
        { tables: sealedTables, signal, onProgress: (progress) => report({ ...progress }) },
      );
      if (hasKeyFile) await deletePreviousKeyFiles(directory, result.retiredKeyIds);
      return result;
    }),
  } satisfies OperatorTasks;
}
