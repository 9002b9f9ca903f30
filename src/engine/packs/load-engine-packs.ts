import type { RecognitionPack } from '../engine-packs.ts';
import { PackError } from './errors.ts';
import { type InstalledPack, listInstalledPacks, readChoice, verifyFiles } from './packs-folder.ts';
import { fusedOf, recognitionOf, toDetectorPack, toLivenessNetworks } from './to-engine-pack.ts';
import { isOfPackages } from './use-pack.ts';

export type LoadEnginePacksOptions = {
  readonly directory: string;
  readonly falseMatchRate: number;
  /** Told of packs that are not in use and cannot be: templates made by them are made again from the photos. */
  readonly onProblem: (problem: string) => void;
};

/**
 * The packs of the folder as the engine takes them, their hashes checked; their networks are tried when they are
 * loaded. A pack that was chosen and cannot be used stops the start: running on with other networks would change
 * verdicts without anybody having decided so.
 *
 * Rejects with `pack_not_found`, `pack_file_changed`, `pack_not_calibrated`, `pack_not_fused` and
 * `pack_rate_not_calibrated`.
 */
export async function loadEnginePacks(options: LoadEnginePacksOptions) {
  const { directory, falseMatchRate, onProblem } = options;
  const installed = await listInstalledPacks(directory, onProblem);
  const choice = await readChoice(directory);
  const chosen = async (id: string | undefined): Promise<InstalledPack | undefined> => {
    if (id === undefined || isOfPackages(id)) return undefined;
    const pack = installed.find((one) => one.id === id);
    if (pack === undefined)
      throw new PackError('pack_not_found', { detail: `${id} is in use, but it is missing.` });
    await verifyFiles(pack.directory, pack.manifest);
    return pack;
  };
  const [recognition, beside, detector, liveness] = await Promise.all([
    chosen(choice.recognition),
    chosen(choice.besideDefault),
    chosen(choice.detector),
    chosen(choice.liveness),
  ]);
  const others: RecognitionPack[] = [];
  for (const pack of installed) {
    if (pack.manifest.role !== 'recognition' || [recognition?.id, beside?.id].includes(pack.id)) continue;
    if (pack.calibration === undefined) continue;
    try {
      await verifyFiles(pack.directory, pack.manifest);
      others.push(recognitionOf(pack, falseMatchRate));
    } catch (error) {
      onProblem(`${pack.id} is left out: ${error instanceof Error ? error.message : 'unusable'}`);
    }
  }
  return {
    recognition: recognition && recognitionOf(recognition, falseMatchRate),
    beside: beside && fusedOf(beside, falseMatchRate),
    otherRecognition: others,
    detector:
      detector?.manifest.role === 'detector'
        ? toDetectorPack(detector.directory, detector.manifest)
        : undefined,
    liveness:
      liveness?.manifest.role === 'liveness'
        ? toLivenessNetworks(liveness.directory, liveness.manifest)
        : undefined,
    isLivenessChosen: choice.liveness !== undefined,
  };
}
