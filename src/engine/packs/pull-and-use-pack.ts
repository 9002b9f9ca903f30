import { type PullPackOptions, pullPack } from './pull-pack.ts';
import { usePack } from './use-pack.ts';

/**
 * Fetches a published pack by its pinned hashes and puts it to use from the next start of each server. The caller has
 * accepted its licence. Rejects as `pullPack` and `usePack` do.
 */
export async function pullAndUsePack(
  name: string,
  options: Omit<PullPackOptions, 'acceptLicence'> & { readonly falseMatchRate: number },
): Promise<{ readonly id: string }> {
  const { falseMatchRate, ...pulling } = options;
  const { id } = await pullPack(name, { ...pulling, acceptLicence: () => true });
  await usePack(options.directory, id, falseMatchRate);
  return { id };
}
