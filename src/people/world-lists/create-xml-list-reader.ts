import { PeopleError } from '../errors.ts';
import type { ListReader, ReadEntry } from '../list-entry.ts';
import type { RowFault } from '../rows/split-records.ts';
import { readXmlRecords, type XmlNode } from './read-xml-records.ts';
import { type ListingFacts, toListEntry } from './to-list-entry.ts';

/** The layout of a list in XML. Names are local names of elements. */
export type XmlLayout = {
  readonly root: string;
  /** The elements that are entries. */
  readonly entries: ReadonlySet<string>;
  /** Elements and attributes that some entries of every published list have: without one the layout has changed. */
  readonly expected: readonly string[];
  /** An element of the head that tells of the whole. */
  readonly head?: string;
  /** Facts from the root (its attributes) or the head. */
  readHead?(node: XmlNode): {
    readonly listDate?: string | undefined;
    readonly entryCount?: number | undefined;
  };
  /** The reason to refuse the file by its name; undefined without a reason. */
  refuseName?(fileName: string): string | undefined;
  read(node: XmlNode): ListingFacts | { readonly fault: RowFault; readonly field?: string };
};

/** Entries from which on the lack of an element says something about the layout. */
const tellingEntries = 50;

/**
 * A reader of a list in XML. Refuses a file with another root or without an element that lists have
 * (`list_layout_unknown`), and one that ends early or
 * holds another number of entries than it says (`list_incomplete`).
 */
export function createXmlListReader(layout: XmlLayout): ListReader {
  let listDate: string | undefined;
  let announced: number | undefined;
  let count = 0;
  const unseen = new Set(layout.expected);
  const wanted = new Set([...layout.entries, ...(layout.head === undefined ? [] : [layout.head])]);

  function takeHead(node: XmlNode): void {
    const head = layout.readHead?.(node);
    listDate ??= head?.listDate;
    announced ??= head?.entryCount;
  }

  function note({ name, attributes, children }: XmlNode): void {
    if (unseen.size === 0) return;
    unseen.delete(name);
    for (const attribute of Object.keys(attributes)) unseen.delete(attribute);
    for (const child of children) note(child);
  }

  return {
    async *read(file) {
      const wrong = layout.refuseName?.(file.name);
      if (wrong !== undefined) throw new PeopleError('list_layout_unknown', { detail: wrong });
      let isRootRead = false;
      for await (const { records, readBytes } of readXmlRecords(file, wanted)) {
        const entries: ReadEntry[] = [];
        for (const record of records) {
          const { line } = record;
          if ('fault' in record) {
            count += 1;
            entries.push(record);
          } else if (!isRootRead) {
            isRootRead = true;
            if (record.node.name !== layout.root) {
              throw new PeopleError('list_layout_unknown', {
                detail: `The root element in line ${line} is not ${layout.root}.`,
              });
            }
            takeHead(record.node);
          } else if (layout.entries.has(record.node.name)) {
            count += 1;
            note(record.node);
            const facts = layout.read(record.node);
            const entry = 'fault' in facts ? facts : toListEntry(facts);
            entries.push('fault' in entry ? { line, ...entry } : { line, value: entry });
          } else takeHead(record.node);
        }
        yield { entries, readBytes };
      }
      if (count >= tellingEntries && unseen.size > 0) {
        const detail = `None of the ${count} entries has these parts: ${[...unseen].join(', ')}.`;
        throw new PeopleError('list_layout_unknown', { detail });
      }
      if (announced !== undefined && announced !== count) {
        const detail = `The file says that it has ${announced} entries, and it has ${count}.`;
        throw new PeopleError('list_incomplete', { detail });
      }
    },
    facts: () => ({ listDate }),
  };
}
