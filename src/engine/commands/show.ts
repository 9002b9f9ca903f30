import { Command } from 'commander';
import { describePack } from '../packs/describe-packs.ts';
import { findModelsFolder } from './models-folder.ts';

/** `confere models show NAME`: what a pack is, its files, hashes and licence. */
export function showModelCommand(): Command {
  return new Command('show')
    .description('Show the manifest, licence, files and calibration table of a pack.')
    .argument('<name>', 'name, or name@version')
    .option('--json', 'print one JSON document on standard output')
    .action(async (name: string, options: { readonly json?: true }) => {
      const { manifest, installed, inUse } = await describePack(findModelsFolder().directory, name);
      const calibration =
        installed?.calibration ?? ('calibration' in manifest ? manifest.calibration : undefined);
      const known = {
        state: installed === undefined ? 'published' : 'installed',
        inUse,
        ...(installed === undefined ? {} : { directory: installed.directory }),
        manifest,
        ...(calibration === undefined ? {} : { calibration }),
      };
      if (options.json) return console.log(JSON.stringify(known, null, 2));
      console.log(
        `${manifest.name}@${manifest.version}  ${manifest.role}  ${known.state}${inUse ? ', in use' : ''}`,
      );
      console.log(
        `licence  ${manifest.licence}${manifest.licenceUrl === undefined ? '' : `  ${manifest.licenceUrl}`}`,
      );
      if (manifest.source !== undefined) console.log(`source   ${manifest.source}`);
      if (manifest.notice !== undefined) console.log(`notice   ${manifest.notice}`);
      for (const file of manifest.files) {
        console.log(`file     ${file.name}  ${file.sha256}${file.url === undefined ? '' : `  ${file.url}`}`);
      }
      const { size, colourOrder, mean, std } = manifest.input;
      console.log(
        `input    ${size} x ${size} ${colourOrder}, (value - ${mean.join('/')}) / ${std.join('/')}`,
      );
      console.log(`output   ${JSON.stringify(manifest.output)}`);
      if (calibration !== undefined) {
        console.log(`learnt   ${calibration.learntOn}`);
        for (const { falseMatchRate, score } of calibration.falseMatchRates) {
          console.log(`rate     ${falseMatchRate.toExponential(0)} at score ${score}`);
        }
      } else if (manifest.role === 'recognition') {
        console.log('learnt   no calibration table: confere models calibrate');
      }
    });
}
