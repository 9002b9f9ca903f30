import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Db } from '../db/types.ts';
import { type AuditFilter, type AuditPosition, listEvents } from './audit-store.ts';

const pageSize = 2_000;

/**
 * Writes events, newest first, into a file of newline-delimited JSON that must not exist yet, readable by its owner
 * only. Gives their number.
 */
export async function exportEvents(
  db: Db,
  file: string,
  options: Pick<AuditFilter, 'from' | 'to'> & {
    readonly signal?: AbortSignal;
    readonly onProgress?: (events: number) => void;
  },
): Promise<number> {
  const { from, to, signal, onProgress = () => {} } = options;
  let count = 0;
  async function* lines(): AsyncGenerator<string> {
    let after: AuditPosition | undefined;
    for (;;) {
      const page = await listEvents(db, { from, to }, { after, limit: pageSize });
      let text = '';
      for (const { hash, ...event } of page) {
        text += `${JSON.stringify({ ...event, hash: Buffer.from(hash).toString('hex') })}\n`;
      }
      count += page.length;
      onProgress(count);
      if (text !== '') yield text;
      if (page.length < pageSize) return;
      after = page.at(-1);
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(file, { flags: 'wx', mode: 0o600 }), {
    ...(signal === undefined ? {} : { signal }),
  });
  return count;
}
