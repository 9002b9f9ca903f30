import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';

/** A photo, and the person that its folder or its name says it shows. */
export type PhotoOfPerson = { readonly path: string; readonly person: string };

/**
 * The photos below a folder, sorted: a folder for each person, or files named by the person, an underscore and a
 * number. Rejects when the folder cannot be read.
 */
export async function listPhotosOfPeople(images: string): Promise<PhotoOfPerson[]> {
  return (await listFiles(images))
    .filter((path) => /\.(jpe?g|png|webp|avif)$/i.test(path))
    .map((path) => ({ path, person: personOfPhoto(relative(images, path)) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The person of a photo, by its path in a folder of photos: its own folder's name, or its name without a number. */
export function personOfPhoto(path: string): string {
  const [folder, ...rest] = path.split(sep);
  return rest.length > 0 && folder !== undefined ? folder : basename(path).replace(/_?\d*\.[^.]+$/, '');
}

/**
 * Every file below a folder, symbolic links followed. A folder that several links lead to is read once, so links in
 * a circle end. A link that leads nowhere is left out.
 */
async function listFiles(folder: string, seen = new Set<string>()): Promise<string[]> {
  const place = await realpath(folder);
  if (seen.has(place)) return [];
  seen.add(place);
  const files: string[] = [];
  for (const entry of (await readdir(folder)).sort()) {
    const path = join(folder, entry);
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory()) files.push(...(await listFiles(path, seen)));
    else if (found?.isFile()) files.push(path);
  }
  return files;
}
