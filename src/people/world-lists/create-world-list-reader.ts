import type { ListReader, WorldListName } from '../list-entry.ts';
import { createXmlListReader } from './create-xml-list-reader.ts';
import { createUkReader } from './read-uk.ts';
import { euLayout, ofacLayout, unLayout } from './xml-layouts.ts';

/** A reader of an international sanctions list. Rejects with `list_layout_unknown` and `list_incomplete`. */
export function createWorldListReader(
  list: WorldListName,
  { maxRowBytes }: { readonly maxRowBytes: number },
): ListReader {
  switch (list) {
    case 'un':
      return createXmlListReader(unLayout);
    case 'ofac_sdn':
      return createXmlListReader(ofacLayout(/cons/i));
    case 'ofac_consolidated':
      return createXmlListReader(ofacLayout(/sdn/i));
    case 'eu':
      return createXmlListReader(euLayout);
    case 'uk':
      return createUkReader({ maxRowBytes });
  }
}
