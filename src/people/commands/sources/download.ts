import { Argument, Command, InvalidArgumentError } from 'commander';
import { createProgressBar } from '../../../cli/progress-bar.ts';
import { loadConfig, readEnvironment } from '../../../platform/config/index.ts';
import { createOutboundClient, type OutboundClient } from '../../../platform/outbound/index.ts';
import { downloadDebts } from '../../downloads/download-debts.ts';
import { downloadList } from '../../downloads/download-list.ts';
import { type DebtQuarter, listAddresses, parseQuarter } from '../../downloads/list-addresses.ts';
import { PeopleError } from '../../errors.ts';
import type { ListName } from '../../list-entry.ts';
import { peopleSettings } from '../../settings.ts';

type Options = {
  readonly to: string;
  readonly url?: string;
  readonly quarter?: DebtQuarter;
  readonly json?: true;
};

const limits = { timeoutMs: 3_600_000, stallTimeoutMs: 30_000, attempts: 5, retryWaitMs: 2_000 };

/** `confere sources download LIST`: the files of a list, from where it is published. Touches no database. */
export function downloadListCommand(): Command {
  return new Command('download')
    .description('Download the files of a public list. Run it again to resume.')
    .addArgument(new Argument('<list>', 'which list').choices([...Object.keys(listAddresses), 'pgfn']))
    .option('--to <dir>', 'folder for the files', '.')
    .option(
      '--url <url>',
      'address of the file, such as a mirror, or of the folders of the quarters (pgfn); default: the published address',
    )
    .option('--quarter <YYYY-N>', 'quarter of pgfn, such as 2026-3; default: the newest', readQuarter)
    .option('--json', 'print one JSON document on standard output')
    .action(async (list: ListName, options: Options) => {
      const { people } = loadConfig(readEnvironment(), peopleSettings);
      const client = createOutboundClient({ peer: 'lists', allow: people.fetchAllow });
      const controller = new AbortController();
      const stop = () =>
        controller.abort(
          new PeopleError('list_download_failed', { detail: 'The download was interrupted.' }),
        );
      process.once('SIGINT', stop).once('SIGTERM', stop);
      try {
        await (list === 'pgfn' ? fetchDebts : fetchList)(client, list, options, controller.signal);
      } finally {
        client.close();
        process.off('SIGINT', stop).off('SIGTERM', stop);
      }
    });
}

async function fetchList(
  client: OutboundClient,
  list: ListName,
  { to, url, json }: Options,
  signal: AbortSignal,
): Promise<void> {
  const published = listAddresses[list]!;
  const bar = createBar();
  const address = { ...published, url: url ?? published.url };
  try {
    const onBytes = (received: number, total?: number) => bar.show(list, received, total);
    const done = await downloadList(client, address, { directory: to, limits, signal, onBytes });
    bar.end();
    if (json) console.log(JSON.stringify({ list, ...done }, null, 2));
    else console.log(`${done.path}: ${done.sizeBytes} bytes. ${importHint(list, done.path)}`);
  } finally {
    bar.end();
  }
}

async function fetchDebts(
  client: OutboundClient,
  list: ListName,
  { to, url, quarter, json }: Options,
  signal: AbortSignal,
): Promise<void> {
  const bar = createBar();
  try {
    const done = await downloadDebts(client, {
      directory: to,
      quarter,
      baseUrl: url,
      now: new Date(),
      limits,
      signal,
      onBytes: (received, total, fileName) => bar.show(fileName, received, total),
    });
    bar.end();
    if (json) console.log(JSON.stringify({ list, ...done }, null, 2));
    else {
      for (const { path, sizeBytes, isKept } of done.files) {
        const kept = isKept ? ' (there already; delete it to download it again)' : '';
        console.log(`${path}: ${sizeBytes} bytes${kept}. ${importHint(list, path)}`);
      }
    }
  } finally {
    bar.end();
  }
}

function createBar() {
  const bar = createProgressBar(process.stderr, 'kB');
  return {
    show: (subject: string, received: number, total: number | undefined) =>
      bar.show({
        done: Math.ceil(received / 1000),
        total: total === undefined ? undefined : Math.ceil(total / 1000),
        subject,
      }),
    end: () => bar.end(),
  };
}

function importHint(list: ListName, path: string): string {
  return `Import it: confere sources import ${list} ${path}`;
}

function readQuarter(text: string): DebtQuarter {
  const quarter = parseQuarter(text);
  if (quarter === undefined) throw new InvalidArgumentError('a year and a quarter, such as 2026-3');
  return quarter;
}
