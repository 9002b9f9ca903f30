import { createInterface } from 'node:readline/promises';
import { Command } from 'commander';
import { type PackManifest, pullPack } from '../../faces/index.ts';
import { createProgressBar } from '../progress-bar.ts';
import { findModelsFolder } from './models-folder.ts';

type Options = { readonly acceptLicense?: true; readonly from?: string; readonly json?: true };

/** `confere models pull NAME`: fetches a published pack once its licence is accepted. */
export function pullModelCommand(): Command {
  return new Command('pull')
    .description('Fetch a published pack, check it and install it; run again, it goes on where it stopped.')
    .argument('<name>', 'name of a published pack, see `confere models list`')
    .option('--accept-license', 'accept the licence without being asked')
    .option('--from <url>', 'fetch the files from this address instead, by their names')
    .option('--json', 'print one JSON document on standard output')
    .action(async (name: string, options: Options) => {
      const { config, directory } = findModelsFolder();
      const bar = createProgressBar(process.stderr, 'bytes');
      const controller = new AbortController();
      const stop = () => controller.abort();
      process.once('SIGINT', stop).once('SIGTERM', stop);
      try {
        const { id, manifest, isNew } = await pullPack(name, {
          directory,
          baseUrl: options.from ?? config.faces.modelsBaseUrl,
          signal: controller.signal,
          acceptLicence: (pack) => acceptLicence(pack, options.acceptLicense === true),
          onProgress: ({ file, done, total }) => bar.show({ done, total, subject: file }),
        }).finally(() => bar.end());
        if (options.json) {
          return console.log(
            JSON.stringify({ id, role: manifest.role, licence: manifest.licence, isNew }, null, 2),
          );
        }
        console.log(
          `${id} is ${isNew ? 'installed' : 'installed already'}; use it with: confere models use ${id}`,
        );
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
