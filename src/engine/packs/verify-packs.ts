import { AppError } from '../../platform/errors.ts';
import { checkPack } from './check-pack.ts';
import { getInstalledPack, listInstalledPacks } from './packs-folder.ts';

export type PackVerdict = {
  readonly id: string;
  readonly isSound: boolean;
  /** Code and words of what is wrong. */
  readonly problem?: { readonly code: string; readonly detail: string };
};

/** Checks installed packs, one or all of them: files by their hashes, networks by running them. */
export async function verifyPacks(directory: string, name?: string): Promise<PackVerdict[]> {
  const packs =
    name === undefined ? await listInstalledPacks(directory) : [await getInstalledPack(directory, name)];
  const verdicts: PackVerdict[] = [];
  for (const pack of packs) {
    try {
      await checkPack(pack.directory, pack.manifest);
      verdicts.push({ id: pack.id, isSound: true });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      verdicts.push({
        id: pack.id,
        isSound: false,
        problem: { code: error.code, detail: error.detail ?? error.title },
      });
    }
  }
  return verdicts;
}
