import { Command } from 'commander';
import { systemClock } from '../../platform/clock.ts';
import { importRegistry, parseSelection } from '../../registry/index.ts';
import { describeGeneration } from './describe-generation.ts';
import { openRegistry } from './open-registry.ts';
import { createProgressLine } from './progress-line.ts';

type Options = {
  readonly from: string;
  readonly only?: string;
  readonly cnpjList?: string;
  readonly month?: string;
  readonly force?: true;
  readonly json?: true;
};

/** `confere registry import`: a month of the open data, into service when its checks pass. */
export function importRegistryCommand(): Command {
  return new Command('import')
    .description(
      'Import the archives of a month, beside the one in service, and switch when the checks pass.',
    )
    .requiredOption('--from <dir>', 'folder with the zip files as published (any of them), or unzipped')
    .option('--only <states>', 'a part of the country, such as uf=SP or uf=SP,RJ')
    .option('--cnpj-list <file>', 'only the numbers of a file, one a line')
    .option('--month <YYYY-MM>', 'the month of the data, instead of what the names of the files say')
    .option('--force', 'put the month into service although checks fail')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: Options) => {
      const selection = await parseSelection(options);
      await using registry = await openRegistry('registry import');
      const { config, database } = registry;
      const line = createProgressLine(process.stderr);
      const controller = new AbortController();
      const stop = () => controller.abort();
      process.once('SIGINT', stop).once('SIGTERM', stop);
      try {
        const generation = await importRegistry(
          { database, clock: systemClock },
          {
            directory: options.from,
            selection,
            dataMonth: options.month,
            ignoreChecks: options.force,
            databaseFolder: database.kind === 'embedded' ? config.storage.dataDir : undefined,
            onProgress: line.show,
            signal: controller.signal,
          },
        );
        line.end();
        console.log(
          options.json ? JSON.stringify(generation, null, 2) : describeGeneration(generation).join('\n'),
        );
      } finally {
        line.end();
        process.off('SIGINT', stop).off('SIGTERM', stop);
      }
    });
}
