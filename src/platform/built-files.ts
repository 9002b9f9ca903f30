import { access, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { AppError } from './errors.ts';
import { succeeds } from './succeeds.ts';

type FileEncoding = 'br' | 'gzip' | 'identity';

type BuiltFile = { readonly bytes: Buffer; readonly contentType: string; readonly encoding: FileEncoding };

/** The files of a page that a build has made, read once each. */
export type BuiltFiles = ReturnType<typeof createBuiltFiles>;

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.bin': 'application/octet-stream',
};

const suffixes = { br: '.br', gzip: '.gz', identity: '' } as const;
/** Names that builds give: a few folders, no dots at the start of a name. */
const nameForm = /^([\w-]+\/){0,3}[\w@-][\w.@-]*\.[a-z]+$/;

/**
 * The files of a folder that a build writes to, whether it has run yet or not. `refusals` makes the errors of the domain
 * that the page belongs to.
 */
export function createBuiltFiles(
  directory: string,
  refusals: { readonly notBuilt: () => AppError; readonly notFound: () => AppError },
) {
  const cached = new Map<string, Promise<Buffer>>();
  const read = (name: string): Promise<Buffer> => {
    const known = cached.get(name);
    if (known !== undefined) return known;
    const reading = readFile(join(directory, name));
    cached.set(name, reading);
    // A build may follow while the service runs.
    reading.catch(() => cached.delete(name));
    return reading;
  };
  const typeOf = (name: string) => (nameForm.test(name) ? contentTypes[extname(name)] : undefined);
  const has = async (name: string) =>
    typeOf(name) !== undefined &&
    // Not read: what is read is kept, and a build may follow.
    (await succeeds(access(join(directory, name))));
  const isBuilt = () => has('index.html');
  return {
    isBuilt,
    /** True when the build made a file of that name. */
    has,
    /**
     * The file in the best of the encodings that the browser takes, as the build compressed it.
     * @throws the error of `refusals` that fits
     */
    async read(name: string, accepted: string): Promise<BuiltFile> {
      const contentType = typeOf(name);
      if (contentType !== undefined) {
        for (const encoding of ['br', 'gzip', 'identity'] as const) {
          if (encoding !== 'identity' && !accepts(accepted, encoding)) continue;
          const bytes = await read(`${name}${suffixes[encoding]}`).catch(() => undefined);
          if (bytes !== undefined) return { bytes, contentType, encoding };
        }
      }
      throw (await isBuilt()) ? refusals.notFound() : refusals.notBuilt();
    },
  };
}

/** True when a header `Accept-Encoding` names the encoding and does not refuse it (RFC 9110, section 12.5.3). */
function accepts(header: string, encoding: FileEncoding): boolean {
  return header.split(',').some((each) => {
    const [name = '', quality = ''] = each.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !/^q=0(\.0*)?$/.test(quality);
  });
}
