import { statfs } from 'node:fs/promises';
import { basename } from 'node:path';
import { listUnfinishedDownloads } from '../download-record.ts';
import { RegistryError } from '../errors.ts';
import type { RegistryFile } from './find-registry-files.ts';
import { repairRow } from './repair-row.ts';

/** Tables and indexes take about this many bytes for each byte of CSV; measured, with room to spare. */
const diskBytesPerContentByte = 1.8;

/**
 * The month of the files as `YYYY-MM`: as given, or by the day in the names of the members
 * (`...D60411.ESTABELE`), the folder's name, or the age of the newest establishments, in this order.
 *
 * Throws `registry_months_differ` when the names are of several months and none is given, and
 * `registry_month_future` when the given one has not come.
 */
export function findDataMonth(
  files: readonly RegistryFile[],
  directory: string,
  now: Date,
  given?: string,
): string {
  if (given !== undefined) {
    if (given <= now.toISOString().slice(0, 7)) return given;
    throw new RegistryError('registry_month_future', { detail: given });
  }
  const named = new Map<string, string>();
  for (const { name, member } of files) {
    const [, digit, month] = /\.D(\d)(0[1-9]|1[0-2])\d{2}(\.|$)/i.exec(member) ?? [];
    if (digit !== undefined) named.set(`${yearOf(Number(digit), now)}-${month}`, name);
  }
  if (named.size > 1) {
    const detail = [...named].map(([month, name]) => `${name} is of ${month}`).join(', ');
    throw new RegistryError('registry_months_differ', { detail });
  }
  const [month] = named.keys();
  if (month !== undefined) return month;
  const folder = /^\d{4}-(0[1-9]|1[0-2])$/.exec(basename(directory));
  if (folder !== null) return folder[0];
  const rows = files.filter(({ layout }) => layout.table === 'establishments');
  const times = (rows.length > 0 ? rows : files).map(({ modified }) => modified.getTime());
  return new Date(Math.max(...times)).toISOString().slice(0, 7);
}

/** The names hold a year's last digit only: the newest such year that is not after next year. */
function yearOf(digit: number, now: Date): number {
  let year = now.getUTCFullYear() + 1;
  while (year % 10 !== digit) year -= 1;
  return year;
}

/** Throws `registry_archive_broken` where a download into the folder has not ended: a part of a month is no month. */
export async function refuseUnfinishedDownload(directory: string): Promise<void> {
  const names = await listUnfinishedDownloads(directory);
  if (names.length === 0) return;
  const detail = `The download of these has not ended: ${names.join(', ')}.`;
  throw new RegistryError('registry_archive_broken', { detail });
}

/**
 * Compares the first row of every file with its layout. Throws `registry_layout_changed`, naming each file that
 * differs, and `registry_archive_broken` for one that cannot be read.
 */
export async function checkLayouts(files: readonly RegistryFile[]): Promise<void> {
  const faults: string[] = [];
  for (const file of files) {
    let start = Buffer.alloc(0);
    for await (const chunk of file.read()) {
      start = Buffer.concat([start, chunk]);
      if (start.length > 65_536) break;
    }
    if (start.length === 0) continue;
    let at = start.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? 3 : 0;
    let found = repairRow(start, at, file.layout.columns.length, true);
    // A row that has no end says nothing of the layout, and no import ends for one row.
    while (found.kind === 'bad' && found.reason === 'quote_unclosed' && found.next < start.length) {
      at = found.next;
      found = repairRow(start, at, file.layout.columns.length, true);
    }
    if (found.kind === 'bad' && found.reason === 'column_count') {
      const lineEnd = start.indexOf('\n', at);
      const line = start.subarray(at, lineEnd < 0 ? start.length : lineEnd);
      const count = line.toString('latin1').split(';').length;
      faults.push(`${file.name} has ${count} columns, not ${file.layout.columns.length}`);
    }
  }
  if (faults.length > 0) throw new RegistryError('registry_layout_changed', { detail: faults.join('; ') });
}

/** The number of the last part of a whole month; parts of a table are counted from 0. */
const lastPart = 9;

/**
 * Throws `registry_parts_missing` when a table lacks parts below its last one, or, in a folder with the last part of
 * any table, up to that one. Names without numbers say nothing of their table.
 */
export function refuseMissingParts(files: readonly RegistryFile[]): void {
  const parts = new Map<string, number[]>();
  for (const { layout, name, member } of files) {
    if (layout.table === 'codes' || layout.table === 'simples') continue;
    const [, part] =
      /Y(\d{1,2})\.D\d{5}\./i.exec(member) ?? /^[a-z]+(\d{1,2})\.(?:zip|csv)$/i.exec(name) ?? [];
    parts.set(layout.archive, [...(parts.get(layout.archive) ?? []), Number(part)]);
  }
  const highest = Math.max(...[...parts.values()].flat().filter((part) => !Number.isNaN(part)));
  const missing = [...parts].flatMap(([archive, found]) => {
    if (found.some(Number.isNaN)) return [];
    const last = highest >= lastPart ? highest : Math.max(...found);
    const wanted = Array.from({ length: last + 1 }, (_, part) => part);
    return wanted.filter((part) => !found.includes(part)).map((part) => `${archive}${part}`);
  });
  if (missing.length > 0) throw new RegistryError('registry_parts_missing', { detail: missing.join(', ') });
}

/**
 * Throws `registry_disk_full` when the folder's file system has less room than a generation of the files will
 * take. Only for a database on this machine.
 */
export async function checkDiskSpace(files: readonly RegistryFile[], folder: string): Promise<void> {
  const needed = files.reduce((sum, { contentBytes }) => sum + contentBytes, 0) * diskBytesPerContentByte;
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < needed) {
    throw new RegistryError('registry_disk_full', {
      detail: `About ${toGigabytes(needed)} GB are needed, ${toGigabytes(free)} GB are free.`,
    });
  }
}

function toGigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(1);
}
