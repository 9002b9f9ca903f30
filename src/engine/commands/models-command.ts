import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Command } from 'commander';
import { createProgressBar } from '../../cli/progress-bar.ts';
import { describePack, listPacks, type PackSummary } from '../packs/describe-packs.ts';
import { addPack, removePack, verifyPacks } from '../packs/install-pack.ts';
import type { PackManifest } from '../packs/pack-manifest.ts';
import { pullPack } from '../packs/pull-pack.ts';
import { packagedNames, usePack } from '../packs/use-pack.ts';
import { calibrateModelCommand } from './calibrate.ts';
import { findModelsFolder, outcomeDocument, outcomeWords, reportPackProblem } from './models-folder.ts';

export function modelsCommand(): Command {
  return new Command('models')
    .description('Install, check and remove model packs, and choose the networks in use.')
    .addCommand(listModelsCommand())
    .addCommand(showModelCommand())
    .addCommand(pullModelCommand())
    .addCommand(addModelCommand())
    .addCommand(verifyModelsCommand())
    .addCommand(calibrateModelCommand())
    .addCommand(useModelCommand())
    .addCommand(removeModelCommand());
}

function addModelCommand(): Command {
  return new Command('add')
    .description('Install a pack from a folder with confere-pack.json and its files. Nothing is downloaded.')
    .argument('<dir>', 'the folder')
    .option('--json', 'print one JSON document on standard output')
    .action(async (source: string, options: { readonly json?: true }) => {
      const { directory } = findModelsFolder();
      const added = await addPack(directory, resolve(source));
      if (options.json) return console.log(outcomeDocument(added));
      console.log(`${added.id} is ${outcomeWords[added.outcome]} (licence: ${added.manifest.licence})`);
    });
}

function listModelsCommand(): Command {
  return new Command('list')
    .description(
      'Show the packaged networks, the installed packs and the published packs, with their licences.',
    )
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: { readonly json?: true }) => {
      const { directory } = findModelsFolder();
      const packs = await listPacks(directory, reportPackProblem);
      if (options.json) return console.log(JSON.stringify({ directory, packs }, null, 2));
      for (const line of describe(packs)) console.log(line);
    });
}

function describe(packs: readonly PackSummary[]): string[] {
  const width = Math.max(...packs.map(({ id }) => id.length));
  return packs.map(({ id, role, state, inUse, licence, lacks, togetherWith }) => {
    const mark = inUse ? '*' : ' ';
    const lack = lacks === undefined ? '' : `  (no ${lacks} table yet)`;
    const both = togetherWith === undefined ? '' : `  (together with ${togetherWith})`;
    return `${mark} ${id.padEnd(width)}  ${role.padEnd(11)}  ${state.padEnd(9)}  ${licence}${both}${lack}`;
  });
}

function removeModelCommand(): Command {
  return new Command('remove')
    .description('Delete an installed pack. Choose another for its role first if it is in use.')
    .argument('<name>', 'name, or name@version')
    .option('--json', 'print one JSON document on standard output')
    .action(async (name: string, options: { readonly json?: true }) => {
      const { id } = await removePack(findModelsFolder().directory, name);
      if (options.json) return console.log(JSON.stringify({ id }, null, 2));
      console.log(`${id} is removed`);
    });
}

function useModelCommand(): Command {
  return new Command('use')
    .description(
      `Use a pack for its role from the next start of the service. ${Object.values(packagedNames).join(', ')} select the packaged networks.`,
    )
    .argument('<name>', 'name, or name@version')
    .option('--with-default', 'use a recognition pack together with the default network')
    .option('--json', 'print one JSON document on standard output')
    .action(async (name: string, options: { readonly json?: true; readonly withDefault?: true }) => {
      const { config, directory } = findModelsFolder();
      const besideDefault = options.withDefault === true;
      const { role, id } = await usePack(directory, name, config.engine.falseMatchRate, { besideDefault });
      const together = besideDefault ? { togetherWith: packagedNames.recognition } : {};
      if (options.json)
        return console.log(JSON.stringify({ role, id, ...together, effectiveFrom: 'next start' }, null, 2));
      console.log(
        `${role}: ${id}${besideDefault ? ' together with the default network' : ''}, from the next start of each server`,
      );
      if (role === 'recognition') {
        console.log('Registered faces keep their templates until `confere faces reembed` has made new ones.');
      }
    });
}

function verifyModelsCommand(): Command {
  return new Command('verify')
    .description('Check installed packs: the hash of every file, and a test run of every network.')
    .argument('[name]', 'name, or name@version; default: all packs')
    .option('--json', 'print one JSON document on standard output')
    .action(async (name: string | undefined, options: { readonly json?: true }) => {
      const packs = await verifyPacks(findModelsFolder().directory, name);
      if (packs.some(({ isSound }) => !isSound)) process.exitCode = 1;
      if (options.json) return console.log(JSON.stringify({ packs }, null, 2));
      if (packs.length === 0) console.log('no pack is installed');
      for (const { id, isSound, problem } of packs) {
        console.log(`${id}  ${isSound ? 'sound' : `${problem?.code}: ${problem?.detail}`}`);
      }
    });
}

function showModelCommand(): Command {
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

type Options = { readonly acceptLicense?: true; readonly from?: string; readonly json?: true };

function pullModelCommand(): Command {
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
        const pulled = await pullPack(name, {
          directory,
          baseUrl: options.from ?? config.engine.modelsBaseUrl,
          signal: controller.signal,
          acceptLicence: (pack) => acceptLicence(pack, options.acceptLicense === true),
          onProgress: ({ file, done, total }) => bar.show({ done, total, subject: file }),
        }).finally(() => bar.end());
        if (options.json) return console.log(outcomeDocument(pulled));
        const { id, manifest, outcome } = pulled;
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
