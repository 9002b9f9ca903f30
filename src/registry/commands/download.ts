import { resolve } from 'node:path';
import { Command } from 'commander';
import { loadConfig, readEnvironment } from '../../platform/config/index.ts';
import { downloadRegistry, registryDownloadLimits } from '../download/download-registry.ts';
import { listPublishedMonths } from '../download/list-published-months.ts';
import { RegistryError } from '../errors.ts';
import { registrySettings } from '../settings.ts';
import { createDownloadLines } from './download-lines.ts';

type Options = {
  readonly to?: string;
  readonly month?: string;
  readonly list?: true;
  readonly json?: true;
};

/** `confere registry download`: the archives of a month, from Receita Federal's share. Touches no database. */
export function downloadRegistryCommand(): Command {
  return new Command('download')
    .description('Download the archives of a month. Run it again to resume.')
    .option('--to <dir>', 'folder for the archives, best one for each month')
    .option('--month <YYYY-MM>', 'the month; default: the newest')
    .option('--list', 'only list the months')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: Options, command: Command) => {
      if (options.list === undefined && options.to === undefined) {
        command.error("error: required option '--to <dir>' not specified");
      }
      const { registry } = loadConfig(readEnvironment(), registrySettings);
      const controller = new AbortController();
      const stop = () => controller.abort(new RegistryError('registry_download_interrupted'));
      process.once('SIGINT', stop).once('SIGTERM', stop);
      const access = {
        shareUrl: registry.shareUrl,
        ...registryDownloadLimits,
        signal: controller.signal,
      };
      try {
        if (options.to === undefined || options.list) {
          const months = await listPublishedMonths(access);
          if (options.json) console.log(JSON.stringify({ shareUrl: registry.shareUrl, months }, null, 2));
          else for (const { month } of months) console.log(month);
          return;
        }
        await download({ ...options, to: options.to }, access);
      } finally {
        process.off('SIGINT', stop).off('SIGTERM', stop);
      }
    });
}

async function download(
  { to, month, json }: Options & { readonly to: string },
  access: Omit<Parameters<typeof downloadRegistry>[0], 'directory'>,
): Promise<void> {
  const lines = createDownloadLines(process.stderr);
  try {
    const result = await downloadRegistry({
      ...access,
      directory: resolve(to),
      month,
      onProgress: lines.show,
    });
    lines.end();
    if (json) return console.log(JSON.stringify(result, null, 2));
    const fresh = result.files.filter(({ outcome }) => outcome === 'downloaded').length;
    console.log(
      `${result.month}: ${result.files.length} archives, ${(result.sizeBytes / 1e9).toFixed(2)} GB, ${fresh} of them new, in ${result.directory}`,
    );
  } finally {
    lines.end();
  }
}
