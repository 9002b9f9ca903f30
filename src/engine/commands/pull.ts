import { createInterface } from 'node:readline/promises';
import { Command } from 'commander';
import { createProgressBar } from '../../cli/progress-bar.ts';
import type { PackManifest } from '../packs/pack-manifest.ts';
import { pullPack } from '../packs/pull-pack.ts';
import { findModelsFolder, flagsOf, outcomeWords } from './models-folder.ts';

type Options = { readonly acceptLicense?: true; readonly from?: string; readonly json?: true };

/** `confere models pull NAME`: fetches a published pack once its licence is accepted. */
export function pullModelCommand(): Command {
  return new Command('pull')
    .description(
      'Download, check and install a published pack. Run it again to resume, or to repair an altered pack.',
    )
    .argument('<name>', 'name of a published pack, see `confere models list`')
    .option('--accept-license', 'accept the licence without a question')
    .option('--from <url>', 'mirror to download the files from')
    .option('--json', 'print one JSON document on standard output')
    .action(async (name: string, options: Options) => {
      const { config, directory } = findModelsFolder();
      const bar = createProgressBar(process.stderr, 'bytes');
      const controller = new AbortController();
      const stop = () => controller.abort();
      process.once('SIGINT', stop).once('SIGTERM', stop);
      try {
        const { id, manifest, outcome } = await pullPack(name, {
          directory,
          baseUrl: options.from ?? config.engine.modelsBaseUrl,
          signal: controller.signal,
          acceptLicence: (pack) => acceptLicence(pack, options.acceptLicense === true),
          onProgress: ({ file, done, total }) => bar.show({ done, total, subject: file }),
        }).finally(() => bar.end());
        if (options.json) {
          return console.log(
            JSON.stringify(
              { id, role: manifest.role, licence: manifest.licence, ...flagsOf(outcome) },
              null,
              2,
            ),
          );
        }
        console.log(`${id} is ${outcomeWords[outcome]}; use it with: confere models use ${id}`);
        if (manifest.role === 'recognition') {
          console.log('It has to be calibrated first: confere models calibrate');
        }
      } finally {
        process.off('SIGINT', stop).off('SIGTERM', stop);
      }
    });
}

/** Shows the licence, and asks when somebody is there to answer. */
async function acceptLicence(manifest: PackManifest, isAccepted: boolean): Promise<boolean> {
  const { name, version, licence, licenceUrl, notice, source } = manifest;
  console.error(`${name}@${version}: ${source ?? manifest.role}`);
  console.error(`Licence: ${licence}${licenceUrl === undefined ? '' : ` (${licenceUrl})`}`);
  if (notice !== undefined) console.error(notice);
  if (isAccepted) return true;
  if (process.stdin.isTTY !== true) return false;
  const questions = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await questions.question('Do you accept it? [y/N] ')).trim());
  } finally {
    questions.close();
  }
}
