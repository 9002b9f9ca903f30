import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { OutboundClient } from '../../platform/outbound/index.ts';
import { type DownloadedList, downloadList, ListNotPublished } from './download-list.ts';
import { type DebtQuarter, debtAddresses, nameQuarter, quarterBefore } from './list-addresses.ts';

export type DownloadDebtsOptions = Omit<Parameters<typeof downloadList>[2], 'onBytes'> & {
  /** The quarter that is wanted; the newest published one unless given. */
  readonly quarter?: DebtQuarter | undefined;
  /** The address that the folders of the quarters are under, instead of the PGFN's. */
  readonly baseUrl?: string | undefined;
  readonly now: Date;
  readonly onBytes?: ((received: number, total: number | undefined, fileName: string) => void) | undefined;
};

export type DownloadedDebts = {
  /** `2026_trimestre_03` */
  readonly quarter: string;
  readonly files: readonly (DownloadedList & {
    /** True if the file was there from an earlier run. */
    readonly isKept: boolean;
  })[];
};

/** Quarters that are looked for, from the last one that has ended: they are published weeks later. */
const quartersTried = 3;

/**
 * Fetches the three registers of debts that the PGFN publishes for a quarter, into a folder that is named as the
 * quarter's, so that the import knows their day. A file that is there already is kept: a published quarter does not
 * change. Each file goes on where an earlier run stopped, as `downloadList` does.
 *
 * Rejects with `list_download_failed`, and with the reason of an aborted signal.
 */
export async function downloadDebts(
  client: OutboundClient,
  options: DownloadDebtsOptions,
): Promise<DownloadedDebts> {
  if (options.quarter !== undefined) return await downloadQuarter(client, options.quarter, options);
  let quarter = quarterBefore(toQuarter(options.now));
  for (let tried = 1; ; tried += 1) {
    try {
      return await downloadQuarter(client, quarter, options);
    } catch (error) {
      if (!(error instanceof ListNotPublished) || tried === quartersTried) throw error;
      quarter = quarterBefore(quarter);
    }
  }
}

async function downloadQuarter(
  client: OutboundClient,
  quarter: DebtQuarter,
  options: DownloadDebtsOptions,
): Promise<DownloadedDebts> {
  const { limits, signal, onBytes } = options;
  const directory = join(options.directory, nameQuarter(quarter));
  const files = [];
  for (const address of debtAddresses(quarter, options.baseUrl)) {
    const path = join(directory, address.fileName);
    const kept = await stat(path).catch(() => undefined);
    if (kept !== undefined) {
      files.push({ path, sizeBytes: kept.size, isResumed: false, isKept: true });
      continue;
    }
    const fetched = await downloadList(client, address, {
      directory,
      limits,
      signal,
      onBytes: (received, total) => onBytes?.(received, total, address.fileName),
    });
    files.push({ ...fetched, isKept: false });
  }
  return { quarter: nameQuarter(quarter), files };
}

function toQuarter(day: Date): DebtQuarter {
  return { year: day.getUTCFullYear(), quarter: Math.floor(day.getUTCMonth() / 3) + 1 };
}
