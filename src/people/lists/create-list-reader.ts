import { type ListName, type ListReader, worldListNames } from '../list-entry.ts';
import { createWorldListReader } from '../world-lists/create-world-list-reader.ts';
import { listLayouts } from './list-layouts.ts';
import { createTableReader } from './read-table.ts';

export type ListReaderOptions = {
  /** `YYYY-MM-DD` */
  readonly today: string;
  readonly maxRowBytes: number;
};

/** A reader of one file of a list, in the layout that the list is published in. */
export function createListReader(list: ListName, options: ListReaderOptions): ListReader {
  const world = worldListNames.find((name) => name === list);
  if (world !== undefined) return createWorldListReader(world, options);
  return createTableReader(listLayouts[list as keyof typeof listLayouts], options);
}
