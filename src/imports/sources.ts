import { type ListName, listAddresses, listNames } from '../people/index.ts';

/** Every source that can be imported from a file. */
export const importableSources = [...listNames, 'data_sets', 'registry', 'tax_regimes'] as const;
export type ImportableSource = (typeof importableSources)[number];

/** True when the service knows where the source is published. */
export function isDownloadable(source: ImportableSource): boolean {
  if (source === 'registry') return true;
  return source !== 'tax_regimes' && source !== 'data_sets' && listAddresses[source] !== undefined;
}

/** True when an import reads a folder with several files, and no single one. */
export function readsFolder(source: ImportableSource): boolean {
  return source === 'registry' || source === 'tax_regimes';
}

/** Imports of one group use the same lock, so one of them runs at a time. */
export function lockGroupOf(source: ImportableSource, action: 'import' | 'download'): string {
  if (action === 'download') return `download ${source}`;
  return readsFolder(source) || source === 'data_sets' ? source : 'lists';
}

export type { ListName };
