import { Command } from 'commander';
import { listenCommand, untilStopped } from './listen.ts';
import { addFeedOptions, type FeedOptions, readFeed } from './read-feed.ts';

/** `confere events ...`: what has happened. */
export function eventsCommand(): Command {
  return new Command('events')
    .description('Follow the feed of events.')
    .addCommand(tailCommand())
    .addCommand(listenCommand());
}

/** `confere events tail`: events as they come, one JSON document a line. */
function tailCommand(): Command {
  return addFeedOptions(new Command('tail'))
    .description('Print new events until Ctrl-C, one JSON document on each line.')
    .option('--limit <count>', 'stop after this number of events', Number)
    .option('--json', 'no effect: the output is always one JSON document on each line')
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
