import { Command } from 'commander';
import { verifyPacks } from '../packs/verify-packs.ts';
import { findModelsFolder } from './models-folder.ts';

/** `confere models verify [NAME]`: hashes, and a run of each network. Fails when a pack is not sound. */
export function verifyModelsCommand(): Command {
  return new Command('verify')
    .description('Check installed packs: the hash of every file, and a test run of every network.')
    .argument('[name]', 'name, or name@version; default: all packs')
    .option('--json', 'print one JSON document on standard output')
    .action(async (name: string | undefined, options: { readonly json?: true }) => {
      const packs = await verifyPacks(findModelsFolder().directory, name);
      if (packs.some(({ isSound }) => !isSound)) process.exitCode = 1;
      if (options.json) return console.log(JSON.stringify({ packs }, null, 2));
      if (packs.length === 0) console.log('no pack is installed');
      for (const { id, isSound, problem } of packs) {
        console.log(`${id}  ${isSound ? 'sound' : `${problem?.code}: ${problem?.detail}`}`);
      }
    });
}
