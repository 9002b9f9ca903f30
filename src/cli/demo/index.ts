import { Command } from 'commander';

/** `confere demo`: the main job on a service of its own, in a temporary folder. */
export function demoCommand(): Command {
  return new Command('demo').description('Show the main job on sample photos.').action(async () => {
    throw new Error('not yet');
  });
}
