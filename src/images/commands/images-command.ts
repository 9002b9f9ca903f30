import { Command } from 'commander';
import { moveImagesCommand } from './move.ts';

/** `confere images ...`: where photos stand. */
export function imagesCommand(): Command {
  return new Command('images').description('Manage the photo stores.').addCommand(moveImagesCommand());
}
