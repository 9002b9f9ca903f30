import { resolve } from 'node:path';
import type { Command } from 'commander';
import { defineCommand, option } from '../../cli/define-command.ts';
import { createProgressBar } from '../../cli/progress-bar.ts';
import { setUpPacks } from '../packs/set-up-packs.ts';
import { findModelsFolder } from './models-folder.ts';

export function setUpCommand(): Command {
  return defineCommand('setup', {
    description:
      'Download the published packs with a licence for commercial use, and use the liveness pack. With --images, also calibrate the recognition packs and use one that performs better than the packaged network.',
    takes: {
      images: option(
        '--images <dir>',
        'photos of many people: a folder for each, or files called person_number.jpg',
        { parse: resolve },
      ),
      from: option('--from <url>', 'mirror to download the files from'),
    },
    async run({ images, from }) {
      const { config, directory } = findModelsFolder();
      using bar = createProgressBar(process.stderr, 'bytes');
      const packs = await setUpPacks({
        directory,
        baseUrl: from ?? config.engine.modelsBaseUrl,
        falseMatchRate: config.engine.falseMatchRate,
        images,
        workers: config.engine.workers,
        onProgress: ({ file, done, total }) => bar.show({ done, total, subject: file }),
      });
      if (packs.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1;
      return { packs };
    },
    describe: ({ packs }) =>
      packs.map(
        ({ id, licence, outcome, reason }) => `${id} (${licence}): ${outcome.replace('-', ' ')}: ${reason}`,
      ),
  });
}
