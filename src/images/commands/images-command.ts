import { Command } from 'commander';
import { moveImagesCommand } from './move.ts';

/** `confere images ...`: where photos stand. */
export function imagesCommand(): Command {
  return new Command('images')
    .description('Look after the places where photos stand.')
    .addCommand(moveImagesCommand());
}
