import { Argument, Command } from 'commander';
import { createProgressBar } from '../../../cli/progress-bar.ts';
import { loadConfig, readEnvironment } from '../../../platform/config/index.ts';
import { createOutboundClient } from '../../../platform/outbound/index.ts';
import { downloadList, listDownloadLimits } from '../../downloads/download-list.ts';
import { listAddresses } from '../../downloads/list-addresses.ts';
import { PeopleError } from '../../errors.ts';
import type { ListName } from '../../list-entry.ts';
import { peopleSettings } from '../../settings.ts';

type Options = { readonly to: string; readonly url?: string; readonly json?: true };

/** `confere sources download LIST`: the file of a list, from where it is published. Touches no database. */
export function downloadListCommand(): Command {
  return new Command('download')
    .description('Download the file of a public list. Run it again to resume.')
    .addArgument(new Argument('<list>', 'which list').choices(Object.keys(listAddresses)))
    .option('--to <dir>', 'folder for the file', '.')
    .option('--url <url>', 'address of the file, such as a mirror; default: the published address')
    .option('--json', 'print one JSON document on standard output')
    .action(async (list: ListName, { to, url, json }: Options) => {
      const { people } = loadConfig(readEnvironment(), peopleSettings);
      const published = listAddresses[list]!;
      const client = createOutboundClient({ peer: 'lists', allow: people.fetchAllow });
      const controller = new AbortController();
      const stop = () =>
        controller.abort(
          new PeopleError('list_download_failed', { detail: 'The download was interrupted.' }),
        );
      process.once('SIGINT', stop).once('SIGTERM', stop);
      const bar = createProgressBar(process.stderr, 'kB');
      try {
        const done = await downloadList(
          client,
          { ...published, url: url ?? published.url },
          {
            directory: to,
            limits: listDownloadLimits,
            signal: controller.signal,
            onBytes: (received, total) =>
              bar.show({
                done: Math.ceil(received / 1000),
                total: total === undefined ? undefined : Math.ceil(total / 1000),
                subject: list,
              }),
          },
        );
        bar.end();
        if (json) console.log(JSON.stringify({ list, ...done }, null, 2));
        else
          console.log(
            `${done.path}: ${done.sizeBytes} bytes. Import it: confere sources import ${list} ${done.path}`,
          );
      } finally {
        bar.end();
        client.close();
        process.off('SIGINT', stop).off('SIGTERM', stop);
      }
    });
}
