import { readFile } from 'node:fs/promises';
import { CaptureError } from './errors.ts';

/** Of a file, so that the page of a phone stays small. */
const longestBytes = 65_536;

const kinds = [
  ['image/png', (bytes: Buffer) => bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', (bytes: Buffer) => bytes.subarray(0, 3).toString('hex') === 'ffd8ff'],
  ['image/svg+xml', (bytes: Buffer) => /^\s*(?:<\?xml[^>]*>\s*)?<svg\b/.test(bytes.toString('utf8'))],
] as const;

/**
 * The operator's logo as a `data:` address: PNG, JPEG or SVG by its bytes, up to 64 KiB. Rejects with
 * `capture_logo_invalid`.
 */
export async function readLogo(path: string): Promise<string> {
  const refuse = (detail: string, cause?: unknown) =>
    new CaptureError('capture_logo_invalid', { detail, cause });
  const bytes = await readFile(path).catch((error: unknown) => {
    throw refuse('The file cannot be read.', error);
  });
  const kind = kinds.find(([, isKind]) => isKind(bytes))?.[0];
  if (kind === undefined) throw refuse('The file is neither PNG nor JPEG nor SVG.');
  if (bytes.length > longestBytes) throw refuse('The file has more than 64 KiB.');
  return `data:${kind};base64,${bytes.toString('base64')}`;
}
