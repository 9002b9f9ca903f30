import sax from 'sax';
import { PeopleError } from '../errors.ts';
import type { RowsFile } from '../rows/open-rows-file.ts';
import { findLineNotUtf8 } from '../rows/read-head.ts';

/** An element by its local name, with what stands in it. */
export type XmlNode = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  readonly text: string;
};

/** A wanted element, or one that is too large to be kept. */
export type XmlRecord =
  | { readonly line: number; readonly node: XmlNode }
  | { readonly line: number; readonly fault: 'row_too_long' };

type OpenNode = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlNode[];
  text: string;
};

/** Characters and elements of one record. The longest real ones have some tens of thousands. */
const maxRecordSize = 1_000_000;
const maxDepth = 32;

/**
 * The wanted elements of an XML file, read as a stream; the root comes first, with its attributes only. Only the
 * entities of XML itself are read: a document type is refused, so nothing can be expanded or fetched.
 *
 * Rejects with `people_file_unreadable` for what is no XML, and with `list_incomplete` when the root does not end.
 */
export async function* readXmlRecords(
  file: RowsFile,
  wanted: ReadonlySet<string>,
): AsyncGenerator<{ readonly records: readonly XmlRecord[]; readonly readBytes: number }> {
  // The types do not know the option that leaves out the entities of HTML.
  const options: sax.SAXOptions & { readonly strictEntities: true } = { trim: false, strictEntities: true };
  const parser = sax.parser(true, options);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let records: XmlRecord[] = [];
  let depth = 0;
  let isEnded = false;
  let path: OpenNode[] = [];
  let size = 0;
  let startLine = 0;

  const refuse = (detail: string): never => {
    throw new PeopleError('people_file_unreadable', { detail });
  };
  parser.onerror = () => refuse(`The XML is not well formed in line ${parser.line + 1}.`);
  parser.ondoctype = () => refuse('The XML declares a document type.');
  parser.onprocessinginstruction = ({ name, body }) => {
    const encoding = /encoding\s*=\s*["']([^"']*)["']/i.exec(body)?.[1];
    if (name === 'xml' && encoding !== undefined && !/^utf-?8$/i.test(encoding)) {
      refuse(`Line 1 says that the XML is in ${encoding.slice(0, 20)}, not in UTF-8.`);
    }
  };
  parser.onopentag = ({ name, attributes }) => {
    depth += 1;
    if (depth > maxDepth) refuse('The XML nests too deeply.');
    const node = { name: localName(name), attributes: readAttributes(attributes), children: [], text: '' };
    if (depth === 1) records.push({ line: parser.line + 1, node });
    if (path.length === 0) {
      if (!wanted.has(node.name) || depth === 1) return;
      size = 0;
      startLine = parser.line + 1;
    }
    size += 1 + JSON.stringify(node.attributes).length;
    path.push(node);
  };
  const addText = (text: string) => {
    const open = path.at(-1);
    if (open === undefined) return;
    size += text.length;
    if (size <= maxRecordSize) open.text += text;
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  parser.onclosetag = () => {
    depth -= 1;
    if (depth === 0) isEnded = true;
    const node = path.pop();
    if (node === undefined) return;
    node.text = node.text.trim();
    if (path.length > 0) {
      if (size <= maxRecordSize) path.at(-1)!.children.push(node);
      return;
    }
    records.push(
      size <= maxRecordSize ? { line: startLine, node } : { line: startLine, fault: 'row_too_long' },
    );
    path = [];
  };

  function decode(chunk?: Buffer): string {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      return refuse(
        `Line ${parser.line + (findLineNotUtf8(chunk ?? Buffer.alloc(0)) ?? 1)} is not in UTF-8.`,
      );
    }
  }

  let readBytes = 0;
  for await (const chunk of file.read()) {
    readBytes += chunk.length;
    parser.write(decode(chunk));
    if (records.length === 0) continue;
    yield { records, readBytes };
    records = [];
  }
  if (!isEnded)
    throw new PeopleError('list_incomplete', {
      detail: `The XML ends within the list, in line ${parser.line + 1}.`,
    });
  parser.write(decode()).close();
  if (records.length > 0) yield { records, readBytes };
}

/** Namespaces of these files change from year to year; names within them do not. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function readAttributes(attributes: sax.Tag['attributes'] | sax.QualifiedTag['attributes']) {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [localName(name), String(value)]),
  );
}

/** The elements of a name directly within another. */
export function childrenOf(node: XmlNode, name: string): readonly XmlNode[] {
  return node.children.filter((child) => child.name === name);
}

/** The text of the first element of a name directly within another; undefined for none and for an empty one. */
export function textOf(node: XmlNode, name: string): string | undefined {
  const text = node.children.find((child) => child.name === name)?.text;
  return text === undefined || text === '' ? undefined : text;
}

/** The elements of a name anywhere within another. */
export function descendantsOf(node: XmlNode, name: string): readonly XmlNode[] {
  return node.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...descendantsOf(child, name),
  ]);
}
