import { Command } from 'commander';
import { checkImagesCommand } from './check.ts';
import { moveImagesCommand } from './move.ts';
import { takeOverImagesCommand } from './take-over.ts';

/** `confere images ...`: where photos stand. */
export function imagesCommand(): Command {
  return new Command('images')
    .description('Manage the photo stores.')
    .addCommand(checkImagesCommand())
    .addCommand(moveImagesCommand())
    .addCommand(takeOverImagesCommand());
}
