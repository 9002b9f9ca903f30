import { Command } from 'commander';
import { listPacks, type PackSummary } from '../packs/describe-packs.ts';
import { findModelsFolder, reportPackProblem } from './models-folder.ts';

/** `confere models list`: packaged, installed and published networks, and which are used. */
export function listModelsCommand(): Command {
  return new Command('list')
    .description(
      'Show the packaged networks, the installed packs and the published packs, with their licences.',
    )
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly json?: true }) => {
      const { directory } = findModelsFolder();
      const packs = await listPacks(directory, reportPackProblem);
      if (options.json) return console.log(JSON.stringify({ directory, packs }, null, 2));
      for (const line of describe(packs)) console.log(line);
    });
}

function describe(packs: readonly PackSummary[]): string[] {
  const width = Math.max(...packs.map(({ id }) => id.length));
  return packs.map(({ id, role, state, inUse, licence, lacks, togetherWith }) => {
    const mark = inUse ? '*' : ' ';
    const lack = lacks === undefined ? '' : `  (no ${lacks} table yet)`;
    const both = togetherWith === undefined ? '' : `  (together with ${togetherWith})`;
    return `${mark} ${id.padEnd(width)}  ${role.padEnd(11)}  ${state.padEnd(9)}  ${licence}${both}${lack}`;
  });
}
