import { Command } from 'commander';
import { listenCommand } from './listen.ts';
import { tailCommand } from './tail.ts';

/** `confere events ...`: what has happened. */
export function eventsCommand(): Command {
  return new Command('events')
    .description('Follow the feed of events.')
    .addCommand(tailCommand())
    .addCommand(listenCommand());
}
