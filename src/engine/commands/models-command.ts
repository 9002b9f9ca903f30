import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { argument, defineCommand, groupCommands, option } from '../../cli/define-command.ts';
import { listenForInterruption } from '../../cli/listen-for-interruption.ts';
import { createProgressBar } from '../../cli/progress-bar.ts';
import { describePack, listPacks, type PackSummary } from '../packs/describe-packs.ts';
import { findLivenessPack } from '../packs/find-liveness-pack.ts';
import { addPack, removePack, verifyPacks } from '../packs/install-pack.ts';
import type { PackManifest } from '../packs/pack-manifest.ts';
import { pullPack } from '../packs/pull-pack.ts';
import { packagedNames, usePack } from '../packs/use-pack.ts';
import { calibrateModelCommand } from './calibrate.ts';
import { describeOutcome, findModelsFolder, wordOf } from './models-folder.ts';

const packName = argument('<name>', 'name, or name@version');

export function modelsCommand(): Command {
  return groupCommands('models', 'Install, check and remove model packs, and choose the networks in use.', [
    defineCommand('list', {
      description:
        'Show the packaged networks, the installed packs and the published packs, with their licences.',
      async run() {
        const { config, directory } = findModelsFolder();
        const dropped = findLivenessPack(config.engine.modelsDir).pack?.engine;
        // Folders that look like a pack and are none are named apart from the result.
        const packs = await listPacks(directory, (problem) => console.error(problem), dropped);
        return { directory, packs };
      },
      describe: ({ packs }) => describe(packs),
    }),
    showModelCommand(),
    pullModelCommand(),
    defineCommand('add', {
      description:
        'Install a pack from a folder with confere-pack.json and its files. Nothing is downloaded.',
      takes: { source: argument('<dir>', 'the folder', { parse: resolve }) },
      run: async ({ source }) => describeOutcome(await addPack(findModelsFolder().directory, source)),
      describe: ({ id, licence, ...outcome }) => `${id} is ${wordOf(outcome)} (licence: ${licence})`,
    }),
    defineCommand('verify', {
      description: 'Check installed packs: the hash of every file, and a test run of every network.',
      takes: { name: argument('[name]', 'name, or name@version; default: all packs') },
      async run({ name }) {
        const packs = await verifyPacks(findModelsFolder().directory, name);
        if (packs.some(({ isSound }) => !isSound)) process.exitCode = 1;
        return { packs };
      },
      describe: ({ packs }) =>
        packs.length === 0
          ? 'no pack is installed'
          : packs.map(
              ({ id, isSound, problem }) =>
                `${id}  ${isSound ? 'sound' : `${problem?.code}: ${problem?.detail}`}`,
            ),
    }),
    calibrateModelCommand(),
    useModelCommand(),
    defineCommand('remove', {
      description: 'Delete an installed pack. Choose another for its role first if it is in use.',
      takes: { name: packName },
      async run({ name }) {
        const { id } = await removePack(findModelsFolder().directory, name);
        return { id };
      },
      describe: ({ id }) => `${id} is removed`,
    }),
  ]);
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

function useModelCommand(): Command {
  return defineCommand('use', {
    description: `Use a pack for its role from the next start of the service. ${Object.values(packagedNames).join(', ')} select the packaged networks.`,
    takes: {
      name: packName,
      withDefault: option('--with-default', 'use a recognition pack together with the default network'),
    },
    async run({ name, withDefault: besideDefault = false }) {
      const { config, directory } = findModelsFolder();
      const { role, id } = await usePack(directory, name, config.engine.falseMatchRate, { besideDefault });
      const together = besideDefault ? { togetherWith: packagedNames.recognition } : {};
      return { role, id, ...together, effectiveFrom: 'next start' };
    },
    describe: ({ role, id, togetherWith }) => [
      `${role}: ${id}${togetherWith === undefined ? '' : ' together with the default network'}, from the next start of each server`,
      ...(role === 'recognition'
        ? ['Registered faces keep their templates until `confere faces reembed` has made new ones.']
        : []),
    ],
  });
}

function showModelCommand(): Command {
  return defineCommand('show', {
    description: 'Show the manifest, licence, files and calibration table of a pack.',
    takes: { name: packName },
    async run({ name }) {
      const { manifest, installed, inUse } = await describePack(findModelsFolder().directory, name);
      const calibration =
        installed?.calibration ?? ('calibration' in manifest ? manifest.calibration : undefined);
      return {
        state: installed === undefined ? 'published' : 'installed',
        inUse,
        ...(installed === undefined ? {} : { directory: installed.directory }),
        manifest,
        ...(calibration === undefined ? {} : { calibration }),
      };
    },
    describe({ state, inUse, manifest, calibration }) {
      const { name, version, role, licence, licenceUrl, source, notice, files, output } = manifest;
      const { size, colourOrder, mean, std } = manifest.input;
      return [
        `${name}@${version}  ${role}  ${state}${inUse ? ', in use' : ''}`,
        `licence  ${licence}${licenceUrl === undefined ? '' : `  ${licenceUrl}`}`,
        ...(source === undefined ? [] : [`source   ${source}`]),
        ...(notice === undefined ? [] : [`notice   ${notice}`]),
        ...files.map(
          (file) => `file     ${file.name}  ${file.sha256}${file.url === undefined ? '' : `  ${file.url}`}`,
        ),
        `input    ${size} x ${size} ${colourOrder}, (value - ${mean.join('/')}) / ${std.join('/')}`,
        `output   ${JSON.stringify(output)}`,
        ...(calibration !== undefined
          ? [`learnt   ${calibration.learntOn}`, ...calibration.falseMatchRates.map(describeThreshold)]
          : role === 'recognition'
            ? ['learnt   no calibration table: confere models calibrate']
            : []),
      ];
    },
  });
}

function describeThreshold({ falseMatchRate, score }: { falseMatchRate: number; score: number }): string {
  return `rate     ${falseMatchRate.toExponential(0)} at score ${score}`;
}

function pullModelCommand(): Command {
  return defineCommand('pull', {
    description:
      'Download, check and install a published pack. Run it again to resume, or to repair an altered pack.',
    takes: {
      name: argument('<name>', 'name of a published pack, see `confere models list`'),
      acceptLicense: option('--accept-license', 'accept the licence without a question'),
      from: option('--from <url>', 'mirror to download the files from'),
    },
    async run({ name, acceptLicense = false, from }) {
      const { config, directory } = findModelsFolder();
      using bar = createProgressBar(process.stderr, 'bytes');
      using interruption = listenForInterruption();
      const pulled = await pullPack(name, {
        directory,
        baseUrl: from ?? config.engine.modelsBaseUrl,
        signal: interruption.signal,
        acceptLicence: (pack) => acceptLicence(pack, acceptLicense),
        onProgress: ({ file, done, total }) => bar.show({ done, total, subject: file }),
      });
      return describeOutcome(pulled);
    },
    describe: ({ id, role, ...outcome }) => [
      `${id} is ${wordOf(outcome)}; use it with: confere models use ${id}`,
      ...(role === 'recognition' ? ['It has to be calibrated first: confere models calibrate'] : []),
    ],
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
