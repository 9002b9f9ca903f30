import { Command } from 'commander';
import { addFeedOptions, type FeedOptions, readFeed } from './read-feed.ts';
import { untilStopped } from './until-stopped.ts';

/** `confere events tail`: events as they come, one JSON document a line. */
export function tailCommand(): Command {
  return addFeedOptions(new Command('tail'))
    .description('Print events as they come, one JSON document a line, until Ctrl-C.')
    .option('--limit <count>', 'end after so many events', Number)
    .option('--json', 'as it is anyway: one JSON document a line')
    .action(async (options: FeedOptions & { readonly limit?: number }) => {
      const { signal, stop } = untilStopped();
      let printed = 0;
      for await (const event of readFeed(options, signal)) {
        console.log(JSON.stringify(event));
        printed += 1;
        if (printed === options.limit) stop();
        if (signal.aborted) break;
      }
    });
}
