import type { EnginePacks } from './engine-packs.ts';
import type { EngineDescription } from './face-engine.ts';
import { usesDefaultNetwork } from './liveness/open-assessor.ts';
import { getPackagedNetwork } from './packaged-networks.ts';
import type { Recognition } from './recognition.ts';

/**
 * Least probability that counts as live, by the default network, by MiniFASNet and by both: the highest tenth at which 5 %
 * at most of genuine photos are refused, also once cut, resized and recompressed. docs/reference/liveness.md has all rates.
 */
export const livenessThreshold = 0.3;

const packageEngine = 'fr-liveness@2';

/**
 * The description of an engine with those packs, as it decides on templates of one recognition model. See
 * docs/decisions/0028.
 */
export function describeEngine(
  { detector, liveness }: EnginePacks,
  recognition: Recognition,
  settings: Pick<EngineDescription, 'falseMatchRate'> & { readonly livenessThreshold: number | undefined },
): EngineDescription {
  const usesDefault = usesDefaultNetwork(liveness);
  const threshold = liveness === undefined || usesDefault ? livenessThreshold : liveness.threshold;
  return {
    templateModel: recognition.templateModel,
    models: [
      detector?.description ?? getPackagedNetwork('detector').description,
      getPackagedNetwork('landmarks').description,
      ...recognition.models,
      ...(usesDefault ? [getPackagedNetwork('liveness').description] : []),
      ...(liveness?.descriptions ?? []),
    ],
    falseMatchRate: settings.falseMatchRate,
    scoreThreshold: recognition.scoreThreshold,
    restsOn: recognition.restsOn,
    livenessThreshold: settings.livenessThreshold ?? threshold,
    livenessEngine: [...(usesDefault ? [packageEngine] : []), ...(liveness ? [liveness.engine] : [])].join(
      '+',
    ),
  };
}
