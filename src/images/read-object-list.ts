import sax from 'sax';

/** A page of a bucket's objects. */
export type ObjectList = {
  readonly objects: readonly { readonly key: string; readonly modifiedAt: Date }[];
  /** True when more follow. */
  readonly isTruncated: boolean;
};

/** Reads the answer to ListObjectsV2. Undefined for anything else, a page of HTML or half a document among them. */
export function readObjectList(body: Buffer): ObjectList | undefined {
  const xml = sax.parser(true);
  const path: string[] = [];
  const objects: { key: string; modifiedAt: Date }[] = [];
  let entry: Record<string, string> = {};
  let isTruncated: string | undefined;
  let isWhole = false;
  let text = '';
  xml.onopentag = ({ name }) => {
    path.push(name);
    text = '';
    if (name === 'Contents') entry = {};
  };
  xml.ontext = (piece) => {
    text += piece;
  };
  xml.onclosetag = (name) => {
    path.pop();
    const parent = path.join('/');
    if (parent === 'ListBucketResult/Contents') entry[name] = text;
    else if (parent === 'ListBucketResult' && name === 'IsTruncated') isTruncated = text.trim();
    else if (parent === 'ListBucketResult' && name === 'Contents') {
      objects.push({ key: entry.Key ?? '', modifiedAt: new Date(entry.LastModified ?? '') });
    } else if (parent === '' && name === 'ListBucketResult') isWhole = true;
  };
  xml.onerror = () => {};
  try {
    xml.write(body.toString('utf8')).close();
  } catch {
    return undefined;
  }
  const isSound = objects.every(({ key, modifiedAt }) => key !== '' && !Number.isNaN(modifiedAt.getTime()));
  if (!isWhole || isTruncated === undefined || !isSound) return undefined;
  return { objects, isTruncated: isTruncated === 'true' };
}
